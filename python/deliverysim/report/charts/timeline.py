"""Deliverability by day of creation, with weekends marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..chart import Chart
from ..days import bucket, day_axis, is_hours, series, weekends
from ..style import Look, label_right, percent_axis
from ..words import DAY, between, listed, percent, span

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas

POINTS_MIN = 5


def charts(results: Results) -> list[Any]:
    rows = series(results)
    rows = rows[rows["deliverability"].notna()]
    if rows["start_s"].nunique() < POINTS_MIN:
        return []
    return [
        Chart(
            name="timeline",
            heading="Deliverability by day"
            if bucket(results) == DAY
            else "Deliverability over time",
            title=title(results, rows),
            note=results.focus_words if rows["design_point"].nunique() == 1 else "",
            sentence=sentence(results, rows),
            alt="Curves over time. "
            + "; ".join(
                f"{name}: from {percent(of['deliverability'].min())} to "
                f"{percent(of['deliverability'].max())}"
                for name, of in rows.groupby("strategy", sort=False)
            )
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def span_of(results: Results, rows: pd.DataFrame) -> tuple[float, float]:
    """From the first bucket's start to the last one's end [s]."""
    return rows["start_s"].min(), rows["start_s"].max() + bucket(results)


def sentence(results: Results, rows: pd.DataFrame) -> str:
    """Sentences on how to read the axis, and the shades where there are any."""
    text = "By time of creation, over all replications"
    if is_hours(*span_of(results, rows)):
        return text + "."
    shades = ", Saturdays and Sundays are shaded" if weekends(*span_of(results, rows)) else ""
    return f"{text}; time 0 is a Monday{shades}."


def title(results: Results, rows: pd.DataFrame) -> str:
    """Between which values the baseline lies, and the last of the others."""
    base = results.baseline or results.strategies[0]
    others = [name for name in results.strategies if name != base]
    ranges = []
    for name in [base, *others[-1:]]:
        values = rows[rows["strategy"] == name]["deliverability"]
        ranges.append(f"{name} {between(percent(values.min()), percent(values.max()))}")
    every = "Day by day" if bucket(results) == DAY else f"Every {span(bucket(results))}"
    return f"{every}: {listed(ranges)}"


def draw(canvas: Canvas, results: Results, rows: pd.DataFrame) -> None:
    look = Look(results.strategies, results.baseline)
    height = 3.2
    (panel,), _ = canvas.panels(height=height)
    width = bucket(results)
    ends = []
    for name in results.strategies:
        of = rows[rows["strategy"] == name].sort_values("start_s")
        if not len(of):
            continue
        x = of["start_s"] + width / 2
        panel.plot(
            x,
            of["deliverability"],
            color=look.colour[name],
            linestyle=look.dash[name],
            marker=look.marker[name] if len(of) <= 40 else None,
            markersize=3.5,
            linewidth=1.3,
        )
        ends.append((x.iloc[-1], of["deliverability"].iloc[-1], name, look.colour[name]))
    day_axis(panel, *span_of(results, rows), canvas.is_wide)
    percent_axis(panel.yaxis)
    panel.margins(y=0.08)
    panel.set_ylabel("owed notifications shown")
    label_right(panel, ends, height)
