"""The published experiments, and a reader of their files that shares nothing with the report."""

import csv
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Not a run, but an analysis.
ANALYZED = {"what-matters", "who-stays"}
EXPERIMENTS = sorted(
    {path.parent.name for path in (ROOT / "experiments").glob("*/scenario.yml")} - ANALYZED)


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
