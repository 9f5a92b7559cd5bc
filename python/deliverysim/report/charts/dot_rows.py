"""Three ways to draw a share of strategies at design points: dots with their intervals, on rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import axis_words
from ..style import FAINT, Look, fold, percent_axis, readable
from ..words import between, metric_value, percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..results import Results
    from ..style import Canvas


def grid(canvas: Canvas, results: Results, metric: str) -> None:
    """A panel for each design point, a row for each strategy, with its value in words."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    points, names = list(results.points.index), results.strategies
    height = 0.27 * len(names) + (0.75 if len(points) == 1 else 0.5)
    axes, columns = canvas.panels(len(points), height=height, columns=2, sharex=True, sharey=True)
    for number, (panel, point) in enumerate(zip(axes, points)):
        for row, name in enumerate(names):
            if (point, name) in table.index:
                value = table.loc[[(point, name)]]
                mark(panel, value, [row], look.colour[name], look.marker[name])
                words = metric_value(metric, value["mean"].iloc[0])
                beside(panel, words, row, look.colour[name])
        finish(panel, [fold(name, 18) for name in names], nbins=5)
        if len(points) > 1:
            panel.set_title(fold(results.point_words(point), 40))
        if number >= len(points) - columns:
            panel.set_xlabel(axis_words(metric))
            panel.tick_params(axis="x", labelbottom=True)


def pairs(canvas: Any, results: Any, metric: Any) -> None:
    """A row for each design point, with the strategies side by side on it."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    points = list(results.points.index)
    (panel,), _ = canvas.panels(height=0.3 * len(points) + 1.0)
    for name in having(results, table):
        rows = table.xs(name, level=1)
        places = [points.index(point) for point in rows.index]
        mark(panel, rows, places, look.colour[name], look.marker[name], label=name)
    for point, values in table["mean"].groupby(level=0):
        row = points.index(point)
        panel.plot([values.min(), values.max()], [row, row], color="#cccccc", zorder=1)
        words = [metric_value(metric, value) for value in values]
        if len(words) > 2:
            words = [
                between(metric_value(metric, values.min()), metric_value(metric, values.max()))
            ]
        beside(panel, " → ".join(words), row, FAINT)
    columns = 34 if canvas.is_wide else 20
    finish(
        panel,
        [fold(results.point_words(point, is_short=True), columns) for point in points],
        nbins=6 if canvas.is_wide else 3,
    )
    panel.set_xlabel(axis_words(metric))
    if len(results.strategies) > 1:
        canvas.figure.legend(loc="outside lower left", ncols=3, frameon=False, handletextpad=0.2)


def dots(canvas: Canvas, results: Results, metric: str) -> None:
    """A row for each strategy, a dot for each design point."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    names = having(results, table)
    (panel,), _ = canvas.panels(height=0.36 * len(names) + 0.75)
    for row, name in enumerate(names):
        values: Any = table.xs(name, level=1)
        low, high = values["mean"].min(), values["mean"].max()
        panel.plot([low, high], [row, row], color=look.colour[name], linewidth=1, alpha=0.6)
        mark(panel, values, [row] * len(values), look.colour[name], "o")
        words = between(percent(low), percent(high)).replace(" to ", " to\n")
        beside(panel, words, row, look.colour[name])
    finish(panel, [fold(name, 18) for name in names], nbins=6)
    panel.set_xlabel(f"{axis_words(metric)}; one dot per design point")


def having(results: Results, table: pd.DataFrame) -> list[str]:
    """The strategies that have a value at all."""
    present = set(table.index.get_level_values(1))
    return [name for name in results.strategies if name in present]


def mark(
    panel: Axes, values: pd.DataFrame, rows: list[int], colour: str, marker: str, label: Any = None
) -> None:
    """Dots, and their intervals as bars."""
    panel.hlines(rows, values["ci_low"], values["ci_high"], color=colour, linewidth=3, alpha=0.4)
    panel.plot(
        values["mean"],
        rows,
        marker,
        color=colour,
        label=label,
        markeredgecolor="white",
        markeredgewidth=0.4,
        markersize=6,
    )


def beside(panel: Axes, words: str, row: int, colour: str) -> None:
    """Words at the right of a row."""
    panel.annotate(
        words,
        (1.02, row),
        xycoords=("axes fraction", "data"),
        va="center",
        size=8.5,
        color=readable(colour),
    )


def finish(panel: Axes, labels: list[str], nbins: int) -> None:
    """An axis of shares, and rows from the top with their names."""
    panel.set_ylim(len(labels) - 0.5, -0.5)
    panel.set_yticks(range(len(labels)), labels)
    panel.grid(axis="y", visible=False)
    panel.tick_params(axis="y", length=0)
    panel.margins(x=0.08)
    panel.locator_params(axis="x", nbins=nbins)
    percent_axis(panel.xaxis)
