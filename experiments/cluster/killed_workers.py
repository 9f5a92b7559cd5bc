#!/usr/bin/env python3
"""Runs a sweep on workers of this machine that are killed at random, and compares the files with
those of one process that nobody kills.

  killed_workers.py TOOL --points 10000 --workers 8 --shards 32

A worker runs one shard after another, each in a process of its own. An attempt at a shard is killed
with the probability --kills, once it has kept a random number of further units; 0 is while it
starts. Then any free worker goes on with it. --seed decides which attempts are killed, and the
machine at which moment. The exit code is 0 if all CSV files and answer.json are the same, byte for
byte.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SCENARIO = Path(__file__).resolve().parent / "points.yml"
PAUSE = 0.01  # [s], between looks at the workers
USAGE = 64


class Failure(Exception):
    """Ends the comparison with a sentence."""


class Attempt:
    """A process that runs a shard, and after how many kept units it is killed; None: never."""

    def __init__(self, process, shard, kept, killed_at):
        self.process = process
        self.shard = shard
        self.kept = kept
        self.killed_at = killed_at


class Workers:
    """So many workers, the shards that wait for one, and what became of those that had one."""

    def __init__(self, command, folder, options):
        self.command = command
        self.folder = folder
        self.options = options
        self.waiting = collections.deque(range(1, options.shards + 1))
        self.running = []
        self.attempts = collections.Counter()
        self.killed = 0
        self.resumed = 0

    def units(self, shard):
        """How many the shard has kept. Those of an attempt that has ended well are moved."""
        try:
            kept = Path(self.folder, str(shard), ".checkpoint", "units").read_bytes()
        except FileNotFoundError:
            return 0
        return kept.count(b"\n")

    def start(self, shard):
        options = self.options
        self.attempts[shard] += 1
        chance = random.Random(f"{options.seed} {shard} {self.attempts[shard]}")
        kept = self.units(shard)
        is_killed = chance.random() < options.kills
        # A design point has several units: what is drawn is less than a shard has.
        further = int(chance.random() * options.points / options.shards)
        killed_at = kept + further if is_killed else None
        self.resumed += kept > 0
        process = subprocess.Popen([
            *self.command, "--out", f"{self.folder}/{shard}", "--resume", "--threads", "1",
            "--shard", f"{shard}/{options.shards}",
        ])
        self.running.append(Attempt(process, shard, kept, killed_at))

    def look(self, attempt):
        """Whether the worker is free again."""
        if attempt.killed_at is not None and self.units(attempt.shard) >= attempt.killed_at:
            attempt.process.kill()
        code = attempt.process.poll()
        if code is None:
            return False
        if code < 0:
            self.killed += 1
            self.waiting.append(attempt.shard)
        elif code not in (0, 3):
            raise Failure(f"shard {attempt.shard}: exit code {code}")
        return True

    def run(self):
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.options.workers:
                    self.start(self.waiting.popleft())
                self.running = [each for each in self.running if not self.look(each)]
                time.sleep(PAUSE)
        finally:
            for each in self.running:
                each.process.kill()
                each.process.wait()


def call(command):
    code = subprocess.run(command, check=False).returncode
    # 3: an interval is too wide for a verdict; the files are whole.
    if code not in (0, 3):
        raise Failure(f"{' '.join(map(str, command))}: exit code {code}")


def compare(one, merged):
    """How many files are the same; the first that is not is a failure."""
    names = sorted(path.name for path in one.glob("*.csv")) + ["answer.json"]
    for name in names:
        if (one / name).read_bytes() != (merged / name).read_bytes():
            raise Failure(f"{name}: the workers' bytes are not those of one process")
    return len(names)


def perform(folder, options):
    """The sentence about what was compared."""
    run = [options.tool, "run", str(SCENARIO), "--quiet"]
    for setting in [f"sweep.sample.lhs={options.points}", *options.set]:
        run += ["--set", setting]
    start = time.monotonic()
    call([*run, "--out", str(folder / "one"), "--discard-units"])
    alone = time.monotonic() - start
    workers = Workers(run, str(folder / "shards"), options)
    workers.run()
    shards = [str(folder / "shards" / str(index + 1)) for index in range(options.shards)]
    call([options.tool, "merge", *shards, "--out", str(folder / "merged"), "--quiet"])
    together = time.monotonic() - start - alone
    if workers.resumed == 0:
        raise Failure("no worker was killed that had kept a unit: nothing was shown")
    files = compare(folder / "one", folder / "merged")
    return (
        f"{options.points} design points, {options.shards} shards on {options.workers} workers:"
        f" {workers.killed} killed, {workers.resumed} went on from kept units, {together:.0f} s;"
        f" one process: {alone:.0f} s; {files} files are the same, byte for byte")


class Parser(argparse.ArgumentParser):
    """With the tool's exit code for a wrong command line."""

    def error(self, message):
        self.exit(USAGE, f"error: {message}; --help tells what is allowed\n")


def count(text):
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 2 <= value <= 10_000:
        raise argparse.ArgumentTypeError(f'found "{text}"; allowed: 2 to 10000')
    return value


def probability(text):
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f'found "{text}"; allowed: more than 0, less than 1')
    return value


def parse(words):
    parser = Parser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", type=os.path.abspath, help="deliverysim")
    parser.add_argument("--points", type=count, default=10_000, help="design points (10000)")
    parser.add_argument("--workers", type=count, default=8, help="processes at a time (8)")
    parser.add_argument("--shards", type=count, default=32, help="parts of the sweep (32)")
    parser.add_argument(
        "--kills", type=probability, default=0.5, help="probability for each attempt (0.5)")
    parser.add_argument("--seed", default="1", help="what is killed (1)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="PATH=VALUE", help="keys of the scenario")
    options = parser.parse_args(words)
    if options.shards > options.points:
        parser.error(f"--shards: found {options.shards}; allowed: at most --points")
    return options


def main(words):
    options = parse(words)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(perform(Path(folder), options))
        except Failure as failure:
            print(f"error: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
