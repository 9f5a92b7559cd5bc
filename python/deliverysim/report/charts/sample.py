"""A metric over each factor of a sample: a dot for each design point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ...vocabulary import after_value, axis_words, is_share
from ..chart import Chart
from ..style import Look, fold, label_right, percent_axis
from ..words import metric_value
from .sweep import PANELS_MAX, axis_of, positions

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Factor, Results
    from ..style import Canvas


def charts(results: Results) -> list[Any]:
    factors = [factor for factor in results.factors if factor.is_number]
    if not results.is_sample or len(results.points) < 3 or not factors:
        return []
    left = len(factors) - PANELS_MAX
    return [
        Chart(
            name="sample",
            heading="What the factors of the sample do",
            title=title(results),
            note=f"The first {PANELS_MAX} of {len(factors)} factors." if left > 0 else "",
            sentence=(
                "A dot is a design point: all factors differ between any two of them. "
                "deliverysim sensitivity tells which factors matter."
            ),
            alt="Dots over " + ", ".join(factor.label for factor in factors) + ".",
            draw=lambda canvas: draw(canvas, results, factors[:PANELS_MAX]),
        )
    ]


def column(results: Results, name: str) -> pd.Series[Any]:
    """The metric's values of a strategy by design point; those without end are left out."""
    table = results.metric(results.leading)["mean"]
    table = table[table < math.inf]
    return table[table.index.get_level_values(1) == name].droplevel(1)


def widest(results: Results) -> str:
    """The strategy whose metric varies most."""
    columns = {name: column(results, name) for name in results.strategies}
    varied = [name for name in columns if len(columns[name])]
    return str(max(varied, key=lambda name: columns[name].std(ddof=0)))


def title(results: Results) -> str:
    name, metric = widest(results), results.leading
    values = column(results, name)
    low, high = (metric_value(metric, value) for value in (values.min(), values.max()))
    return f"{name} varies from {low} to {high} {after_value(metric)}"


def draw(canvas: Canvas, results: Results, factors: list[Factor]) -> None:
    height = 2.7
    axes, columns = canvas.panels(len(factors), height=height, sharey=True)
    look = Look(results.strategies, results.baseline)
    for number, (panel, factor) in enumerate(zip(axes, factors)):
        places, kind = positions(factor)
        ends = []
        for name in results.strategies:
            values = column(results, name)
            if not len(values):
                continue
            x = [places[value] for value in results.points.loc[values.index, factor.name]]
            colour = look.colour[name]
            panel.plot(x, values, look.marker[name], color=colour, markersize=3, alpha=0.6)
            last = max(range(len(x)), key=lambda place: x[place])
            ends.append((x[last], values.iloc[last], name, colour))
        axis_of(panel, results, places, kind, factor)
        if number % columns == 0:
            panel.set_ylabel(fold(axis_words(results.leading), 26))
        if number % columns == columns - 1 or number == len(factors) - 1:
            label_right(panel, ends, height)
    if is_share(results.leading):
        percent_axis(axes[0].yaxis)
