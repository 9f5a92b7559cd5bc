"""timeline.csv: its buckets, and an axis of days with weekends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .style import WEEKEND
from .words import DAY, seconds

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from .results import Results


def series(results: Results) -> pd.DataFrame:
    """The rows of all design points where each is a time of its own, else those of the focus."""
    table = results.table("timeline")
    per_point = table[["design_point", "start_s"]].drop_duplicates()
    if len(per_point) == table["start_s"].nunique():
        return table
    rows: pd.DataFrame = table[table["design_point"] == results.focus]
    return rows


def bucket(results: Results) -> float:
    """The width of a bucket [s]: the smallest distance of two."""
    starts = sorted(series(results)["start_s"].unique())
    return float(min((b - a for a, b in zip(starts, starts[1:])), default=DAY))


def widths(results: Results, starts: pd.Series[Any]) -> list[float]:
    """The part of each bucket that is counted [s]: warm-up and end may cut the first and the last."""
    width = bucket(results)
    frame = [results.scenario[key] for key in ("warmup", "duration")]
    paths = {factor["path"] for factor in results.answer.factors.values()}
    if paths & {"warmup", "duration"} or not all(isinstance(text, str) for text in frame):
        return [width for _ in starts]
    first, end = (seconds(text) for text in frame)
    return [min(start + width, end) - max(start, first) for start in starts]


def is_days(results: Results) -> bool:
    """Whether the axis is a time of the run: each design point has its own part of it."""
    table = results.table("timeline")
    first = table.groupby("design_point")["start_s"].min()
    return (
        results.axis is not None
        and len(results.points) > 7
        and all(
            first.get(point) == value for point, value in results.points[results.axis.name].items()
        )
    )


def is_hours(start: float, end: float) -> bool:
    """Whether a span is so short that its axis counts hours."""
    return end - start <= 3 * DAY


def weekends(start: float, end: float) -> list[tuple[float, float]]:
    """Saturdays and Sundays within a span, as pairs of seconds; none where hours are counted."""
    if is_hours(start, end):
        return []
    weeks = range(int(start // (7 * DAY)), int(end // (7 * DAY)) + 1)
    pairs = [(max((7 * week + 5) * DAY, start), min((7 * week + 7) * DAY, end)) for week in weeks]
    return [(left, right) for left, right in pairs if right > left]


def day_axis(panel: Axes, start: float, end: float, is_wide: bool = True) -> None:
    """Labels Mondays, or hours in a short run, and shades Saturdays and Sundays."""
    panel.set_xlim(start, end)
    if is_hours(start, end):
        step = 3600 * max(1, round((end - start) / 3600 / (8 if is_wide else 5)))
        ticks = [tick for tick in range(0, int(end) + 1, int(step)) if tick >= start]
        panel.set_xticks(ticks, [f"{tick / 3600:g} h" for tick in ticks])
        panel.set_xlabel("hours since the start of the run")
        return
    shaded = weekends(start, end)
    for left, right in shaded:
        panel.axvspan(left, right, color=WEEKEND, zorder=0, linewidth=0)
    weeks = int(end // (7 * DAY)) + 1
    step = max(1, -(-weeks // (9 if is_wide else 5)))
    mondays = [week * 7 * DAY for week in range(0, weeks + 1, step)]
    mondays = [tick for tick in mondays if start <= tick <= end]
    panel.set_xticks(
        mondays,
        [f"Monday\nday {tick / DAY:.0f}" if is_wide else f"{tick / DAY:.0f}" for tick in mondays],
    )
    panel.set_xlabel(
        "day of the run"
        + (", weekends shaded" if shaded else "")
        + ("" if is_wide else "; ticks: Mondays")
    )
    panel.grid(axis="x", visible=False)
