"""Re-requests over time: on average, and in the busiest minute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..chart import Chart
from ..days import bucket, day_axis, series, widths
from ..style import Look, label_right
from ..words import DAY, number, span

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas

UNITS = [("second", 1.0), ("minute", 60.0), ("hour", 3600.0), ("day", 86400.0)]
POINTS_MIN = 5
# A shorter part of a bucket, at the end of a run, says nothing of its rate.
PART_MIN = 0.1


def charts(results: Results) -> list[Any]:
    rows = series(results)
    if rows["start_s"].nunique() < POINTS_MIN or not rows["resend_requests"].sum():
        return []
    rows = with_rates(results, rows)
    return [
        Chart(
            name="requests",
            heading="Re-requests over time",
            title=title(results, rows),
            note=results.focus_words if rows["design_point"].nunique() == 1 else "",
            sentence=(
                "Requests for missed notifications that reach the provider, from all devices. "
                f"The busiest minute of each {every(results)} "
                "(mean over replications) sets the endpoint's size, the average its running cost."
            ),
            alt="Curves over time. "
            + "; ".join(
                f"{name}: {told(of, unit(rows['mean_rate']))}"
                for name, of in rows.groupby("strategy", sort=False)
            )
            + ".",
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def every(results: Results) -> str:
    return "day" if bucket(results) == DAY else span(bucket(results))


def with_rates(results: Results, rows: pd.DataFrame) -> pd.DataFrame:
    """`mean_rate` [1/s]: requests of a bucket, over replications and what of it is counted [s]."""
    metrics = results.table("metrics")
    count = metrics.groupby(["design_point", "strategy"])["replications"].first()
    key = list(zip(rows["design_point"], rows["strategy"]))
    counted = widths(results, rows["start_s"])
    rows = rows.assign(
        counted=counted,
        mean_rate=[
            requests / count[one] / width
            for requests, one, width in zip(rows["resend_requests"], key, counted)
        ],
    )
    asks = rows.groupby("strategy")["resend_requests"].sum()
    return rows[rows["strategy"].map(asks) > 0]


def average(rows: pd.DataFrame) -> float:
    """The rate [1/s] over all that is counted, however it is cut into buckets."""
    return float((rows["mean_rate"] * rows["counted"]).sum() / rows["counted"].sum())


def unit(values: pd.Series[Any]) -> tuple[str, float]:
    """The shortest span in which at least one happens, of values [1/s]."""
    middle = values.max()
    return next((one for one in UNITS if middle * one[1] >= 1), UNITS[-1])


def title(results: Results, rows: pd.DataFrame) -> str:
    """The strategy that asks most, with its average and its peak."""
    of = {str(name): part for name, part in rows.groupby("strategy")}
    most = max(of, key=lambda name: average(of[name]))
    return f"{most} sends {told(of[most], unit(rows['mean_rate']))}"


def told(rows: pd.DataFrame, unit_of_all: tuple[str, float]) -> str:
    """The average and the busiest minute, in the same unit, so that they compare."""
    mean, peak = average(rows), rows["peak_resend_rate"].max()
    word, size = unit_of_all
    each = f"{'an' if word == 'hour' else 'a'} {word}"
    count = number(mean * size)
    text = f"{count} request{'' if count == '1' else 's'} {each} on average"
    if peak != peak:
        return text
    return f"{text}, {number(peak * size)} {each} in the busiest minute"


def draw(canvas: Canvas, results: Results, rows: pd.DataFrame) -> None:
    look = Look(results.strategies, results.baseline)
    height = 2.6
    width = bucket(results)
    word, size = unit(rows["mean_rate"])
    lines = {
        "mean_rate": f"requests per {word}, average",
        "peak_resend_rate": f"requests per {word}, in the busiest minute",
    }
    lines = {column: words for column, words in lines.items() if rows[column].notna().any()}
    panels, _ = canvas.panels(len(lines), height=height, columns=1)
    for panel, (column, words) in zip(panels, lines.items()):
        ends = []
        for name in [one for one in results.strategies if one in set(rows["strategy"])]:
            of = rows[(rows["strategy"] == name) & (rows["counted"] >= width * PART_MIN)]
            of = of.sort_values("start_s")
            x, y = of["start_s"] + width / 2, of[column] * size
            panel.plot(x, y, color=look.colour[name], linestyle=look.dash[name], linewidth=1.3)
            ends.append((x.iloc[-1], y.iloc[-1], name, look.colour[name]))
        panel.set_ylim(0, rows[column].max() * size * 1.08)
        day_axis(panel, rows["start_s"].min(), rows["start_s"].max() + width, canvas.is_wide)
        panel.set_title(words)
        label_right(panel, ends, height)
    for panel in panels[:-1]:
        panel.set_xlabel("")
