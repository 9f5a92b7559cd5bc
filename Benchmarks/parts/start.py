"""What a user waits for before anything is simulated."""

import statistics
import subprocess
import tempfile
import time

from parts.processes import HERE


def start_up(report, simulator):
    report.section("Start")
    changes = {"devices": 2, "duration": "1d"}
    seconds = statistics.median(
        simulator.run("gap-recovery.yml", changes=changes).seconds for _ in range(20))
    report.line("2 devices for a day, median of 20", f"{1e3 * seconds:.0f} ms", "<= 20 ms",
                seconds <= 0.02)
    seconds = statistics.median(validate(simulator.tool) for _ in range(20))
    report.line("validate, median of 20", f"{1e3 * seconds:.1f} ms", "<= 10 ms", seconds <= 0.01)


def validate(tool):
    start = time.perf_counter()
    subprocess.run([tool, "validate", HERE / "gap-recovery.yml"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def clean_build(report):
    """Downloads are cached; nothing that was compiled is."""
    with tempfile.TemporaryDirectory(prefix="deliverysim-build-") as folder:
        command = ["swift", "build", "--quiet", "-c", "release", "--product", "deliverysim",
                   "--package-path", str(HERE.parent), "--scratch-path", folder]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
    report.line("release build from clean", f"{seconds:.0f} s", "<= 75 s", seconds <= 75)
