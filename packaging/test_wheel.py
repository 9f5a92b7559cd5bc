"""Installs the wheel into a new environment without a compiler, and uses all of it: test_wheel.py WHEELS VERSION, the
wheel with all that it needs. Prints a line for each step, then how many passed and failed."""

import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOG = ROOT / "experiments/calibrate-own/receipts.csv"
# From nothing to an answer [s of CPU: others may use the machine too].
ANSWER_MAX = 60
INTERRUPTED = 130
PYTHON = """
import deliverysim, json
results = deliverysim.run({"extends": "mail"}, devices=20, replications=3)
assert results.answer.sentences and len(results.metrics)
assert len(results.metrics.pandas()) == len(results.metrics)
assert deliverysim.plan("my.yml")["time"] > 0
assert deliverysim.validate("my.yml", devices=7)["devices"] == 7
assert deliverysim.check(results, baseline=results).has_passed
(story, *_) = deliverysim.stories(results, strategy="gap-recovery").table
told = deliverysim.explain(results, strategy="gap-recovery", device=story["device"])
assert len(told.events) and "<html" in told.html
assert deliverysim.fit("log.csv", replications=2, column={"sent": "sent"}).scenario
assert deliverysim.start("log.csv", no_report=True, out="again").answer.sentences
chosen = deliverysim.best("my.yml", devices=20, budget=4)
assert chosen.answer["kind"] == "choice"
try:
    deliverysim.run("my.yml", devices="many")
except deliverysim.ToolFailed as error:
    assert error.places[0].path == "devices" and error.places[0].allowed
else:
    raise AssertionError("no error")
"""


class Clock:
    """Since it was made: of the wall, and of the processors."""

    def __init__(self):
        self.start, self.used = time.monotonic(), self.processors()

    @staticmethod
    def processors():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    @property
    def seconds(self):
        return self.processors() - self.used

    def __str__(self):
        return f"{time.monotonic() - self.start:.0f} s ({self.seconds:.0f} s of CPU)"


class Machine:
    """A new environment, in a folder of its own."""

    def __init__(self, folder, wheels, version):
        self.folder, self.wheels, self.version = folder, wheels, version
        self.bin = folder / "env/bin"
        self.environment = {
            # Nothing of the machine: Swift may lie beside all other programs.
            "PATH": str(self.bin), "HOME": str(folder), "LANG": "C.UTF-8",
            "MPLCONFIGDIR": str(folder / "matplotlib"),
        }
        self.start = Clock()

    def run(self, *words, code=0):
        """What a program prints, which has to end with this code."""
        ending = subprocess.run(
            [str(one) for one in words], cwd=self.folder, env=self.environment, text=True,
            capture_output=True)
        assert ending.returncode == code, f"{words} ended with {ending.returncode}: {ending.stderr}"
        return ending.stdout

    def tool(self, *words, code=0):
        return self.run(self.bin / "deliverysim", *words, code=code)


def install(machine):
    machine.run(sys.executable, "-m", "venv", "env")
    machine.run(machine.bin / "pip", "install", "--quiet", "--no-index", "--find-links",
                machine.wheels, "deliverysim")
    for compiler in ("swift", "cc"):
        assert shutil.which(compiler, path=machine.environment["PATH"]) is None, compiler
    print(f"  installed after {machine.start}")


def start_with_a_log(machine):
    shutil.copyfile(LOG, machine.folder / "log.csv")
    assert "gap-recovery" in machine.tool("start", "log.csv")
    assert (machine.folder / "start/report/report.html").is_file(), "no report"
    print(f"  an answer and its report after {machine.start}, from nothing")
    assert machine.start.seconds <= ANSWER_MAX, f"more than {ANSWER_MAX} s of CPU"


def version(machine):
    assert machine.tool("--version").startswith(f"deliverysim {machine.version} (")
    found = machine.run(machine.bin / "python", "-c", "import deliverysim; print(deliverysim.__version__)")
    assert found.strip() == machine.version, found


def licences(machine):
    (folder,) = (machine.folder / "env").glob("lib/python3*/site-packages/deliverysim-*.dist-info")
    assert (folder / "licenses/LICENSE").is_file() and (folder / "licenses/THIRD-PARTY.md").is_file()


def run_and_report(machine):
    (machine.folder / "my.yml").write_text(machine.tool("init", "mail"))
    machine.tool("run", "my.yml", "--set", "devices=50", "-n", "4", "--out", "runs/my")
    machine.tool("report", "runs/my")
    page = (machine.folder / "runs/my/report/report.html").read_text()
    assert "<svg" in page or "data:image" in page


def exit_codes(machine):
    machine.tool("run", "nowhere.yml", code=66)
    machine.tool("run", "my.yml", "--set", "devices=many", code=64)


def signals(machine):
    process = subprocess.Popen(
        [machine.bin / "deliverysim", "run", "my.yml", "-n", "5000", "--out", "long"],
        cwd=machine.folder, env=machine.environment, stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == INTERRUPTED, process.returncode


def interruptible():
    """A job in the background of a shell inherits that it ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def explore(machine):
    process = subprocess.Popen(
        [machine.bin / "deliverysim", "explore", "my.yml"], cwd=machine.folder,
        env=machine.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        preexec_fn=interruptible)
    try:
        url = process.stdout.readline().strip()
        with urllib.request.urlopen(url, timeout=10) as page:
            assert "<html" in page.read().decode().lower()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert process.returncode == INTERRUPTED, process.returncode


def python(machine):
    machine.run(machine.bin / "python", "-c", PYTHON)


STEPS = [install, start_with_a_log, version, licences, run_and_report, exit_codes, signals,
         explore, python]


def main():
    wheels, version = Path(sys.argv[1]).resolve(), sys.argv[2]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder), wheels, version)
        for step in STEPS:
            try:
                step(machine)
                print(f"ok: {step.__name__.replace('_', ' ')}", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED: {step.__name__.replace('_', ' ')}", flush=True)
                traceback.print_exc()
    print(f"{len(STEPS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
