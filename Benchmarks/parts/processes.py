"""Runs programs as their users do: whole processes, from the start to the last file."""

import csv
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent


class Run:
    """What one process of the simulator took, and what it counted."""

    def __init__(self, seconds, memory, rows):
        self.seconds = seconds
        self.memory = memory  # byte
        self.rows = rows  # of replications.csv

    @property
    def owed(self):
        return sum(int(row["owed"]) for row in self.rows)


class Simulator:
    """The release build, with a folder for its results."""

    def __init__(self, tool, folder):
        self.tool = tool
        self.out = pathlib.Path(folder) / "out"

    def command(self, scenario, threads=1, strategies=(), changes=None):
        command = [self.tool, "run", HERE / scenario, "--quiet", "--force", "--out", self.out]
        command += ["--threads", threads]
        for strategy in strategies:
            command += ["--strategy", strategy]
        for path, value in (changes or {}).items():
            command += ["--set", f"{path}={value}"]
        return [str(part) for part in command]

    def run(self, scenario, **options):
        seconds, memory = run_process(self.command(scenario, **options))
        return Run(seconds, memory, self.rows())

    def rows(self, table="replications.csv"):
        """Of the last run."""
        with open(self.out / table, newline="") as file:
            return list(csv.DictReader(file))


def run_process(command, allowed=(0,)):
    """Runs a command; returns its wall time [s] and its peak memory [byte].

    Any other exit code than those that are allowed ends this program.

    The peak is never below that of this script when it starts the command (about 15 MB): the system
    counts from before the command replaces it.
    """
    start = time.perf_counter()
    # A run that ends early says on its error output which precision it misses.
    errors = None if allowed == (0,) else subprocess.DEVNULL
    process = subprocess.Popen(command, stderr=errors)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        sys.exit(f"exit code {process.returncode}: {' '.join(command)}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit


def in_turns(count, *actions):
    """Does the actions in turn, `count` times, so that a disturbance meets all alike.

    Returns a list of results for each action.
    """
    results = [[] for _ in actions]
    for _ in range(count):
        for action, found in zip(actions, results):
            found.append(action())
    return results


def median_run(runs):
    """The times' median and the largest peak; all runs must have counted the same."""
    if any(run.rows != runs[0].rows for run in runs):
        sys.exit("two runs of the same scenario gave different results")
    seconds = statistics.median(run.seconds for run in runs)
    return Run(seconds, max(run.memory for run in runs), runs[0].rows)
