"""The page's script draws from these: the numbers of the CSV files, as they stand there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

from ...markup import data
from ...vocabulary import (
    HATCHES,
    METRICS,
    ending_words,
    is_more_better,
    is_share,
    is_time,
    metric_words,
    prominent,
    repair_words,
    stage_rank,
)
from ..days import bucket, is_hours, weekends
from ..results import each
from ..style import Look

if TYPE_CHECKING:
    from ...markup import Markup
    from ..results import Factor, Results


def embedded(results: Results, stories: dict[str, Any] | None = None) -> Markup:
    """All that the script needs, as JSON.

    stories: as `stories.compact` has them; None where there are none."""
    content = {
        **frame(results),
        "metrics": metrics(results),
        "choice": choice(results),
        "fates": fates(results),
        "looks": [{"fate": name, "hatch": hatch} for name, hatch in HATCHES.items()],
        "delays": delays(results),
        "timeline": timeline(results),
        "concentration": concentration(results),
        "stories": stories,
    }
    return data(content)


def frame(results: Results) -> dict[str, Any]:
    """Design points, factors and strategies: every table counts them from 0."""
    look = Look(results.strategies, results.baseline)
    factors = list(results.factors)
    axis = results.axis
    return {
        "name": results.scenario["name"],
        "strategies": [
            {
                "name": name,
                "marker": look.marker[name],
                "isDashed": look.dash[name] != "-",
            }
            for name in results.strategies
        ],
        "baseline": number_of(results.strategies, results.baseline),
        "factors": [
            {
                "name": factor.name,
                "label": factor.label,
                "isNumber": factor.is_number,
                "words": [factor.words(value) for value in ordered(factor)],
                "values": [
                    plain(float(value)) if factor.is_number else None for value in ordered(factor)
                ],
                "noLimit": number_of(ordered(factor), factor.no_limit),
            }
            for factor in factors
        ],
        "axis": number_of([factor.name for factor in factors], axis.name if axis else None),
        "points": [
            [ordered(factor).index(results.points.at[point, factor.name]) for factor in factors]
            for point in results.points.index
        ],
        "isSample": results.is_sample,
        "hasControls": results.has_controls,
        "focus": results.focus,
        "replications": [
            int(count)
            for count in results.table("metrics").groupby("design_point")["replications"].max()
        ],
        "confidence": results.confidence,
        "smallPrint": results.small_print,
    }


def ordered(factor: Factor) -> list[str | float]:
    """A factor's values: numbers by size, words as the sweep has them."""
    return sorted(factor.values) if factor.is_number else list(factor.values)


def number_of(values: list[Any], value: str | None) -> int | None:
    return None if value is None or value not in values else list(values).index(value)


def plain(value: float) -> float | None:
    """A number for JSON; None for what is missing or without end."""
    value = float(value)
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def metrics(results: Results) -> dict[str, Any]:
    """By name: words, and for each design point and strategy mean, interval and, but for the
    baseline, the difference from it with its interval. The page's own metric is the first."""
    present = set(results.table("metrics")["metric"])
    names = [name for name in METRICS if name in present]
    names += sorted(present - set(names))
    names.sort(key=lambda name: name != results.leading)
    return {
        "benefit": results.leading,
        "cost": results.answer.cost(results.focus),
        "columns": prominent(3),
        "all": {name: metric(results, name) for name in names if len(results.metric(name))},
    }


def choice(results: Results) -> dict[str, Any]:
    """The strategies by design point, the one to choose first; those that are as good as it, or not
    told apart from it; and the metric whose price is told."""
    answer, points = results.answer, results.points.index

    def numbered(names: Any) -> Any:
        return [results.strategies.index(name) for name in names]

    return {
        "orders": [numbered(answer.order(point)) for point in points],
        "equals": [numbered(answer.as_good(point)) for point in points],
        "costs": [answer.cost(point) for point in points],
        "fronts": [numbered(answer.front(point)) for point in points],
        "isDecided": [answer.is_decided(point) for point in points],
    }


def is_better_with_more(results: Results, name: str) -> bool:
    """Whether more is better: the question says so of its metric, of which `best` may ask less."""
    return results.answer.is_more_better if name == results.answer.metric else is_more_better(name)


def metric(results: Results, name: str) -> dict[str, Any]:
    means, differences = results.metric(name), results.difference(name)
    rows = [
        [numbers(means, (point, strategy)) for strategy in results.strategies]
        for point in results.points.index
    ]
    gaps = [
        [numbers(differences, (point, strategy)) for strategy in results.strategies]
        for point in results.points.index
    ]
    return {
        "words": metric_words(name),
        "isShare": is_share(name),
        "isMoreBetter": is_better_with_more(results, name),
        "isTime": is_time(name),
        "rows": rows,
        "differences": gaps,
        "savings": savings(results, name),
    }


def savings(results: Results, name: str) -> list[list[float | None]]:
    """The savings with three digits that count; None without controls."""
    found = results.savings(name)
    return [
        [
            float(f"{found[point, strategy]:.3g}") if (point, strategy) in found else None
            for strategy in results.strategies
        ]
        for point in results.points.index
    ]


def numbers(table: pd.DataFrame, key: tuple[int, str]) -> list[float | None] | None:
    """Value, low and high; None where there is no value, or none that could be drawn."""
    rows: Any = table.loc
    row = [plain(value) for value in rows[key]] if key in table.index else [None]
    return None if row[0] is None else row


def fates(results: Results) -> list[list[str | float]]:
    """Rows of what was not shown: design point, strategy, fate, place, rank of the place, share,
    stage, cause, repair, count, repair in words."""
    table = results.table("fates")
    table = table[table["fate"] != "shown"].rename(columns={"count": "count_"})
    places = []
    for row in each(table):
        stage, cause, repair = (text(one) for one in (row.stage, row.cause, row.repair))
        places.append(
            [
                int(row.design_point),
                results.strategies.index(row.strategy),
                row.fate,
                ending_words(row.fate, stage, cause),
                stage_rank(stage),
                plain(row.share),
                stage,
                cause,
                repair,
                int(row.count_),
                repair_words(repair),
            ]
        )
    return places


def text(cell: str | float) -> str:
    return "" if pd.isna(cell) else str(cell)


def delays(results: Results) -> dict[str, list[list[float | None]]]:
    """Curves by design point and strategy: pairs of time and share, where the share changes."""
    curves = {}
    for (point, strategy), rows in results.table("latency").groupby(["design_point", "strategy"]):
        shares = rows["cumulative_share"]
        kept = rows[(shares.diff() != 0) & (rows["count"] > 0)]
        curve = [
            [plain(high), plain(share)]
            for high, share in zip(kept["bin_high_s"], kept["cumulative_share"])
        ]
        curves[f"{point} {results.strategies.index(strategy)}"] = curve
    return curves


def timeline(results: Results) -> dict[str, Any] | None:
    """Curves by design point and strategy: start, share, number of the owed."""
    table = results.table("timeline")
    if not len(table):
        return None
    columns = ["start_s", "deliverability", "owed"]
    curves = {}
    for (point, strategy), rows in table.groupby(["design_point", "strategy"]):
        curves[f"{point} {results.strategies.index(strategy)}"] = [
            [plain(value) for value in row] for row in rows[columns].itertuples(index=False)
        ]
    width = bucket(results)
    start, end = float(table["start_s"].min()), float(table["start_s"].max()) + width
    return {
        "width": plain(width),
        "isHours": bool(is_hours(start, end)),
        "weekends": [[plain(left), plain(right)] for left, right in weekends(start, end)],
        "curves": curves,
    }


def concentration(results: Results) -> dict[str, list[list[float | None]]]:
    """Curves by design point and strategy: share of devices, share of all losses."""
    curves = {}
    table = results.table("concentration")
    table = table[table["share_of_all_loss"].notna()]
    for (point, strategy), rows in table.groupby(["design_point", "strategy"]):
        curves[f"{point} {results.strategies.index(strategy)}"] = [
            [plain(1 - row.quantile), plain(row.share_of_all_loss)] for row in each(rows)
        ]
    return curves
