"""The hold model: the kernel's queue against the same heap in C, in turns."""

import statistics
import subprocess

from parts.peers import hold
from parts.processes import HERE, in_turns
from parts.report import millions

# Pending events and the least share of the speed of C.
SIZES = {16: 0.9, 1024: 0.9, 65_536: 0.8, 1_048_576: 0.8}
TIMES = 5_000_000
QUICK_TIMES = 1_000_000


def build():
    """The program that uses the kernel's queue."""
    command = ["swift", "build", "--quiet", "-c", "release",
               "--package-path", str(HERE), "--product", "hold"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run(command + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{path.stdout.strip()}/hold"


def hold_model(report, c_peers, quick):
    program = build()
    report.section("Hold model, events")
    times, turns = (QUICK_TIMES, 3) if quick else (TIMES, 7)
    for pending, least in SIZES.items():
        ours, *theirs = in_turns(
            turns, lambda: hold(program, pending, times),
            *(lambda compiler=compiler: c_peers.hold(compiler, pending, times)
              for compiler in c_peers.compilers))
        if len({last for found in (ours, *theirs) for _, last in found}) != 1:
            raise SystemExit(f"{pending} pending: two queues gave another order of events")
        rate, *c_rates = (statistics.median(rate for rate, _ in found) for found in (ours, *theirs))
        c_rate = max(c_rates)
        report.line(f"{pending:,} pending (C: {millions(c_rate)})", millions(rate),
                    f">= {least:.0%} of C", rate >= least * c_rate, rate / c_rate)
