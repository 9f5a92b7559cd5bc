#!/usr/bin/env python3
"""Shows that tests can fail: breaks the sources in one place at a time and expects a test to notice.

Each mutant is one exact replacement in the sources. A scratch copy of the checkout is built once with all of them
(mutant_switch.py). A mutant of a rule switches it off: the tests whose display name carries the rule's number are run,
and one must fail. Any other mutant names the test that must fail, and that one alone is run. What cannot be switched is
built by itself. Exit code 1 when a mutant survives, does not build, or its snippet or its test is not there exactly
once. By default the first mutant of each rule and of each named test is tried.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutant_switch
from answer_mutants import ANSWER_MUTANTS
from calibrate_mutants import CALIBRATE_MUTANTS
from experiments_mutants import EXPERIMENTS_MUTANTS
from feature_mutants import FEATURE_MUTANTS
from files_mutants import FILES_MUTANTS
from fit_mutants import FIT_MUTANTS
from killed_mutants import Killed
from kernel_mutants import KERNEL_MUTANTS
from mutant import without_test
from scenario_mutants import SCENARIO_MUTANTS
from statistics_mutants import STATISTICS_MUTANTS

ROOT = pathlib.Path(__file__).resolve().parent.parent
MUTANTS = (
    FEATURE_MUTANTS + KERNEL_MUTANTS + STATISTICS_MUTANTS + FILES_MUTANTS + FIT_MUTANTS + EXPERIMENTS_MUTANTS
    + SCENARIO_MUTANTS + ANSWER_MUTANTS + CALIBRATE_MUTANTS)
# A build needs these and the test targets of its mutants; everything else stays behind.
COPIED = ["Package.swift", "Package.resolved", "Sources", "Tests/TestSupport"]
BUILD_SECONDS = 1800
TEST_SECONDS = 300
# The column of names when they are printed.
WIDTH = max(len(mutant.shown_by) for mutant in MUTANTS)
# This is a test target in Package.swift: tests("Name", [...] ...), with at most one more level of parentheses.
TARGET = re.compile(r'^ *tests\(\s*"(\w+)"(?:[^()]|\([^()]*\))*\),?\n', re.MULTILINE)
# A test is told by its display name in quotes, or by its function.
FAILED = re.compile(
    r'^✘ Test (?:"(.*?)"|(\S+\))) (?:failed after|recorded|with \d+ test cases failed)', re.MULTILINE)
RUN = re.compile(r"Test run with [1-9]\d* test")
ERROR = re.compile(r"^(/.*?\.swift):(\d+):\d+: error: (.*)", re.MULTILINE)


class Scratch:
    """A copy of the checkout with nothing but what the mutants' tests need, so that a build is quick."""

    def __init__(self, folder, mutants):
        self.folder = pathlib.Path(folder).resolve()
        targets = {target for mutant in mutants for target in mutant.targets}
        folders = {folder for mutant in mutants for folder in mutant.folders}
        for name in COPIED + [f"Tests/{folder}" for folder in sorted(folders)]:
            self._refresh(ROOT / name, self.folder / name)
        # Dependencies that are here need not be fetched.
        if not (self.folder / ".build").exists() and (ROOT / ".build").exists():
            for name in ["checkouts", "repositories", "workspace-state.json"]:
                self._refresh(ROOT / ".build" / name, self.folder / ".build" / name)
        package = self.folder / "Package.swift"
        # A mutant may leave a variable that is never used.
        text = TARGET.sub(
            lambda match: match[0] if match[1] in targets else "", package.read_text(encoding="utf-8"))
        self.write("Package.swift", text.replace("  .treatAllWarnings(as: .error),\n", ""))

    @staticmethod
    def _refresh(source, target):
        """Copies what differs and removes what is gone, so that times of unchanged files stay as they are."""
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            names = {path.name for path in source.iterdir()}
            for path in target.iterdir():
                if path.name not in names:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            for path in source.iterdir():
                Scratch._refresh(path, target / path.name)
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != source.read_bytes():
                shutil.copyfile(source, target)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def run(self, command, seconds, mutant=0):
        """Returns what it prints, or None after the time-out."""
        environment = {**os.environ, "NO_COLOR": "1", mutant_switch.VARIABLE: str(mutant)}
        # A group of its own, so that a test that never ends goes with its parent.
        process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        try:
            return process.communicate(timeout=seconds)[0]
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise

    def build(self):
        """Returns what is wrong; empty when all is well."""
        output = self.run(
            ["swift", "build", "-c", "debug", "--product", "deliverysimPackageTests"], BUILD_SECONDS)
        return "error: out of time" if output is None else output if "error:" in output else ""

    def test(self, tests, mutant=0, seconds=TEST_SECONDS):
        # It is a program on Linux, which starts ten times as fast as the package manager that would start it.
        program = self.folder / ".build/debug/deliverysimPackageTests.xctest"
        command = [program, "--testing-library", "swift-testing"]
        if not program.is_file():
            command = ["swift", "test", "-c", "debug", "--skip-build"]
        return self.run([*command, "--filter", tests], seconds, mutant)


# MARK: Build


def build_switched(scratch, mutants):
    """Builds those of {number: mutant} that can be switched; returns their numbers."""
    left = dict(mutants)
    while True:
        places, modules = {}, set()
        for file in {mutant.file for mutant in mutants.values()}:
            here = {number: mutant for number, mutant in left.items() if mutant.file == file}
            text, lines = mutant_switch.switched((ROOT / file).read_text(encoding="utf-8"), here)
            scratch.write(file, text)
            places[str(scratch.folder / file)] = lines
            modules.add(pathlib.Path(file).parts[1])
        for module in modules:
            scratch.write(f"Sources/{module}/ActiveMutant.swift", mutant_switch.SWITCH)
        output = scratch.build()
        if not output:
            return {number for lines in places.values() for number in lines}
        # Those that the compiler refuses here are built by themselves.
        errors = [(match[1], int(match[2]), match[3]) for match in ERROR.finditer(output)]
        refused = {number: error for file, line, error in errors
                   for number, lines in places.get(file, {}).items() if line in lines}
        if not refused:
            sys.exit(output[-4000:])
        for number, error in sorted(refused.items()):
            print(f"by itself: {left.pop(number).what}: {error}", flush=True)


def restore(scratch, mutants):
    for mutant in mutants:
        scratch.write(mutant.file, (ROOT / mutant.file).read_text(encoding="utf-8"))


# MARK: Test


def verdict(mutant, output):
    """(killed by, or None) and a word on what happened instead."""
    if output is None:
        return None, "timed out"
    failed = {match[1] or match[2] for match in FAILED.finditer(output)}
    killers = sorted(failed if mutant.test else {name for name in failed if name.startswith(f"{mutant.rule} ")})
    if killers:
        return killers, ""
    if "Program crashed" in output:
        return [f"{mutant.shown_by} a precondition that traps in one of its tests"], ""
    if RUN.search(output):
        return None, "SURVIVED"
    problem = next((line for line in output.splitlines() if "error:" in line), "no test ran")
    return None, f"NOT TESTED: {problem.strip()}"


def run_by_itself(scratch, mutant):
    original = (ROOT / mutant.file).read_text(encoding="utf-8")
    scratch.write(mutant.file, original.replace(mutant.old, mutant.new))
    try:
        return scratch.build() or scratch.test(mutant.filter)
    finally:
        scratch.write(mutant.file, original)


def attempts(scratch, numbered, switched):
    """Each mutant with what its tests print; those in the build first: what comes after them changes the sources."""
    for number in sorted(switched):
        yield numbered[number], scratch.test(numbered[number].filter, number)
    others = [mutant for number, mutant in numbered.items() if number not in switched]
    if others:
        restore(scratch, numbered.values())
    for mutant in others:
        yield mutant, run_by_itself(scratch, mutant)


def passes_without(scratch, mutants):
    filters = "|".join(sorted({mutant.filter for mutant in mutants}))
    output = scratch.test(filters, seconds=BUILD_SECONDS) or "out of time"
    if RUN.search(output) and not FAILED.search(output):
        return True
    print(f"{output[-4000:]}\nthe tests must pass without a mutant", file=sys.stderr)
    return False


def run_all(mutants, folder, seconds):
    """Tries mutants until the time is over."""
    start = time.monotonic()
    scratch, killed = Scratch(folder, mutants), Killed(ROOT)
    numbered = dict(enumerate(mutants, 1))
    switched = build_switched(scratch, numbered)
    print(f"{len(switched)} of {len(mutants)} mutants in one build", flush=True)
    if not passes_without(scratch, mutants):
        return 1
    done = survivors = 0
    print(f"{'rule or test':<{WIDTH}} {'seconds':>7}  {'switched off':<66} killed by")
    before = time.monotonic()
    for mutant, output in attempts(scratch, numbered, switched):
        killers, problem = verdict(mutant, output)
        done, survivors = done + 1, survivors + (0 if killers else 1)
        killed.note(mutant, bool(killers))
        others = f" (and {len(killers) - 1} more)" if killers and len(killers) > 1 else ""
        result = f"{killers[0]}{others}" if killers else problem
        now = time.monotonic()
        print(f"{mutant.shown_by:<{WIDTH}} {now - before:>7.0f}  {mutant.what:<66} {result}", flush=True)
        before = now
        if now - start > seconds:
            break
    left = f", {len(mutants) - done} left for the next run" if done < len(mutants) else ""
    print(f"{done} mutants, {done - survivors} killed{left}")
    return 1 if survivors else 0


# MARK: Choice


def misplaced(mutants):
    """The mutants whose snippet does not occur exactly once."""
    problems = []
    for mutant in mutants:
        file = ROOT / mutant.file
        count = file.read_text(encoding="utf-8").count(mutant.old) if file.exists() else 0
        if count != 1:
            problems.append(f"{mutant.shown_by}: {mutant.what}: found {count} times in {mutant.file}")
    return problems


def chosen(options):
    """The mutants that the options ask for, in the order of the list; `--changed`: the oldest first."""
    if options.only:
        return [mutant for mutant in MUTANTS if mutant.shown_by in options.only]
    if options.changed:
        return Killed(ROOT).changed(MUTANTS)
    if options.all or options.list:
        return MUTANTS
    first = {}
    for mutant in MUTANTS:
        first.setdefault(mutant.shown_by, mutant)
    return list(first.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", metavar="NAME", help="repeatable: R3.1, EstimateTests/byHand")
    parser.add_argument("--all", action="store_true", help="every mutant, not only the first of each rule or test")
    parser.add_argument(
        "--changed", action="store_true", help="those that changed, they or what they are in, since they were killed")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no other after this time")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--scratch", metavar="DIR", help="a folder to keep, so that the next start is quicker")
    options = parser.parse_args()
    # The processes that were started must end, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    problems = misplaced(MUTANTS) + without_test(MUTANTS)
    for problem in problems:
        print(problem, file=sys.stderr)
    mutants = chosen(options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.shown_by:<{WIDTH}} {mutant.file:<42} {mutant.what}")
    if problems or options.list:
        return 1 if problems else 0
    if not mutants:
        if options.only:
            parser.error("no mutant of that rule or test")
        print("0 mutants: nothing has changed since each was killed")
        return 0
    if options.scratch:
        return run_all(mutants, options.scratch, options.minutes * 60)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        return run_all(mutants, folder, options.minutes * 60)


if __name__ == "__main__":
    sys.exit(main())
