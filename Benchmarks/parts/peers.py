"""The same work done by others: programs in C and SimPy. They get environments of their own."""

import json
import os
import shutil
import statistics
import subprocess
import sys

from parts.processes import HERE

SOURCES = HERE / "peers"
BUILD = HERE / ".build" / "peers"
FLAGS = ["-std=gnu11", "-O3", "-Wall", "-Wextra", "-Werror"]
PROGRAMS = {
    "gap_recovery": ["gap_recovery.c"],
    "hold_model": ["hold_model.c"],
    "hold_ladder": ["hold_model.c", "-DLADDER"],
}
SIMPY_DEVICES = 60


def capture(command):
    command = [str(part) for part in command]
    result = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return result.stdout


class CPeers:
    """The programs in C, by every compiler that is there: the fastest is the yardstick."""

    def __init__(self):
        asked = os.environ.get("CC")
        names = [asked] if asked else ["clang", "gcc"]
        self.compilers = [name for name in names if shutil.which(name)] or ["cc"]
        BUILD.mkdir(parents=True, exist_ok=True)
        for compiler in self.compilers:
            for program, (source, *flags) in PROGRAMS.items():
                target = self.path(program, compiler)
                subprocess.run(
                    [compiler, *FLAGS, *flags, SOURCES / source, "-o", target, "-lm"], check=True)

    @staticmethod
    def path(program, compiler):
        return BUILD / f"{program}-{os.path.basename(compiler)}"

    def gap_recovery(self, **options):
        """The answers as JSON, of the compiler whose program was the fastest."""
        arguments = [part for name, value in options.items()
                     for part in (f"--{name.replace('_', '-')}", value)]
        answers = [json.loads(capture([self.path("gap_recovery", compiler), *arguments]))
                   for compiler in self.compilers]
        return max(answers, key=lambda answer: answer["notifications_per_second"])

    def holds(self, program, pending, times):
        """For each compiler, the program's hold model as an action."""
        return [lambda path=self.path(program, compiler): hold(path, pending, times)
                for compiler in self.compilers]


def hold(program, pending, times):
    """Events a second, and the time of the last event."""
    rate, last = capture([program, pending, times]).split()
    return float(rate), int(last)


def median_rate(answers):
    return statistics.median(answer["notifications_per_second"] for answer in answers)


class SimPy:
    """SimPy in Benchmarks/.venv, which is made when it is absent."""

    def __init__(self):
        folder = HERE / ".venv"
        self.python = folder / "bin" / "python"
        ready = folder / "ready"
        if ready.exists():
            return
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(pip + ["-r", SOURCES / "requirements.txt"], check=True)
        ready.touch()

    def run(self, **options):
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        program = SOURCES / "simpy_gap_recovery.py"
        return json.loads(capture([self.python, program, "--devices", SIMPY_DEVICES, *arguments]))
