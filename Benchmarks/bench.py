"""Measures the simulator as its users feel it, and against programs that others would write.

Prints every figure with its target and its ratios to hand-written C (peers/) and to SimPy, in one
run on one machine, and checks that the peers give the same answers. A missed target does not fail
the run, since machines differ; a wrong answer does.

Needs Python 3.9 and a C compiler; SimPy gets an environment of its own in Benchmarks/.venv.
"""

import argparse
import pathlib
import sys
import tempfile
import time

from parts import decisions, presets, queue, size, speed, start
from parts.answers import compare_all
from parts.peers import CPeers, SimPy
from parts.precision import time_to_precision
from parts.processes import Simulator
from parts.report import Report


def measure(report, simulator, c_peers, simpy, quick):
    start.start_up(report, simulator)
    speed.one_thread(report, simulator, c_peers, simpy, quick)
    queue.hold_model(report, c_peers, quick)
    speed.two_threads(report, simulator, quick)
    speed.two_strategies(report, simulator, quick)
    speed.all_strategies(report, simulator, c_peers, quick)
    presets.presets(report, simulator, c_peers, quick)
    decisions.decisions(report, simulator, c_peers, quick)
    size.cost_by_size(report, simulator, quick)
    if not quick:
        size.million_phones(report, simulator)
        start.clean_build(report)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True, type=pathlib.Path,
                        help="deliverysim as it is installed")
    parser.add_argument("--quick", action="store_true",
                        help="a minute: smaller and fewer runs, no million phones, no clean build")
    options = parser.parse_args()
    tool = options.tool.resolve()
    if not tool.is_file():
        parser.error(f"{tool} is not there: make static")

    began = time.perf_counter()
    report = Report()
    c_peers, simpy = CPeers(), SimPy()
    print(f"C: the fastest of {', '.join(c_peers.compilers)}")
    with tempfile.TemporaryDirectory(prefix="deliverysim-bench-") as folder:
        simulator = Simulator(tool, folder)
        measure(report, simulator, c_peers, simpy, options.quick)
        disagreements = (time_to_precision(report, simulator, simpy, options.quick)
                         + compare_all(simulator, c_peers, simpy))
    report.end()
    print(f"{time.perf_counter() - began:.0f} s")
    if disagreements:
        sys.exit(f"{disagreements} answers of deliverysim and its peers disagree")


if __name__ == "__main__":
    main()
