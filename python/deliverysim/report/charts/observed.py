"""The chart compares what telemetry says with what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import cohort_dash, cohort_words
from ..chart import Chart
from ..days import day_axis, is_days
from ..results import cut
from ..style import INK, Look, fold, label_right, percent_axis
from ..words import DAY, percent, points
from .sweep import axis_of, positions

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..results import Results
    from ..style import Canvas


def charts(results: Results, point: Any = None, strategies: Any = None) -> list[Any]:
    table = results.table("observed")
    table = table[table["observed_deliverability"].notna()]
    if not len(table):
        return []
    rows = table[table["design_point"].isin(line(results, point))]
    for estimate in ("observed", "true"):
        rows = cut(rows, 0, 1, prefix=f"{estimate}_deliverability_")
    names = [name for name in strategies or results.strategies if name in set(rows["strategy"])]
    others = results.point_words(rows["design_point"].iloc[0], but=results.axis)
    return [
        Chart(
            name="observed",
            heading="Observed and true",
            title=title(results, rows, names),
            note=f"At {others}." if others else "",
            sentence=(
                "A team sees only receipts, which the app uploads when it is opened."
                + (" Bands are intervals." if results.axis is not None else "")
            ),
            alt="; ".join(alt(results, row) for row in rows.iloc[:24].itertuples()) + ".",
            draw=lambda canvas: draw(canvas, results, rows, names),
        )
    ]


def alt(results: Any, row: Any) -> Any:
    """One row, for those who do not see the chart."""
    of = ", ".join(
        one for one in (row.strategy, results.point_words(row.design_point), row.cohort) if one
    )
    observed, true = row.observed_deliverability, row.true_deliverability
    return f"{of}: observed {percent(observed, 1)}, true {percent(true, 1)}"


def line(results: Results, point: Any) -> list[int]:
    """The design points along the axis of the sweep, the other factors as at one point."""
    point = results.focus if point is None else point
    if results.axis is None:
        return [point]
    words = results.point_words(point, but=results.axis)
    return [
        one for one in results.points.index if results.point_words(one, but=results.axis) == words
    ]


def title(results: Results, rows: pd.DataFrame, names: list[str]) -> str:
    """The largest bias of the cohort that teams look at."""
    cohort = rows["cohort"].iloc[0]
    # Nothing is observed of a strategy without an extension: no bias that a team could find.
    seen = rows[rows["observed_deliverability"] > 0]["strategy"]
    name = ([one for one in names if one in set(seen)] or names)[-1]
    of = rows[(rows["cohort"] == cohort) & (rows["strategy"] == name)]
    worst = of.loc[of["bias"].abs().idxmax()]
    least = of.loc[of["bias"].abs().idxmin()]
    word = "low" if worst["bias"] < 0 else "high"
    text = (
        f"{f'{name}: the' if len(names) > 1 else 'The'} team's figure is "
        f"{points(worst['bias'])} too {word} ({percent(worst['observed_deliverability'], 1)} instead of "
        f"{percent(worst['true_deliverability'])})"
    )
    if results.axis is not None and not is_days(results):
        where = results.axis.words(results.points.at[worst["design_point"], results.axis.name])
        text += f" at {results.axis.label} {where}"
    if len(of) > 1:
        text += f"; at best {points(least['bias'])}"
    return text


def draw(canvas: Canvas, results: Results, rows: pd.DataFrame, names: list[str]) -> None:
    look = Look(results.strategies, results.baseline)
    height = 3.2
    axes, columns = canvas.panels(len(names), height=height, columns=2, sharey=True)
    ends: dict[Axes, Any] = {}
    for number, (panel, name) in enumerate(zip(axes, names)):
        of = rows[rows["strategy"] == name]
        if results.axis is None:
            dots(panel, of, look.colour[name])
            if len(names) > 1:
                panel.set_title(name)
            continue
        ends[panel] = curves(panel, results, of, look.colour[name], canvas.is_wide)
        percent_axis(panel.yaxis)
        if number % columns == 0:
            panel.set_ylabel("owed notifications shown")
        if len(names) > 1:
            panel.set_title(name)
    if results.axis is not None:
        low, high = axes[0].get_ylim()
        axes[0].set_ylim(low, min(high, 1 + 0.03 * (high - low)))
        for panel in axes:
            label_right(panel, ends[panel], height, size=8.5)


def curves(
    panel: Axes, results: Results, rows: pd.DataFrame, colour: str, is_wide: bool
) -> list[tuple[float, float, str, str]]:
    days = is_days(results)
    places, kind = positions(results.axis)
    if days:
        places = {value: value + DAY / 2 for value in results.axis.values}
        starts = results.axis.values
        day_axis(panel, min(starts), max(starts) + DAY, is_wide)
    else:
        axis_of(panel, results, places, kind)
    ends = []
    cohorts: Any = rows.groupby("cohort", sort=False)
    for number, (cohort, of) in enumerate(cohorts):
        x = [places[results.points.at[point, results.axis.name]] for point in of["design_point"]]
        if number == 0:
            band(panel, x, of, "true_deliverability", INK, "-")
            ends.append((x[-1], of["true_deliverability"].iloc[-1], "true", INK))
        dash = (0, cohort_dash(cohort)) if cohort_dash(cohort) else "-"
        band(panel, x, of, "observed_deliverability", colour, dash)
        words = fold(f"observed, {cohort_words(cohort)}", 20)
        ends.append((x[-1], of["observed_deliverability"].iloc[-1], words, colour))
    return ends


def band(
    panel: Axes,
    x: list[float],
    rows: pd.DataFrame,
    column: str,
    colour: str,
    dash: str | tuple[int, list[int]],
) -> None:
    panel.fill_between(
        x,
        rows[f"{column}_ci_low"],
        rows[f"{column}_ci_high"],
        color=colour,
        alpha=0.15,
        linewidth=0,
    )
    panel.plot(x, rows[column], color=colour, linestyle=dash, linewidth=1.5)


def dots(panel: Any, rows: Any, colour: Any) -> None:
    """A row for each cohort: from what is observed to what is true."""
    for row, one in enumerate(rows.itertuples()):
        panel.plot(
            [one.observed_deliverability, one.true_deliverability], [row, row], color="#bbbbbb"
        )
        panel.plot(one.observed_deliverability, row, "o", color=colour)
        panel.plot(one.true_deliverability, row, "|", color=INK, markersize=12)
        panel.annotate(
            f"observed {percent(one.observed_deliverability, 1)}, true "
            f"{percent(one.true_deliverability, 1)}",
            (0.5, row),
            xycoords=("axes fraction", "data"),
            xytext=(0, 8),
            textcoords="offset points",
            size=8.5,
            ha="center",
        )
    panel.set_yticks(range(len(rows)), [f"observed, {cohort_words(one)}" for one in rows["cohort"]])
    panel.set_ylim(len(rows) - 0.5, -0.5)
    panel.locator_params(axis="x", nbins=3)
    percent_axis(panel.xaxis)
    panel.set_xlabel("dot: observed, bar: true")
