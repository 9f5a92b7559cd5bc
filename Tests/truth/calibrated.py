"""Counts how often the 95 % intervals of `calibrate` hold the truth: the unknowns, what plain pushes lose,
and the gain of the push queue, in logs of six mechanisms that the scenario has, too.

Required: at least 92 % of all, and none below 85 %. Of 60 logs whose intervals hold 95 % each, fewer
than 51 do so with a probability of 7e-4.

    DELIVERYSIM_RELEASE=... python3 Tests/truth/calibrated.py [--logs 60] [NAME ...]
"""

import argparse
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import receipts
from test_truth import TOOL

MINUTE, HOUR = 60.0, 3600.0
# The law in words, its size's key, how it is drawn, its size, the mean time online, the loss.
MECHANISMS = {
    "exponential": ("exponential: {mean: SIZE}", "exponential.mean", receipts.exponential,
                    50 * MINUTE, 5 * HOUR, 0.0),
    "exponential-lossy": ("exponential: {mean: SIZE}", "exponential.mean", receipts.exponential,
                          50 * MINUTE, 5 * HOUR, 0.03),
    "lognormal-0.6": ("lognormal: {median: SIZE, sigma: 0.6}", "lognormal.median",
                      receipts.lognormal(0.6), 40 * MINUTE, 5 * HOUR, 0.0),
    "lognormal-1": ("lognormal: {median: SIZE, sigma: 1}", "lognormal.median",
                    receipts.lognormal(1), 30 * MINUTE, 5 * HOUR, 0.0),
    "lognormal-1-lossy": ("lognormal: {median: SIZE, sigma: 1}", "lognormal.median",
                          receipts.lognormal(1), 30 * MINUTE, 5 * HOUR, 0.05),
    "weibull-0.6": ("weibull: {scale: SIZE, shape: 0.6}", "weibull.scale", receipts.weibull(0.6),
                    35 * MINUTE, 5 * HOUR, 0.0),
}


def scenario(law, size, online, loss, replications=20):
    return f"""format: 1
name: calibrated
seed: 12
warmup: 2d
duration: 8d
drain: 2d
devices: 40
replications: {replications}
workload: {{arrivals: {{poisson: {{rate: 15/d}}}}}}
provider: {{link: {{loss: {loss}, latency: {{exponential: {{mean: 2s}}}}}}}}
network:
  online: {{exponential: {{mean: {online}s}}}}
  offline: {{{law.replace("SIZE", f"{size}s")}}}
strategies: [fire-and-forget, {{name: queue, gap-recovery: {{wait: 10s}}}}]
"""


def tool(folder, *arguments, codes=(0,)):
    found = subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, text=True)
    if found.returncode not in codes:
        raise AssertionError(f"{arguments}: {found.stderr}")
    return found.returncode


def truth(folder, mechanism):
    """The share that plain pushes show, and the gain of the queue, at the true values."""
    law, _, _, size, online, loss = mechanism
    (folder / "true.yml").write_text(scenario(law, size, online, loss, 400))
    tool(folder, "run", "true.yml", "--out", "true", "--force", "--quiet", "--threads", "1")
    with open(folder / "true/metrics.csv", newline="") as file:
        shown = {row["strategy"]: float(row["mean"]) for row in csv.DictReader(file)
                 if row["metric"] == "deliverability"}
    return shown["fire-and-forget"], shown["queue"] - shown["fire-and-forget"]


def holds(ends, value):
    return ends.get("ci_low", -1e300) <= value <= ends.get("ci_high", 1e300)


def trial(folder, mechanism, number, known):
    """Whether the interval of each figure holds the truth; nothing where there is no interval."""
    law, key, draw, size, online, loss = mechanism
    receipts.write(folder / "log.csv", number, draw, size, online, loss)
    rng = random.Random(1000 + number)
    start = [value * 2 ** rng.uniform(-1, 1) for value in (size, online)]
    (folder / "start.yml").write_text(scenario(law, start[0], start[1], loss and 0.02))
    values = {f"network.offline.{key}": size, "network.online.exponential.mean": online}
    if loss:
        values["provider.link.loss"] = loss
    unknowns = [word for path in values for word in ("--unknown", path)]
    tool(folder, "calibrate", "start.yml", "--receipts", "log.csv", *unknowns, "--out", "found.yml",
         "--force", "--quiet", "--threads", "1", codes=(0, 1, 3))
    answer = json.loads((folder / "found.answer.json").read_text())
    found = {"ending": answer["ending"]}
    if answer["ending"] in ("found", "open"):
        for unknown in answer["unknowns"]:
            found[unknown["path"].split(".")[1]] = holds(unknown, values[unknown["path"]])
    for average in answer.get("averages", []):
        if "baseline" in average:
            found["gain"] = holds(average, known[1])
        elif average["strategy"] == "fire-and-forget":
            found["loss of plain pushes"] = holds(average, known[0])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=60)
    parser.add_argument("names", nargs="*", default=list(MECHANISMS))
    options = parser.parse_args()
    failures, pooled = [], [0, 0]
    for name in options.names:
        with tempfile.TemporaryDirectory() as path:
            folder, mechanism = pathlib.Path(path), MECHANISMS[name]
            known = truth(folder, mechanism)
            trials = [trial(folder, mechanism, number, known) for number in range(options.logs)]
        endings = [found.pop("ending") for found in trials]
        print(name, {ending: endings.count(ending) for ending in sorted(set(endings))}, flush=True)
        for figure in sorted({figure for found in trials for figure in found}):
            hits = [found[figure] for found in trials if figure in found]
            pooled = [pooled[0] + sum(hits), pooled[1] + len(hits)]
            print(f"  {figure}: {sum(hits)} of {len(hits)}", flush=True)
            if sum(hits) < 0.85 * len(hits):
                failures.append(f"{name}, {figure}")
    print(f"all: {pooled[0]} of {pooled[1]}, {100 * pooled[0] / pooled[1]:.1f} %")
    if pooled[0] < 0.92 * pooled[1]:
        failures.append("all")
    if failures:
        sys.exit("too few: " + "; ".join(failures))


if __name__ == "__main__":
    main()
