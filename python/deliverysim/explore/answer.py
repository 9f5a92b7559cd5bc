"""What a run has found, in the words and numbers of the page."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..report.words import (
    GAP,
    column_digits,
    in_column,
    interval,
    percent,
    point_places,
    share_places,
    signed,
)
from ..vocabulary import metric_words

SHOWN, KNOWN = "deliverability", "awareness_in_time"
COSTS = ["pushes_per_notification", "interruptions_per_device_day"]
NOTHING = "–"
# The keys of a row, and the words of the metrics that they tell.
_METRICS = {"shown": SHOWN, "known": KNOWN, **{name: name for name in COSTS}}
WORDS = {key: metric_words(name) for key, name in _METRICS.items()}


@dataclass(frozen=True)
class Estimate:
    """A value with its interval."""

    value: float
    low: float
    high: float


Table = dict[tuple[str, str], Estimate]


def read(folder: Path) -> dict[str, Any]:
    """The answer in a folder of results: its sentences, and a row for each strategy."""
    told = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    metrics = estimates(folder / "metrics.csv", "mean")
    differences = estimates(folder / "comparisons.csv", "difference")
    names = [one["strategy"] for one in told["candidates"]]
    rows = [row(name, metrics, differences) for name in names]
    for cost in COSTS:
        values = {name: metrics[name, cost].value for name in names if (name, cost) in metrics}
        places = column_digits(list(values.values()))
        for one in rows:
            found = values.get(one["strategy"], math.nan)
            one[cost] = in_column(found, places) if math.isfinite(found) else NOTHING
    return {"rows": rows, "sentences": told["sentences"]}


def estimates(file: Path, column: str) -> Table:
    """The estimates of a file, by strategy and metric."""
    with open(file, newline="", encoding="utf-8") as lines:
        return {
            (line["strategy"], line["metric"]): Estimate(
                number(line[column]), number(line["ci_low"]), number(line["ci_high"])
            )
            for line in csv.DictReader(lines)
        }


def number(text: str) -> float:
    return float(text) if text else math.nan


def row(name: str, metrics: Table, differences: Table) -> dict[str, Any]:
    """What the page shows of a strategy; `at`: the interval of its value, for the chart."""
    shown, difference = metrics.get((name, SHOWN)), differences.get((name, SHOWN))
    known = metrics.get((name, KNOWN))
    return {
        "strategy": name,
        "at": numbers(shown),
        "shown": share(shown),
        "shown_interval": share_interval(shown),
        "known": share(known),
        "difference": points(difference),
        "difference_interval": points_interval(difference),
        "difference_at": numbers(difference),
    }


def numbers(found: Estimate | None) -> list[float] | None:
    """Value, low and high end of the interval; None where one is missing."""
    values = [] if found is None else [found.value, found.low, found.high]
    return values if values and all(map(math.isfinite, values)) else None


def share(found: Estimate | None) -> str:
    if found is None or not math.isfinite(found.value):
        return NOTHING
    return str(percent(found.value, share_places(found.value)))


def share_interval(found: Estimate | None) -> str:
    if found is None or numbers(found) is None:
        return NOTHING
    low, high = (min(1.0, max(0.0, end)) * 100 for end in (found.low, found.high))
    return str(interval(low, high, share_places(found.value), "%"))


def points(found: Estimate | None) -> str:
    if found is None or not math.isfinite(found.value):
        return NOTHING
    return f"{signed(found.value * 100, point_places(found.value))}{GAP}pp"


def points_interval(found: Estimate | None) -> str:
    if found is None or numbers(found) is None:
        return NOTHING
    low, high = found.low * 100, found.high * 100
    return str(interval(low, high, point_places(found.value), "pp", signed))


def counted(file: Path) -> float:
    """The owed notifications of a replication, in replications.csv, of the strategy with most."""
    sums: dict[str, list[int]] = {}
    with open(file, newline="", encoding="utf-8") as lines:
        for line in csv.DictReader(lines):
            sums.setdefault(line["strategy"], []).append(int(line["owed"]))
    return max(map(mean, sums.values()), default=0.0)


def mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)
