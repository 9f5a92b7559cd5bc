#!/usr/bin/env python3
"""Runs targets of the Makefile one after another, quietly, and ends with one line: N passed, N failed.

A target that fails does not keep the others from running, except one with a `!`: the rest needs it. NAME=MINUTES
ends a target that takes longer. What passes is a line; of what fails the log is shown. The tests that a target has
run count one by one; a target without tests counts as one. Everything that was printed is in the log.
"""

import argparse
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time
from typing import NamedTuple

# Swift Testing prints this of a test: ✔ passed, ━ passed with issues it waits for, ✘ failed, ➜ skipped.
ENDED = re.compile(r"^(✔|━|✘|➜) Test (?!run with ).* (?:(?:passed|failed) after [\d.]+ seconds|skipped\b)")
ALL = re.compile(r"^[✔━✘] Test run with (\d+) tests?\b", re.MULTILINE)
# The last line of this, where a target runs it again.
VERDICT = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)
# Something else than the story of a failure begins with these.
OTHER = re.compile(r"^(✔|━|◇|➜|\[\d+/\d+\]|Test Suite )")
COLOURS = re.compile(r"\x1b\[[\d;]*m")
LINES_MAX = 150


class Step(NamedTuple):
    target: str
    is_needed: bool
    minutes: float | None

    @staticmethod
    def parse(text):
        name, _, minutes = text.partition("=")
        return Step(name.rstrip("!"), name.endswith("!"), float(minutes) if minutes else None)


class Count(NamedTuple):
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Count(*(one + another for one, another in zip(self, other)))

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def run(step, log):
    """Runs a target; returns its exit code (None: out of time) and its output."""
    # A group of its own: what a target has started ends with it.
    process = subprocess.Popen(
        ["make", "--no-print-directory", step.target], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=step.minutes and step.minutes * 60)
        code = process.returncode
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
        code = None
    output = COLOURS.sub("", output)
    log.write(f"===== make {step.target}\n{output}\n")
    log.flush()
    return code, output


def count(code, output):
    """The numbers of tests that have passed, failed and were skipped."""
    verdicts = VERDICT.findall(output)
    if verdicts:
        found = Count(*(int(number or 0) for number in verdicts[-1]))
        return found if code == 0 or found.failed else found + Count(failed=1)
    ends = [match[1] for match in map(ENDED.match, output.splitlines()) if match]
    if not ends and not ALL.search(output):
        return Count(int(code == 0), int(code != 0))
    found = Count(ends.count("✔") + ends.count("━"), ends.count("✘"), ends.count("➜"))
    # Ended by a signal, out of time or before a test was run: no test tells it.
    if found.failed == 0 and (code != 0 or not ends):
        found += Count(failed=1)
    if found.failed == 0:
        # Lines of single tests are lost at times. The number of all, which is not, includes those skipped.
        found = found._replace(passed=max(found.passed, sum(map(int, ALL.findall(output))) - found.skipped))
    return found


def failures(output):
    """The lines about tests that failed, or else the last ones."""
    lines, is_shown = [], False
    for line in output.splitlines():
        if line.startswith("✘"):
            is_shown = True
        elif OTHER.match(line):
            is_shown = False
        if is_shown:
            lines.append(line)
    if not any(ENDED.match(line) for line in lines):
        lines = output.splitlines()[-LINES_MAX:]
    if len(lines) > LINES_MAX:
        lines = lines[:LINES_MAX] + [f"... and {len(lines) - LINES_MAX} more lines"]
    return lines


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def perform(step, log):
    """Runs a target and prints its line; returns its count."""
    print(f"{step.target:<18} ", end="", flush=True)
    start, cpu = time.monotonic(), cpu_seconds()
    code, output = run(step, log)
    found = count(code, output)
    word = "failed" if found.failed else "ok"
    if code is None:
        word = f"not done in {step.minutes:g} minutes"
    tests = f"  {found}" if sum(found) > 1 else ""
    print(f"{time.monotonic() - start:>6.0f} s {cpu_seconds() - cpu:>6.0f} s of CPU  {word}{tests}", flush=True)
    if found.failed:
        print("\n".join(f"    {line}" for line in failures(output)), flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log", required=True, type=pathlib.Path, help="everything that is printed")
    parser.add_argument("steps", nargs="+", type=Step.parse, metavar="NAME[!][=MINUTES]")
    options = parser.parse_args()
    # One target at a time, whatever -j said; variables of the command line stay.
    os.environ.pop("MFLAGS", None)
    variables = os.environ.pop("MAKEFLAGS", "").partition("-- ")[2]
    if variables:
        os.environ["MAKEFLAGS"] = f" -- {variables}"
    # So that what was started ends with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options.log.parent.mkdir(parents=True, exist_ok=True)
    start, total = time.monotonic(), Count()
    with options.log.open("w", encoding="utf-8") as log:
        for step in options.steps:
            found = perform(step, log)
            total += found
            if found.failed and step.is_needed:
                print("what comes after it was not run")
                break
    print(f"{cpu_seconds() / 60:.1f} minutes of CPU in {(time.monotonic() - start) / 60:.1f}; log: {options.log}")
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
