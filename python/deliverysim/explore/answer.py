"""The answer of a run, in the words and numbers of the page."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..report import words
from ..report.words import (
    column_digits,
    in_column,
    percent,
    point_places,
    share_places,
    signed_points,
)
from ..vocabulary import is_share, metric_words

NOTHING = "–"
BASELINE = "baseline"


@dataclass(frozen=True)
class Estimate:
    """A value with its interval."""

    value: float
    low: float
    high: float


Table = dict[tuple[str, str], Estimate]


def read(folder: Path) -> dict[str, Any]:
    """The answer in a folder of results, for the page: its sentences, a head for each column, and a
    row for each strategy, whose first cells have the metric that decides."""
    told = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    values = estimates(told["estimates"], "value")
    differences = estimates(told["differences"], "difference")
    first, *others = told["question"]["metrics"]
    base = told["question"].get("baseline")
    names = [one["strategy"] for one in told["candidates"]]
    columns = [column(name, [values.get((one, name)) for one in names]) for name in others]
    rows = []
    for place, name in enumerate(names):
        found, difference = values.get((name, first)), differences.get((name, first))
        rows.append({
            "strategy": name,
            "at": numbers(found),
            "value": share(found),
            "range": share_interval(found),
            "difference": BASELINE if name == base else points(difference),
            "difference_range": "" if name == base else points_interval(difference),
            "difference_at": numbers(difference),
            "others": [cells[place] for cells in columns],
        })  # fmt: skip
    return {
        "metric": metric_words(first),
        "heads": [metric_words(name) for name in others],
        "rows": rows,
        "sentences": told["sentences"],
    }


def estimates(rows: list[dict[str, Any]], key: str) -> Table:
    """The estimates of an answer, by strategy and metric."""
    return {
        (row["strategy"], row["metric"]): Estimate(
            *(number(row.get(name)) for name in (key, "ci_low", "ci_high"))
        )
        for row in rows
    }


def number(found: float | str | None) -> float:
    """An answer has texts for infinite numbers, and nothing where there is no number."""
    return math.nan if found is None else float(found)


def column(metric: str, found: list[Estimate | None]) -> list[str]:
    """The cells of a metric, one for each strategy."""
    if is_share(metric):
        return [share(one) for one in found]
    values = [one.value if one else math.nan for one in found]
    places = column_digits([value for value in values if math.isfinite(value)])
    return [in_column(value, places) if math.isfinite(value) else NOTHING for value in values]


def numbers(found: Estimate | None) -> list[float] | None:
    """Value, low and high end of the interval; None where one is missing."""
    values = [] if found is None else [found.value, found.low, found.high]
    return values if values and all(map(math.isfinite, values)) else None


def share(found: Estimate | None) -> str:
    if found is None or not math.isfinite(found.value):
        return NOTHING
    return percent(found.value, share_places(found.value), found.low, found.high)


def share_interval(found: Estimate | None) -> str:
    if found is None or numbers(found) is None:
        return NOTHING
    low, high = (min(1.0, max(0.0, end)) for end in (found.low, found.high))
    return words.share_interval(low, high, share_places(found.value))


def points(found: Estimate | None) -> str:
    if found is None or not math.isfinite(found.value):
        return NOTHING
    return signed_points(found.value, point_places(found.value), found.low, found.high)


def points_interval(found: Estimate | None) -> str:
    if found is None or numbers(found) is None:
        return NOTHING
    return words.points_interval(found.low, found.high, point_places(found.value))
