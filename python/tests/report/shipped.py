"""The published experiments, and a reader of their files that shares nothing with the report."""

import csv
import json
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EXPERIMENTS = sorted(path.parent.name for path in (ROOT / "results").glob("*/manifest.json"))
# Not a run, but an analysis.
ANALYZED = {path.parent.name for path in (ROOT / "results").glob("*/sensitivity.csv")} - {
    *EXPERIMENTS
}


def results_folder(experiment):
    return ROOT / "results" / experiment


def rows(experiment, name):
    with open(results_folder(experiment) / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Copy:
    """Results that a test may change; gone afterwards."""

    def __init__(self, experiment):
        self.folder = Path(tempfile.mkdtemp(prefix="deliverysim-report-"))
        self.results = self.folder / "results"
        shutil.copytree(
            results_folder(experiment), self.results, ignore=shutil.ignore_patterns("report")
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def edit(self, name, change):
        """Gives each row of a file to `change`, which alters it or returns False to drop it."""
        path = self.results / f"{name}.csv"
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            kept = [row for row in reader if change(row) is not False]
            names = reader.fieldnames
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)


    def change(self, name, edit):
        """Gives the content of a JSON file to `edit`, which alters it."""
        path = self.results / name
        content = json.loads(path.read_text(encoding="utf-8"))
        edit(content)
        path.write_text(json.dumps(content), encoding="utf-8")


def decided(copy, endless):
    """A copy of mail-queue, as if `best` had asked for short delays; returns its folder.

    endless: the strategies whose delays never end; the others are as good as gap-recovery."""

    def change(row):
        if row["metric"] == "delay_p90_s" and row["strategy"] in endless:
            row["mean" if "mean" in row else "difference"] = "inf"
            row["ci_low"] = row["ci_high"] = "inf"

    copy.edit("metrics", change)
    copy.edit("comparisons", change)
    names = ["gap-recovery", "as-printed", "fire-and-forget"]

    def choose(content):
        content["kind"] = "choice"
        content["question"]["metric"] = "delay_p90_s"
        strategies = [one["strategy"] for one in content["candidates"]]
        content["points"][0] |= {
            "order": [name for name in names if name not in endless],
            "as_good": [name for name in names[1:2] if name not in endless],
            "chosen": "gap-recovery",
            "choice": 0,
        }
        for name, verdict in zip(names, ["best", "as-good", "inferior"]):
            ends = {} if name in endless else {"ci_low": 0, "ci_high": 0}
            gap = "inf" if name in endless else 0
            standing = {"name": name, "verdict": verdict, "gap": gap, "by": ""} | ends
            content["candidates"][strategies.index(name)]["standing"] = standing
        content["choices"] = [{
            "circumstances": "",
            "as_good": len(content["points"][0]["as_good"]),
            "ranked": [strategies.index(name) for name in names],
            "chosen": {"design_point": 0, "strategy": "gap-recovery", "name": "gap-recovery"},
            "undecided": [],
        }]  # fmt: skip
        content["sentences"] = ["Choose gap-recovery: it is the best."]

    copy.change("answer.json", choose)
    (copy.results / "best.csv").write_text(
        "design_point,strategy,verdict,gap,gap_low,gap_high,eliminated_at,by\n"
        "0,gap-recovery,best,0,0,0,,\n0,as-printed,as-good,0,0,0,,\n"
        "0,fire-and-forget,inferior,inf,,,,gap-recovery\n",
        encoding="utf-8",
    )
    return copy.results
