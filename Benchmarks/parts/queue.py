"""The hold model: the kernel's queue against the same heap and a ladder queue in C, in turns."""

import statistics
import subprocess

from parts.peers import hold
from parts.processes import HERE, in_turns
from parts.report import millions

PENDING = (16, 1024, 65_536, 1_048_576)
TIMES = 5_000_000
QUICK_TIMES = 1_000_000


def build():
    """The program that uses the kernel's queue."""
    command = ["swift", "build", "--quiet", "-c", "release",
               "--package-path", str(HERE), "--product", "hold"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{path.stdout.strip()}/hold"


def median_rates(pending, found):
    """Of each program, events a second; all must have ended at the same time."""
    if len({last for results in found for _, last in results}) != 1:
        raise SystemExit(f"{pending} pending: two queues gave another order of events")
    return [statistics.median(rate for rate, _ in results) for results in found]


def hold_model(report, c_peers, quick):
    program = build()
    report.section("Hold model, events")
    times, turns = (QUICK_TIMES, 3) if quick else (TIMES, 7)
    for pending in PENDING:
        heaps = c_peers.holds("hold_model", pending, times)
        ladders = c_peers.holds("hold_ladder", pending, times)
        found = in_turns(turns, lambda: hold(program, pending, times), *heaps, *ladders)
        rate, *c_rates = median_rates(pending, found)
        heap, ladder = max(c_rates[:len(heaps)]), max(c_rates[len(heaps):])
        report.line(f"{pending:,} pending (C: {millions(heap)})", millions(rate),
                    ">= C", rate >= heap, rate / heap)
        report.line(f"  our time / a ladder queue's ({millions(ladder)})", f"{ladder / rate:.2f}")
