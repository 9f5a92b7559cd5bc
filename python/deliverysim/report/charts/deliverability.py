"""The charts show shares by strategy, with intervals: that of the metric that comes first, and others
that people ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...vocabulary import axis_words, is_share, metric_words, prominent
from ..chart import Chart
from ..words import about, between, capital, metric_value
from .dot_rows import dots, grid, pairs

if TYPE_CHECKING:
    from ..results import Results

ROWS_MAX = 36  # more rows are drawn as one row of dots for each strategy


def charts(results: Results) -> list[Chart]:
    metrics = dict.fromkeys([results.leading, *prominent(2)])
    return [chart for metric in metrics if is_share(metric) for chart in one(results, metric)]


def one(results: Results, metric: str) -> list[Any]:
    table = results.metric(metric)
    if not len(table):
        return []
    way = layout(results, len(table))
    return [
        Chart(
            name=metric.replace("_", "-"),
            heading="Deliverability"
            if metric == "deliverability"
            else capital(metric_words(metric)),
            title=title(results, metric),
            sentence=(
                f"The share of {axis_words(metric)}; bars are "
                f"{results.confidence} intervals"
                + (", and each dot is a design point." if way is dots else ".")
            ),
            alt=alt(results, metric),
            is_drawn_live=True,
            draw=lambda canvas: way(canvas, results, metric),
        )
    ]


def title(results: Results, metric: str) -> str:
    """The answer, of its own metric; of another one the least and the greatest value."""
    if metric == results.leading and results.answer.sentences:
        return str(results.answer.sentences[0]).removesuffix(".")
    values = results.metric(metric)["mean"]
    places: list[Any] = [values.idxmin(), values.idxmax()]
    ends = [f"{metric_value(metric, values[end])} with {end[1]}" for end in places]
    return about(metric, between(*ends))


def layout(results: Results, count: int) -> Callable[..., Any]:
    """The best layout of so many numbers."""
    if results.axis is not None or count > ROWS_MAX:
        return dots
    return pairs if len(results.points) > max(2, len(results.strategies)) else grid


def alt(results: Results, metric: str) -> str:
    rows: list[Any] = list(results.metric(metric).iterrows())
    words = [
        f"{strategy}{', ' + results.point_words(point) if results.factors else ''}: "
        f"{metric_value(metric, row['mean'], row['ci_low'], row['ci_high'])}"
        for (point, strategy), row in rows[:24]
    ]
    more = f"; and {len(rows) - 24} more rows in metrics.csv" if len(rows) > 24 else ""
    return f"Dot plot of {axis_words(metric)}. {'; '.join(words)}{more}."
