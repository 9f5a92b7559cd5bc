"""Counts the instructions of a notification, which other work on the machine does not change.

Runs the release build on small populations under valgrind and takes off what one device costs: the
start-up. In presets, counts those of a device's day instead: of its later days, all strategies
together. Fails when a figure is more than 10 % above the one in instructions.json.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from parts.processes import HERE, Simulator

FIGURES = HERE / "instructions.json"
DEVICES = 200
# A preset has so many devices and days; the first days are taken off.
PRESET_DEVICES = 50
PRESET_DAYS = (3, 17)
PRESETS = ["messenger", "marketing", "mail"]
SLACK = 0.10
SCENARIOS = {
    "gap-recovery": ("gap-recovery.yml", ["gap-recovery"]),
    "fire-and-forget": ("two-strategies.yml", ["fire-and-forget"]),
    "heavy-tails": ("heavy-tails.yml", ["gap-recovery"]),
    # Per notification of the world: both strategies together.
    "two-strategies": ("two-strategies.yml", ["fire-and-forget", "gap-recovery"]),
}
# The one that does what the others do as well.
BROADEST = ["two-strategies"]


class Counter:
    """Runs the tool under valgrind."""

    def __init__(self, tool, folder):
        self.folder = pathlib.Path(folder)
        # Old versions of valgrind cannot read the debugging information of new compilers.
        self.tool = self.folder / "deliverysim"
        subprocess.run(["strip", "--strip-debug", "-o", self.tool, tool], check=True)
        self.preload = self.folder / "sigsuspend.so"
        flags = ["-D_GNU_SOURCE", "-O2", "-shared", "-fPIC"]
        subprocess.run(["cc", *flags, HERE / "sigsuspend.c", "-o", self.preload], check=True)

    def run(self, scenario, strategies, changes):
        """Returns the number of instructions and of notifications."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            simulator = Simulator(self.tool, folder)
            command = ["valgrind", "--tool=cachegrind", "--cache-sim=no",
                       "--cachegrind-out-file=/dev/null"]
            command += simulator.command(scenario, strategies=strategies, changes=changes)
            environment = {**os.environ, "LD_PRELOAD": str(self.preload),
                           "SWIFT_DETERMINISTIC_HASHING": "1"}
            result = subprocess.run(command, env=environment, capture_output=True, text=True)
            found = re.search(r"I +refs: +([0-9,]+)", result.stderr)
            if result.returncode != 0 or found is None:
                sys.exit(f"{result.stderr}error: {' '.join(command)} has failed")
            owed = int(simulator.rows()[0]["owed"])
        return int(found[1].replace(",", "")), owed

    def per_notification(self, scenario, strategies):
        """The difference of a run of many devices and a run of one."""
        base, base_owed = self.run(scenario, strategies, {"devices": 1})
        total, owed = self.run(scenario, strategies, {"devices": 1 + DEVICES})
        return (total - base) / (owed - base_owed)

    def per_device_day(self, preset):
        """The difference of a longer run and a shorter one."""
        scenario = self.folder / f"{preset}.yml"
        subprocess.run([self.tool, "init", preset, "--out", scenario], check=True,
                       stdout=subprocess.DEVNULL)
        sizes = {"devices": PRESET_DEVICES, "replications": 1, "warmup": "0s", "drain": "0s"}
        base, total = (self.run(scenario, [], {**sizes, "duration": f"{days}d"})[0]
                       for days in PRESET_DAYS)
        return (total - base) / PRESET_DEVICES / (PRESET_DAYS[1] - PRESET_DAYS[0])

    def figure(self, name):
        if name in PRESETS:
            return self.per_device_day(name)
        return self.per_notification(*SCENARIOS[name])


def count(tool, names):
    """The scenarios, two at a time."""
    with tempfile.TemporaryDirectory(prefix="deliverysim-instructions-") as folder:
        counter = Counter(tool, folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return dict(zip(names, pool.map(counter.figure, names)))


def compare(figures, recorded):
    """Prints the table; returns what has become worse, and what so much better that it should be
    recorded."""
    heading = "instructions of a notification, or a preset's device-day"
    print(f"{heading:<58} {'now':>9} {'recorded':>9} {'change':>8}")
    worse, better = [], []
    for name, figure in figures.items():
        if name not in recorded:
            print(f"{name:<58} {figure:>9,.0f} {'none':>9}")
            continue
        change = figure / recorded[name] - 1
        print(f"{name:<58} {figure:>9,.0f} {recorded[name]:>9,.0f} {change:>+8.1%}")
        if change > SLACK:
            worse.append(name)
        if change < -SLACK:
            better.append(name)
    return worse, better


def unsupported():
    """Why nothing can be counted here; None when it can."""
    if platform.system() != "Linux":
        return f"valgrind does not run Swift programs on {platform.system()}"
    for program in ("valgrind", "strip", "cc"):
        if shutil.which(program) is None:
            return f"{program} is not there"
    return None


def kind_of_machine():
    """The processor's family, and whether variates are made with AVX2."""
    flags = pathlib.Path("/proc/cpuinfo").read_text().split()
    return platform.machine() + (" with AVX2" if "avx2" in flags else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True, type=pathlib.Path,
                        help="the release build of deliverysim")
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--few", action="store_true",
                       help="only the scenarios that do what the others do as well")
    scope.add_argument("--record", action="store_true",
                       help="write the figures to instructions.json")
    options = parser.parse_args()
    reason = unsupported()
    if reason:
        print(f"instructions: skipped, {reason}")
        return
    machine = kind_of_machine()
    recorded = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    names = BROADEST if options.few else [*SCENARIOS, *PRESETS]
    figures = count(options.tool.resolve(), names)
    worse, better = compare(figures, recorded.get(machine, {}))
    if options.record:
        recorded[machine] = {name: round(figure) for name, figure in figures.items()}
        FIGURES.write_text(json.dumps(recorded, indent=2) + "\n")
        print(f"recorded for {machine} in {FIGURES.name}")
        return
    hint = f"make instructions RECORD=1 writes the new figures to {FIGURES.name}"
    if machine not in recorded:
        print(f"no figures for {machine} yet: {hint}")
    if better:
        print(f"better by more than {SLACK:.0%}: {', '.join(better)}; {hint}")
    if worse:
        sys.exit(f"error: more than {SLACK:.0%} worse: {', '.join(worse)}; if on purpose, {hint}")


if __name__ == "__main__":
    main()
