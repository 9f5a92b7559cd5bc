#!/usr/bin/env python3
"""Shows that the tests of the rules can fail: switches each rule off and expects one of its tests to notice.

Each mutant is one exact replacement in the sources. For each, a scratch copy of the checkout is changed, built and
tested; a test whose display name carries the rule's number must fail. Exit code 1 when a mutant survives, does not
build, or its snippet does not occur exactly once. By default the first mutant of each rule is tried.
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

from mutant_list import MUTANTS as RULE_MUTANTS
from straight_way_mutants import STRAIGHT_WAY_MUTANTS

ROOT = pathlib.Path(__file__).resolve().parent.parent
MUTANTS = RULE_MUTANTS + STRAIGHT_WAY_MUTANTS
# What a build needs; everything else stays behind.
COPIED = [
    "Package.swift", "Package.resolved", "Sources", "Tests/TestSupport", "Tests/ModelsTests",
    "Tests/PropertyTests/AgreementTests.swift"]
TIMEOUT_SECONDS = 900
# The other test targets in Package.swift: tests("Name", [...] ...), with at most one more level of parentheses.
OTHER_TESTS = re.compile(
    r'^ *tests\(\s*"(?!(?:ModelsTests|PropertyTests)")(?:[^()]|\([^()]*\))*\),?\n', re.MULTILINE)
FAILED = re.compile(r'^✘ Test "((R[\d.]+) [^"]*)" (?:failed after|recorded)', re.MULTILINE)
RUN = re.compile(r"Test run with (\d+) tests")


class Scratch:
    """A copy of the checkout with nothing but what the rule tests need, so that a rebuild is quick."""

    def __init__(self, folder, configuration):
        self.folder = pathlib.Path(folder)
        self.configuration = configuration
        for name in COPIED:
            self._refresh(ROOT / name, self.folder / name)
        # Dependencies that are here need not be fetched.
        if not (self.folder / ".build").exists() and (ROOT / ".build").exists():
            for name in ["checkouts", "repositories", "workspace-state.json"]:
                self._refresh(ROOT / ".build" / name, self.folder / ".build" / name)
        package = self.folder / "Package.swift"
        package.write_text(OTHER_TESTS.sub("", package.read_text(encoding="utf-8")), encoding="utf-8")

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

    def test(self, tests):
        """Builds and runs some of the tests; returns what they print, or None after the time-out."""
        command = ["swift", "test", "-c", self.configuration, "--filter", tests]
        # A group of its own, so that a test that never ends goes with its parent.
        process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True)
        try:
            return process.communicate(timeout=TIMEOUT_SECONDS)[0]
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if isinstance(error, subprocess.TimeoutExpired):
                return None
            raise


def verdict(rule, output):
    """(killed by, or None) and a word on what happened instead."""
    if output is None:
        return None, "timed out"
    failed = {match.group(1): match.group(2) for match in FAILED.finditer(output)}
    killers = [name for name in failed if failed[name] == rule]
    if killers:
        return killers, ""
    if failed:
        return None, f"SURVIVED its rule; failed: {', '.join(sorted(set(failed.values())))}"
    if RUN.search(output):
        return None, "SURVIVED"
    problem = next((line for line in output.splitlines() if "error:" in line), "no test ran")
    return None, f"NOT TESTED: {problem.strip()}"


def run_one(scratch, mutant):
    path = scratch.folder / mutant.file
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(mutant.old, mutant.new), encoding="utf-8")
    start = time.monotonic()
    try:
        output = scratch.test(mutant.tests)
    finally:
        path.write_text(original, encoding="utf-8")
    killers, problem = verdict(mutant.rule, output)
    return killers, problem, time.monotonic() - start


def misplaced(mutants):
    """The mutants whose snippet does not occur exactly once."""
    problems = []
    for mutant in mutants:
        count = (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if count != 1:
            problems.append(f"{mutant.rule}: {mutant.what}: found {count} times in {mutant.file}")
    return problems


def run_all(mutants, folder, configuration):
    scratch = Scratch(folder, configuration)
    print("without a mutant ...", flush=True)
    output = scratch.test("|".join(sorted({mutant.tests for mutant in mutants}))) or ""
    if FAILED.search(output) or not RUN.search(output):
        print(output[-4000:], file=sys.stderr)
        print("the tests must pass without a mutant", file=sys.stderr)
        return 1
    survivors = 0
    print(f"{'rule':<6} {'seconds':>7}  {'switched off':<66} killed by")
    for mutant in mutants:
        killers, problem, seconds = run_one(scratch, mutant)
        survivors += 0 if killers else 1
        others = f" (and {len(killers) - 1} more)" if killers and len(killers) > 1 else ""
        result = f"{killers[0]}{others}" if killers else problem
        print(f"{mutant.rule:<6} {seconds:>7.0f}  {mutant.what:<66} {result}", flush=True)
    print(f"{len(mutants)} mutants, {len(mutants) - survivors} killed")
    return 1 if survivors else 0


def chosen(options):
    """What the options ask for, in the order of the list."""
    if options.only:
        return [mutant for mutant in MUTANTS if mutant.rule in options.only]
    if options.all or options.list:
        return MUTANTS
    first = {}
    for mutant in MUTANTS:
        first.setdefault(mutant.rule, mutant)
    return list(first.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", metavar="RULE", help="repeatable: R3.1")
    parser.add_argument("--all", action="store_true", help="every mutant, not only the first of each rule")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--scratch", metavar="DIR", help="a folder to keep, so that the next start is quicker")
    parser.add_argument(
        "--debug", action="store_true", help="build without optimization: several times quicker")
    options = parser.parse_args()
    # What was started must end, and the scratch copy be whole again, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    mutants = chosen(options)
    if not mutants:
        parser.error("no mutant of that rule")
    problems = misplaced(mutants)
    for problem in problems:
        print(problem, file=sys.stderr)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.rule:<6} {mutant.file:<42} {mutant.what}")
    if problems or options.list:
        return 1 if problems else 0
    configuration = "debug" if options.debug else "release"
    if options.scratch:
        return run_all(mutants, options.scratch, configuration)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        return run_all(mutants, folder, configuration)


if __name__ == "__main__":
    sys.exit(main())
