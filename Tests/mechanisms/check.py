#!/usr/bin/env python3
"""Does the tool find what a log has lost, whatever made the log?

For each mechanism it makes logs in some program's form, and replays them itself (`replay.py`):

- `fit` must say to the message how many were overwritten, and its scenario must lose within a tenth as
  much, or play the log itself;
- `start` must give intervals for the share of plain pushes that arrive, and for the gain of a push queue,
  that hold the truth of the population; or it must end with 3, which means that the log leaves it open.

    python3 Tests/mechanisms/check.py --tool .build/release/deliverysim
    python3 Tests/mechanisms/check.py --tool BIN --only nights --seeds 60 --part start
"""

import argparse
import csv
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import dialects
import inside
import outside
import replay

FIRST_LINE = re.compile(r"In your log, .*? the device is back: ([\d,]+) of ([\d,]+)\.")
FIGURES = ("plain", "gain")
INSIDE = {mechanism.__name__ for mechanism in inside.ALL}
MECHANISMS = {mechanism.__name__: mechanism for mechanism in inside.ALL + outside.ALL}


def made(name, seed, devices, days):
    return MECHANISMS[name](random.Random(f"{name} {seed}"), devices, days)


class Tool:
    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())

    def run(self, folder, *arguments):
        """The exit code, the output with single blanks, the errors, and the seconds it took."""
        begun = time.monotonic()
        found = subprocess.run([self.path, *map(str, arguments)], cwd=folder, text=True,
                               capture_output=True)
        return (found.returncode, " ".join(found.stdout.split()), found.stderr.strip(),
                time.monotonic() - begun)

    def has(self, command):
        return self.run(".", command, "--help")[0] == 0


# MARK: fit

def plays_the_log(scenario):
    """Whether the scenario's workload is a trace; comments do not count."""
    text = scenario.read_text()
    return re.search(r"^\s*(arrivals:.*)?\btrace:", re.sub(r"#.*", "", text), re.M) is not None


def loss_of(tool, folder):
    """The loss of plain pushes in the scenario that was written, and its standard error."""
    code, _, errors, _ = tool.run(folder, "run", "my.yml", "--out", "runs", "--force", "--progress",
                                  "none", "--replications", 4)
    if code != 0:
        raise ToolFailed(f"run my.yml: {code}: {errors}")
    with open(folder / "runs/metrics.csv", newline="") as file:
        row = next(row for row in csv.DictReader(file)
                   if row["strategy"] == "fire-and-forget" and row["metric"] == "deliverability")
    return 1 - float(row["mean"]), float(row["std_error"] or 0)


class ToolFailed(Exception):
    pass


def check_fit(tool, folder, devices, dialect):
    """A row of the table, and whether all is as it must be."""
    seen = dialects.write_pair(folder, devices, dialect)
    truth = replay.truth(seen)
    code, text, errors, seconds = tool.run(folder, "fit", "messages.csv", "absences.csv", "--out",
                                           "my.yml", "--force", *dialects.DIALECTS[dialect].options)
    if code != 0:
        raise ToolFailed(f"fit: {code}: {errors}")
    (folder / "fit.txt").write_text(text)
    found = FIRST_LINE.match(text)
    if not found:
        raise ToolFailed(f"fit begins with: {text[:200]}")
    said = [int(number.replace(",", "")) for number in found.groups()]
    exact = said == [truth.overwritten, truth.messages]
    log = plays_the_log(folder / "my.yml")
    (loss, error), share = loss_of(tool, folder), 1 - truth.plain
    near = abs(loss - share) <= 0.1 * share + 2 * error
    row = [f"{truth.overwritten} of {truth.messages}", "exact" if exact else f"{said[0]} of {said[1]}",
           f"{100 * share:.2f} %", f"{100 * loss:.2f} %", "the log" if log else "laws",
           f"{loss / share:.3f}" if share else "", f"{seconds:.1f} s"]
    return row, exact and (near or log)


def fit_table(tool, options):
    print("| mechanism | dialect | truth | first line | loss of the log | of the scenario | plays | ratio "
          "| fit takes | |\n|---|---|---|---|---|---|---|---|---|---|")
    failed = 0
    for name, dialect in chosen(options):
        for seed in range(1, options.seeds + 1):
            with place(options, f"{name}-{dialect}-{seed}") as folder:
                try:
                    row, good = check_fit(tool, folder, made(name, seed, options.devices, options.days),
                                          dialect)
                except ToolFailed as problem:
                    row, good = [" ".join(str(problem).split()), *[""] * 6], False
            failed += not good
            print("| " + " | ".join([name, dialect, *row, "" if good else "**fails**"]) + " |", flush=True)
    return failed


# MARK: start

def population(name, options):
    """The truth about many more devices than a log has."""
    link = replay.Link(replay.USUAL.latency, options.loss)
    rng = random.Random(f"population of {name}")
    return replay.truth(made(name, "population", options.population, options.days), link, rng)


def reaches(fates, log):
    """The share of plain pushes that reach their device, as far as the log tells.

    A log of absences tells what is overwritten. Receipts tell of all losses on the way. What an app does
    with a push that has come is no matter of either.
    """
    lost = 0.0
    for row in fates:
        on_the_way = row["cause"] in ("overwritten", "expired") if log == "absences" else (
            row["stage"] not in ("", "device", "extension") and row["cause"] != "not-subscribed")
        lost += float(row["share"]) * on_the_way
    return 1 - lost


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def figures(results, log):
    """The share that plain pushes bring to devices, and the gain of a queue, each with the ends of its interval.

    The intervals have what is not known of the users (`inputs.csv`) as well as what simulating leaves.
    That of plain pushes is as wide as that of what is shown. Users who refuse alerts do not count.
    """
    rows = table(results / "metrics.csv") + table(results / "comparisons.csv")
    if (results / "inputs.csv").exists():
        rows += table(results / "inputs.csv")
    for row in rows:
        row["mean"] = row.get("mean", row.get("difference"))
    found = {}
    for metric in ("deliverability", "reachable_deliverability"):
        for row in rows:
            if row["metric"] == metric:
                found[row["strategy"], bool(row.get("baseline"))] = [
                    float(row[key]) for key in ("mean", "ci_low", "ci_high")]
    mean, low, high = found["fire-and-forget", False]
    plain = reaches([row for row in table(results / "fates.csv") if row["strategy"] == "fire-and-forget"],
                    log)
    return {"plain": (plain, plain - mean + low, plain - mean + high),
            "gain": tuple(found["gap-recovery", True])}


def write_receipts(folder, devices, dialect, seed, loss):
    """`log.csv` of plain pushes."""
    rng = random.Random(f"receipts {seed}")
    link = replay.Link(replay.USUAL.latency, loss)
    received = [replay.receipts(device, replay.plain(device, link, rng)[1]) for device in devices]
    dialects.write_receipts(folder, devices, received, dialect)


# The replay knows nothing of phones, apps and people: it speaks of what reaches a phone.
IDEAL = ["app=null", "user=null", "device=null", "extension={time_limit: 30s}", "provider.resend=null"]
OF_THE_LOG = ("workload.", "network.", "provider.link.")


def delivery(tool, folder):
    """Runs the scenario that `start` has written without the preset's phones and people."""
    inputs = json.loads((folder / "out/my.inputs.json").read_text())
    kept = [place for place, parameter in enumerate(inputs["parameters"])
            if parameter["path"].startswith(OF_THE_LOG)]
    told = []
    if kept:
        inputs["parameters"] = [inputs["parameters"][place] for place in kept]
        inputs["covariance"] = [[inputs["covariance"][row][column] for column in kept] for row in kept]
    elif inputs.get("users"):
        # A figure that changes nothing stands beside the choice of users.
        inputs["parameters"] = [{"path": "provider.retention", "scale": "log", "unit": "s",
                                 "estimate": math.log(7 * 86400)}]
        inputs["covariance"] = [[1e-8]]
    if kept or inputs.get("users"):
        (folder / "log.inputs.json").write_text(json.dumps(inputs))
        told = ["--inputs", "log.inputs.json", "--input-draws", "30"]
    settings = [word for setting in IDEAL for word in ("--set", setting)]
    code, _, errors, _ = tool.run(folder, "run", "out/my.yml", "--out", "delivery", "--replications", 10,
                                  "--progress", "none", *told, *settings)
    if code != 0:
        raise ToolFailed(f"run out/my.yml: {code}: {errors[:300]}")
    return folder / "delivery"


def started(tool, folder, logs, true, told=()):
    """The answer for one log: `open`, or for each figure whether its interval holds the truth."""
    code, text, errors, seconds = tool.run(folder, "start", *logs, "--out", "out", "--no-report", *told)
    (folder / "start.txt").write_text(f"{code} after {seconds:.1f} s\n{text}\n{errors}\n")
    if code == 3:
        return "open", seconds
    if code != 0:
        raise ToolFailed(f"start {' '.join(logs)}: {code}: {errors[:300]}")
    found = figures(delivery(tool, folder), "receipts" if logs == ["log.csv"] else "absences")
    return {key: (*found[key], low_to_high(found[key], true[key])) for key in FIGURES}, seconds


def low_to_high(figure, true):
    """Whether the interval holds the truth, and on which side it fails.

    A hundredth of a point more or less is no failure: nobody decides by that.
    """
    _, low, high = figure
    return "below" if high < true - 0.0001 else "above" if low > true + 0.0001 else "holds"


class Tally:
    """The statements of `start` on the logs of one mechanism and one kind."""

    def __init__(self):
        self.logs, self.open, self.failed, self.seconds = 0, 0, [], 0.0
        self.verdicts = {key: [] for key in FIGURES}
        self.estimates = {key: [] for key in FIGURES}

    def add(self, answer, seconds):
        self.logs += 1
        self.seconds = max(self.seconds, seconds)
        if answer == "open":
            self.open += 1
            return
        for key, (estimate, _, _, verdict) in answer.items():
            self.estimates[key].append(estimate)
            self.verdicts[key].append(verdict)

    def cell(self, key):
        """The counts in words, such as `57/60 (+2 -1), mean 91.20 %`: held, too high, too low."""
        verdicts = self.verdicts[key]
        if not verdicts:
            return ""
        held, above, below = (verdicts.count(word) for word in ("holds", "above", "below"))
        mean = sum(self.estimates[key]) / len(verdicts)
        return f"{held}/{len(verdicts)} (+{above} -{below}), mean {100 * mean:.2f} %"

    def covered(self):
        """Held figures and all, where what is open counts as held."""
        held = sum(verdicts.count("holds") for verdicts in self.verdicts.values())
        asked = sum(map(len, self.verdicts.values()))
        return held + len(FIGURES) * self.open, asked + len(FIGURES) * (self.open + len(self.failed))


def tallied(tool, options, name, dialect, kind, true):
    tally = Tally()
    for seed in range(1, options.seeds + 1):
        with place(options, f"{name}-{kind}-{seed}") as folder:
            devices = made(name, seed, options.devices, options.days)
            if kind == "receipts":
                write_receipts(folder, devices, dialect, seed, options.loss)
                logs, told = ["log.csv"], ()
            else:
                dialects.write_pair(folder, devices, dialect)
                logs, told = ["messages.csv", "absences.csv"], dialects.DIALECTS[dialect].options
            try:
                tally.add(*started(tool, folder, logs, true, told))
            except (ToolFailed, OSError, KeyError) as problem:
                tally.failed.append(f"seed {seed}: {problem!r}")
    return tally


def start_table(tool, options):
    if not tool.has("start"):
        print("\n`start` is skipped: the tool does not have it.")
        return 0
    print("\n| mechanism | family | log | truth: plain, gain | plain | gain | open | failed | longest |\n"
          "|---|---|---|---|---|---|---|---|---|")
    pooled, bad = {True: [0, 0], False: [0, 0]}, 0
    for name, dialect in chosen(options):
        truth = population(name, options)
        true = {"plain": truth.plain, "gain": truth.gain}
        for kind in [options.log] if options.log else ["receipts", "absences"]:
            tally = tallied(tool, options, name, dialect, kind, true)
            held, asked = tally.covered()
            pooled[name in INSIDE][0] += held
            pooled[name in INSIDE][1] += asked
            bad += held < 0.85 * asked
            print("| " + " | ".join([
                name, "inside" if name in INSIDE else "outside", kind,
                ", ".join(f"{100 * true[key]:.2f} %" for key in FIGURES),
                *(tally.cell(key) for key in FIGURES), str(tally.open), str(len(tally.failed)),
                f"{tally.seconds:.0f} s"]) + " |", flush=True)
            for problem in tally.failed[:3]:
                print(f"  {problem}", file=sys.stderr)
    for family, (held, asked) in pooled.items():
        if asked:
            print(f"\n{'inside' if family else 'outside'} the family: {held} of {asked} intervals hold the "
                  f"truth or are said to be open ({100 * held / asked:.1f} %)")
            bad += held < 0.92 * asked
    return bad


# MARK: what is asked for

def chosen(options):
    """Each mechanism with the form of its logs: another one for each, or all that were named."""
    names = list(dialects.DIALECTS)
    for place, name in enumerate(MECHANISMS):
        if options.only and name not in options.only:
            continue
        for dialect in names if options.dialect == "all" else [options.dialect or names[place]]:
            yield name, dialect


class place:
    """A folder for the logs: under `--keep`, or one that goes away."""

    def __init__(self, options, name):
        self.kept = pathlib.Path(options.keep) / name if options.keep else None
        self.temporary = None

    def __enter__(self):
        if self.kept:
            self.kept.mkdir(parents=True, exist_ok=True)
            return self.kept
        self.temporary = tempfile.TemporaryDirectory()
        return pathlib.Path(self.temporary.name)

    def __exit__(self, *_):
        if self.temporary:
            self.temporary.cleanup()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=".build/release/deliverysim")
    parser.add_argument("--only", action="append", choices=MECHANISMS, metavar="NAME")
    parser.add_argument("--part", choices=["fit", "start", "both"], default="both")
    parser.add_argument("--log", choices=["receipts", "absences"], help="of `start`; default: both")
    parser.add_argument("--seeds", type=int, default=1, help="logs of each mechanism")
    parser.add_argument("--devices", type=int, default=60)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--population", type=int, default=3000, help="devices of the truth")
    parser.add_argument("--loss", type=float, default=0.0, help="share that is lost before the push service")
    parser.add_argument("--dialect", choices=["all", *dialects.DIALECTS],
                        help="default: another one for each")
    parser.add_argument("--keep", metavar="DIR", help="keep the logs and what the tool wrote")
    options = parser.parse_args()
    tool = Tool(options.tool)
    failed = fit_table(tool, options) if options.part != "start" else 0
    failed += start_table(tool, options) if options.part != "fit" else 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
