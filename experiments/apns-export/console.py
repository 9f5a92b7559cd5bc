"""What Apple's console says of worlds that are known, and what `calibrate` finds out from that.

An own replay (Tests/truth/apns.py), without the simulator, makes the exports. The tables go into
README.md.

    python3 experiments/apns-export/console.py says
    python3 experiments/apns-export/console.py weeks --tool .build/release/deliverysim
    python3 experiments/apns-export/console.py export FILE --capacity 4 --gone 0.05 --weeks 4
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests/truth"))
import apns  # noqa: E402

CAPACITIES, WEEKS, GONE = (1, 2, 4, 16), (1, 4), (0, 0.05)
HOUR = apns.HOUR
PHONES, SEED = 300, 7
UNKNOWNS = ["push_service.capacity", "network.offline.exponential.mean"]


def counts(capacity, gone, weeks, phones=PHONES):
    return apns.counts(SEED, capacity, 5 * HOUR, apns.exponential(2 * HOUR), gone, phones=phones,
                       days=7 * weeks)


def says():
    """The shares of the console in a large population."""
    print("| kept | never back | from storage / stored | delivered at once | expired |\n|---|---|---|---|---|")
    for gone in GONE:
        for capacity in CAPACITIES:
            found = counts(capacity, gone, 4, 2000)

            def total(status):
                return sum(count for (_, name), count in found.items() if name == status)
            received = total(apns.RECEIVED)
            print(f"| {capacity} | {100 * gone:.0f} % "
                  f"| {100 * total(apns.FROM_STORAGE) / total(apns.STORED):.1f} % "
                  f"| {100 * total(apns.DELIVERED) / received:.1f} % "
                  f"| {100 * total(apns.EXPIRED) / received:.2f} % |", flush=True)


def found(tool, capacity, gone, weeks, unknowns, *settings):
    """What calibrate says of the capacity."""
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        apns.write(folder / "metrics.csv", counts(capacity, gone, weeks), 7 * weeks)
        words = [word for name in unknowns for word in ("--unknown", name)]
        ended = subprocess.run(
            [tool, "calibrate", HERE / "scenario.yml", "--apns", folder / "metrics.csv", *words,
             *settings, "--out", folder / "found.yml", "--quiet"], capture_output=True, text=True)
        if ended.returncode not in (0, 1, 3):
            sys.exit(ended.stderr)
        answer = json.loads((folder / "found.answer.json").read_text())
    if answer["ending"] not in ("found", "open"):
        return answer["ending"]
    ends = answer["unknowns"][0]
    low = f"{ends.get('ci_low', 1):.0f}"
    interval = f"{low} to {ends['ci_high']:.0f}" if "ci_high" in ends else f"{low} or more"
    return f"{ends['value']:.0f} ({interval})" if "value" in ends else f"open: {interval}"


def weeks(tool):
    """The interval of the capacity, by what is known and how many weeks there are."""
    cases = [("none", 0, UNKNOWNS, ["--set", "groups=null"]),
             ("5 %, known", 0.05, UNKNOWNS, []),
             ("5 %, unknown", 0.05, [*UNKNOWNS, "groups.gone.share"],
              ["--set", "groups.gone.share=2%"]),
             ("5 %, overlooked", 0.05, UNKNOWNS, ["--set", "groups=null"])]
    print("| never back | kept | " + " | ".join(f"{count} week{'s' * (count > 1)}" for count in WEEKS) + " |\n" + "|---" * (2 + len(WEEKS)) + "|")
    for name, gone, unknowns, settings in cases:
        for capacity in CAPACITIES:
            row = [found(tool, capacity, gone, count, unknowns, *settings) for count in WEEKS]
            print(f"| {name} | {capacity} | {' | '.join(row)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["says", "weeks", "export"])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--tool", default=str(HERE.parents[1] / ".build/release/deliverysim"))
    parser.add_argument("--capacity", type=int, default=1)
    parser.add_argument("--gone", type=float, default=0)
    parser.add_argument("--weeks", type=int, default=4)
    options = parser.parse_args()
    if options.what == "says":
        says()
    elif options.what == "weeks":
        weeks(options.tool)
    else:
        apns.write(options.file, counts(options.capacity, options.gone, options.weeks),
                   7 * options.weeks)


if __name__ == "__main__":
    main()
