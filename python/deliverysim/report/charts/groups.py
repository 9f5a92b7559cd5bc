"""The chart shows the metric that comes first in each group of a mixed population."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ...vocabulary import axis_words, is_share, sign
from ..chart import Chart
from ..results import bounded, each
from ..style import Look, fold, percent_axis, readable
from ..words import about, capital, compared, metric_value

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas


def charts(results: Results) -> list[Any]:
    table = results.at_focus("groups")
    metric = results.leading_of("groups")
    rows = bounded(table[(table["metric"] == metric) & (table["mean"].abs() < math.inf)], metric)
    if not len(rows):
        return []
    return [
        Chart(
            name="groups",
            heading="Groups",
            title=about(metric, title(results, metric, rows)),
            note=results.focus_words,
            sentence=f"{capital(axis_words(metric))}, by group of the population; bars are "
            "intervals.",
            alt="Dots. "
            + "; ".join(
                f"{row.strategy}, {row.group}: {metric_value(metric, row.mean)}"
                for row in each(rows)
            )
            + ".",
            draw=lambda canvas: draw(canvas, results, metric, rows),
        )
    ]


def title(results: Results, metric: str, rows: pd.DataFrame) -> str:
    names = list(rows["strategy"])
    base = results.baseline if results.baseline in names else names[0]
    of = rows[rows["strategy"] == base].set_index("group")["mean"]
    worst: Any = (of * sign(metric)).idxmin()
    best: Any = (of * sign(metric)).idxmax()
    least, most = (metric_value(metric, of[group]) for group in (worst, best))
    if worst == best:
        return f"With {base}, the group {best} gets {most}"
    gap = compared(metric, of[worst] - of[best])
    return f"With {base}, the group {worst} gets {gap} than {best} ({least} against {most})"


def draw(canvas: Canvas, results: Results, metric: str, rows: pd.DataFrame) -> None:
    look = Look(results.strategies, results.baseline)
    groups = list(dict.fromkeys(rows["group"]))
    lines = len(groups) * (len(results.strategies) + 1)
    (panel,), _ = canvas.panels(height=0.2 * lines + 0.9)
    for place, group in enumerate(groups):
        for number, name in enumerate(results.strategies):
            of = rows[(rows["group"] == group) & (rows["strategy"] == name)]
            if not len(of):
                continue
            y = place * (len(results.strategies) + 1) + number
            low, high, mean = (
                float(of[column].iloc[0]) for column in ("ci_low", "ci_high", "mean")
            )
            panel.plot([low, high], [y, y], color=look.colour[name], linewidth=3, alpha=0.5)
            panel.plot(mean, y, look.marker[name], color=look.colour[name])
            panel.annotate(
                f"{name} {metric_value(metric, mean)}",
                (1.02, y),
                xycoords=("axes fraction", "data"),
                va="center",
                size=8.5,
                color=readable(look.colour[name]),
            )
    middle = (len(results.strategies) - 1) / 2
    panel.set_yticks(
        [place * (len(results.strategies) + 1) + middle for place in range(len(groups))],
        [fold(group, 18) for group in groups],
    )
    panel.set_ylim(lines - 1.5, -0.5)
    # No axis says more than 100 %, or less than nothing.
    low, high = panel.get_xlim()
    room = (high - low) * 0.03
    panel.set_xlim(max(low, -room), min(high, 1 + room) if is_share(metric) else high)
    panel.grid(axis="y", visible=False)
    if is_share(metric):
        percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=5)
    panel.set_xlabel(axis_words(metric))
