"""Waits and time-outs of real storms against simulated ones, within the noise of both."""

import csv
import math
import pathlib
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import PlayError

# Standard errors. With ten real runs, equal means differ by more about once in a thousand comparisons.
LIMIT = 4.8


@dataclass(frozen=True)
class Storm:
    """What one return cost."""

    requests: int
    timeouts: int
    mean_wait_s: float


class Row(NamedTuple):
    """A figure of a storm: means, and the standard deviation from run to run."""

    name: str
    real: float
    real_deviation: float
    simulated: float
    simulated_deviation: float
    # Of the difference, in standard errors.
    distance: float

    @property
    def agrees(self) -> bool:
        return abs(self.distance) <= LIMIT


def simulated_storms(
    tool: pathlib.Path, scenario: pathlib.Path, folder: pathlib.Path, replications: int
) -> list[Storm]:
    """Runs the scenario; one storm for each replication."""
    out = folder / "storm"
    ending = subprocess.run(
        [tool, "run", scenario, "--out", out, "--replications", str(replications), "--quiet"],
        capture_output=True, text=True, check=False)
    if ending.returncode != 0:
        raise PlayError(f"deliverysim run {scenario}: {ending.stderr.strip()}")
    with (out / "replications.csv").open(newline="", encoding="utf-8") as file:
        return [
            Storm(
                int(row["resend_requests"]), int(row["resend_timeouts"]),
                int(row["resend_wait_sum_us"]) / 1e6 / int(row["resend_requests"]))
            for row in csv.DictReader(file)
            if row["strategy"] == "gap-recovery"
        ]


def rows(real: Sequence[Storm], simulated: Sequence[Storm]) -> list[Row]:
    return [
        _row("share that times out", [one.timeouts / one.requests for one in real],
             [one.timeouts / one.requests for one in simulated]),
        _row("mean wait [s]", [one.mean_wait_s for one in real], [one.mean_wait_s for one in simulated]),
    ]


def _row(name: str, real: Sequence[float], simulated: Sequence[float]) -> Row:
    means = statistics.fmean(real), statistics.fmean(simulated)
    deviations = statistics.stdev(real), statistics.stdev(simulated)
    error = math.sqrt(deviations[0] ** 2 / len(real) + deviations[1] ** 2 / len(simulated))
    return Row(name, means[0], deviations[0], means[1], deviations[1], (means[0] - means[1]) / error)
