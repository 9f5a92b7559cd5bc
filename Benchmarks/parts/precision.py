"""The time to a precise answer: speed, and how little chance a program leaves in what it counts.

The answer is what gap recovery shows more than plain pushes do. Half a confidence interval shrinks
with the root of the time, so a run that took T to reach H would have reached h in T (H / h)².
"""

import math
import statistics

from parts.processes import in_turns, median_run

SCENARIO = "two-strategies.yml"
HALF_WIDTH = 0.0005  # 0.05 percentage points
LEAST = 1_000
# Correct programs differ by more once in 370 times; the seeds are fixed.
DEVIATION_MAX = 3
NORMAL = statistics.NormalDist().inv_cdf(0.975)
REPLICATIONS = 40
# Devices of one of our replications, and of SimPy's run: a second, and five.
DEVICES, SIMPY_DEVICES, TURNS = 200, 300, 5
QUICK_DEVICES, QUICK_SIMPY_DEVICES, QUICK_TURNS = 100, 100, 1


class Answer:
    """A difference of shares, with its standard error, half of its 95 % interval and its time."""

    def __init__(self, seconds, difference, error, half_width):
        self.seconds = seconds
        self.difference = difference
        self.error = error
        self.half_width = half_width

    @property
    def time(self):
        """To the half-width that is asked for [s]."""
        return self.seconds * (self.half_width / HALF_WIDTH) ** 2


def ours(simulator, runs):
    """The answers of the last run, with controls and without."""
    seconds = median_run(runs).seconds
    row = next(row for row in simulator.rows("comparisons.csv")
               if row["metric"] == "deliverability")
    columns = ("difference", "std_error", "ci_low", "ci_high", "difference_plain",
               "std_error_plain")
    difference, error, low, high, difference_plain, error_plain = (
        float(row[column]) for column in columns)
    half_width = (high - low) / 2
    # Each control takes a degree of freedom of some 40: Student's factor hardly changes.
    return (Answer(seconds, difference, error, half_width),
            Answer(seconds, difference_plain, error_plain, half_width / error * error_plain))


def simpys(answers):
    """The seed is the same in all turns: only the time varies."""
    difference = answers[0]["difference"]
    error = difference["standard_error"]
    seconds = statistics.median(answer["seconds"] for answer in answers)
    return Answer(seconds, difference["value"], error, NORMAL * error)


def time_to_precision(report, simulator, simpy, quick):
    """Returns how many answers disagree."""
    report.section("Time to ± 0.05 points of a difference")
    devices, simpy_devices, turns = (QUICK_DEVICES, QUICK_SIMPY_DEVICES, QUICK_TURNS) if quick \
        else (DEVICES, SIMPY_DEVICES, TURNS)

    def run(devices):
        return simulator.run(SCENARIO, changes={"replications": REPLICATIONS, "devices": devices})

    runs, answers = in_turns(turns, lambda: run(devices),
                             lambda: simpy.run(strategy="both", devices=simpy_devices))
    peer = simpys(answers)
    controlled, plain = ours(simulator, runs)
    ratio = peer.time / controlled.time
    report.line(f"{REPLICATIONS} x {devices} devices, 1 thread", milliseconds(controlled),
                f">= {LEAST:,} x SimPy", ratio >= LEAST, simpy=ratio)
    report.line("  without controls", milliseconds(plain), simpy=peer.time / plain.time)
    report.line(f"SimPy, {simpy_devices} devices", milliseconds(peer), simpy=1)
    # The figures above are parts of a long run, as if the start-up could be shared: a process that
    # does nothing else takes as long as this one, the smallest.
    small, _ = ours(simulator, [run(1) for _ in range(turns)])
    report.line(f"a whole run of {REPLICATIONS} x 1: ± {100 * small.half_width:.3f} points",
                f"{1e3 * small.seconds:,.0f} ms", simpy=peer.time / small.seconds)
    return disagreements(report, controlled, peer)


def disagreements(report, controlled, peer):
    deviation = (controlled.difference - peer.difference) / math.hypot(controlled.error, peer.error)
    agrees = abs(deviation) <= DEVIATION_MAX
    values = f"{100 * controlled.difference:.3f} and {100 * peer.difference:.3f}"
    report.line(f"difference: {values} points", f"{deviation:.2f} SE",
                f"within {DEVIATION_MAX} SE", agrees)
    return 0 if agrees else 1


def milliseconds(answer):
    digits = 2 if answer.time < 0.1 else 0
    return f"{1e3 * answer.time:,.{digits}f} ms"
