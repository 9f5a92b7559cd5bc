"""The time until somebody knows enough to decide: `run --precision 0.1pp`, and its first answer.

The yardstick is the C program's time for 100 million notifications of gap recovery, in the same
run: when the whole machine is slow, the ratio stays.
"""

import statistics
import subprocess

from parts.peers import median_rate
from parts.processes import HERE, in_turns, run_process

PRESETS = ("marketing", "mail", "messenger", "android")
MAIN = "mail-queue"
NOTIFICATIONS = 100e6
PRECISION = ["--precision", "0.1pp"]
# At most so many times the yardstick.
LEADING, SHOWN, MAIN_LEADING = 1.0, 3.0, 0.2
FIRST_ANSWER = 2.0  # s
# The first answer misses a precision that is asked for.
MISSED = 3
TURNS, QUICK_TURNS = 3, 1


def scenarios(simulator):
    """The presets as `init` writes them, and the main experiment."""
    found = {}
    for name in PRESETS:
        found[name] = simulator.out.parent / f"{name}.yml"
        subprocess.run([simulator.tool, "init", name, "--out", found[name], "--force"], check=True,
                       stdout=subprocess.DEVNULL)
    found[MAIN] = HERE.parent / "experiments" / MAIN / "scenario.yml"
    return found


def seconds(simulator, scenario, *options):
    command = [simulator.tool, "run", scenario, *PRECISION, *options, "--threads", "2", "--quiet",
               "--force", "--out", simulator.out]
    return run_process([str(part) for part in command], allowed=(0, MISSED))[0]


def decisions(report, simulator, c_peers, quick):
    report.section("Until ± 0.1 points are known, 2 threads")
    for name, scenario in scenarios(simulator).items():
        first, leading, shown, answers = (
            in_turns(QUICK_TURNS if quick else TURNS,
                     lambda: seconds(simulator, scenario, "--time", "1ms"),
                     lambda: seconds(simulator, scenario),
                     lambda: seconds(simulator, scenario, "--metric", "deliverability"),
                     lambda: c_peers.gap_recovery(devices=20_000)))
        yardstick = NOTIFICATIONS / median_rate(answers)
        most = MAIN_LEADING if name == MAIN else LEADING
        for text, times, limit in (("", leading, most), (", deliverability", shown, SHOWN)):
            took = statistics.median(times)
            report.line(f"{name}{text}", f"{took:.2f} s", f"<= {limit} x C's 100 M",
                        took <= limit * yardstick, yardstick / took)
        took = statistics.median(first)
        report.line("  first answer", f"{took:.2f} s", f"<= {FIRST_ANSWER:.0f} s",
                    took <= FIRST_ANSWER)
