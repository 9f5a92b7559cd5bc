"""The chart shows how sure an estimate is: from simulating, and from not knowing the inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import axis_words, is_share
from ..chart import Chart
from ..results import bounded
from ..style import Look, fold, percent_axis, readable
from ..words import about, metric_interval, metric_value, percent, size

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas

SHARE = "share_"


def charts(results: Results) -> list[Any]:
    if not results.has("inputs"):
        return []
    table, metric = results.at_focus("inputs"), results.leading_of("inputs")
    rows = table[
        (table["metric"] == metric) & table["baseline"].isna() & table["sd_inputs"].notna()
    ]
    rows = bounded(rows, metric)
    if not len(rows):
        return []
    return [
        Chart(
            name="inputs",
            heading="How sure",
            title=about(metric, title(results, metric, rows)),
            note=results.focus_words,
            sentence=f"The bar is the interval of “{axis_words(metric)}” for simulating and "
            "inputs together; the interval for simulating alone is hardly wider than the mark. Beneath "
            "it the inputs that matter most, with their share of the variance.",
            alt="Dots. " + "; ".join(words(metric, row) for _, row in rows.iterrows()) + ".",
            draw=lambda canvas: draw(canvas, results, metric, rows),
        )
    ]


def title(results: Results, metric: str, rows: pd.DataFrame) -> str:
    widest: Any = rows["sd_inputs"].idxmax()
    row: Any = rows.loc[widest]
    path = results.answer.cause(row["design_point"], row["strategy"])
    cause = f", {percent(row[SHARE + path], 0)} of it from {path}" if path else ""
    return f"The inputs leave {row['strategy']} uncertain by {size(metric, reach(row))}{cause}"


def reach(row: pd.Series[Any]) -> float:
    """Half of the interval."""
    return float(row["ci_high"] - row["ci_low"]) / 2


def words(metric: str, row: pd.Series[Any]) -> str:
    inputs = ", ".join(f"{path} {percent(share, 0)}" for path, share in most(row))
    return f"{row['strategy']}: {metric_value(metric, row['mean'])}, {ends(metric, row)} ({inputs})"


def ends(metric: str, row: pd.Series[Any]) -> str:
    """From the lower to the upper end."""
    return metric_interval(metric, row["mean"], row["ci_low"], row["ci_high"])


def most(row: pd.Series[Any], count: int = 2) -> list[tuple[str, float]]:
    """The inputs with the largest shares of the variance."""
    shares = [
        (column[len(SHARE) :], float(row[column]))
        for column in row.index
        if column.startswith(SHARE) and row[column] == row[column]
    ]
    return sorted(shares, key=lambda pair: -pair[1])[:count]


def draw(canvas: Canvas, results: Results, metric: str, rows: pd.DataFrame) -> None:
    look = Look(results.strategies, results.baseline)
    names = list(rows["strategy"])
    (panel,), _ = canvas.panels(height=0.55 * len(names) + 0.75)
    for place, (_, row) in enumerate(rows.iterrows()):
        colour = look.colour[row["strategy"]]
        panel.hlines([place], row["ci_low"], row["ci_high"], color=colour, linewidth=3, alpha=0.4)
        panel.plot(row["mean"], place, look.marker[row["strategy"]], color=colour, markersize=6)
        panel.annotate(
            f"{metric_value(metric, row['mean'])}\n{ends(metric, row)}",
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=8.5,
            color=readable(colour),
        )
        panel.annotate(
            ", ".join(f"{path} {percent(share, 0)}" for path, share in most(row, 1)),
            (0.01, place + 0.3),
            xycoords=("axes fraction", "data"),
            va="center",
            size=7.5,
            color="#555555",
        )
    panel.set_ylim(len(names) - 0.4, -0.5)
    panel.set_yticks(range(len(names)), [fold(name, 18) for name in names])
    panel.grid(axis="y", visible=False)
    panel.margins(x=0.08)
    if is_share(metric):
        percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=5)
    panel.set_xlabel(axis_words(metric))
