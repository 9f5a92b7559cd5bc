"""The chart shows what controls save: how many times as many replications would be needed without them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.ticker import FuncFormatter

from ...vocabulary import metric_words
from ..chart import Chart
from ..style import Look, fold, readable
from ..words import GAP, number

if TYPE_CHECKING:
    from ..results import Results
    from ..style import Canvas

LEAST = 10.0  # the axis goes at least so far


def charts(results: Results) -> list[Any]:
    metric, point = results.leading, results.focus
    found = {name: results.savings(metric).get((point, name)) for name in results.strategies}
    if not any(found.values()):
        return []
    return [
        Chart(
            name="controls",
            heading="What controls save",
            title=title(found),
            note=results.which(point) if len(results.points) > 1 else "",
            sentence=(
                "How many times as many replications the interval of "
                f"“{metric_words(metric)}” would need without controls. At 1 they save nothing."
            ),
            alt="Bars. "
            + "; ".join(f"{name}: {words(value)}" for name, value in found.items())
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, found),
        )
    ]


def words(value: float | None) -> str:
    return "no controls" if value is None else f"{number(value)}{GAP}times"


def title(found: dict[str, float | None]) -> str:
    name = max(found, key=lambda one: found[one] or 0)
    if (found[name] or 0) <= 1:
        return "Controls save no replications here"
    return f"{name}: controls are as good as {words(found[name])} the replications"


def draw(canvas: Canvas, results: Results, found: dict[str, float | None]) -> None:
    look = Look(results.strategies, results.baseline)
    (panel,), _ = canvas.panels(height=0.3 * len(found) + 0.75)
    values = [value for value in found.values() if value is not None]
    for row, (name, value) in enumerate(found.items()):
        if value is not None:
            panel.plot(
                [1, value],
                [row, row],
                color=look.colour[name],
                linewidth=7,
                alpha=0.8,
                solid_capstyle="butt",
            )
        panel.annotate(
            words(value),
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            size=8.5,
            color=readable(look.colour[name]),
        )
    panel.set_xscale("log")
    panel.set_xlim(min(1, *values, 1) / 1.15, max(LEAST, *values, 1) * 1.15)
    panel.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    panel.minorticks_off()
    panel.set_ylim(len(found) - 0.5, -0.5)
    panel.set_yticks(range(len(found)), [fold(name, 18) for name in found])
    panel.grid(axis="y", visible=False)
    panel.set_xlabel("times as many replications without controls")
