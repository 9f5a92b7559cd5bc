"""The endpoint that answers re-requests, along a sweep: its queue, waits and time-outs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import axis_words
from ..chart import Chart
from ..style import Look, fold
from ..words import metric_value, number
from .dot_rows import mark

if TYPE_CHECKING:
    from ..results import Results

WAIT, TIMEOUTS = "resend_wait_mean_s", "resend_timeouts_per_device_day"
POINTS_MAX = 40


def charts(results: Results) -> list[Any]:
    if not 1 < len(results.points) <= POINTS_MAX or not len(results.metric(WAIT)):
        return []
    tables = [queues(results), results.metric(WAIT), results.metric(TIMEOUTS)]
    return [
        Chart(
            name="endpoint",
            heading="The endpoint's queue",
            title=title(tables[0]),
            sentence=(
                "Where re-requests wait: the most that wait at one moment, in the longest queue "
                "(mean over replications); how long they wait; and those that time out, with "
                "their intervals. All strategies that send re-requests are shown."
            ),
            alt="Dots. " + "; ".join(told(results, tables, key) for key in asking(tables[0])) + ".",
            draw=lambda canvas: draw(canvas, results, tables),
        )
    ]


def queues(results: Any) -> Any:
    """The longest queue by design point and strategy; it has no interval."""
    rows = results.table("timeline").groupby(["design_point", "strategy"], sort=False)
    longest = rows["peak_resend_queue"].max().dropna().rename("mean").to_frame()
    return longest.assign(ci_low=longest["mean"], ci_high=longest["mean"])


def asking(table: Any) -> Any:
    """The design points and strategies at which somebody waits."""
    return [key for key, row in table.iterrows() if row["mean"] > 0]


def title(table: Any) -> Any:
    if not asking(table):
        return "No re-request waits"
    (_, name), most = table["mean"].idxmax(), table["mean"].max()
    return f"{name} has up to {number(most)} re-requests waiting at a time"


def told(results: Any, tables: Any, key: Any) -> Any:
    queue, wait = (table["mean"].get(key) for table in tables[:2])
    words = metric_value(WAIT, wait) if wait is not None else "no time"
    return (
        f"{key[1]}, {results.point_words(key[0])}: up to {number(queue)} wait, {words} on average"
    )


def draw(canvas: Any, results: Any, tables: Any) -> None:
    look, points = Look(results.strategies, results.baseline), list(results.points.index)
    names = dict.fromkeys(name for _, name in asking(tables[0]))
    titles = ["most that wait at a time", axis_words(WAIT), axis_words(TIMEOUTS)]
    height = 0.3 * len(points) + 1.0
    panels, _ = canvas.panels(len(tables), height=height, columns=len(tables), sharey=True)
    for panel, table, words in zip(panels, tables, titles):
        for name in names:
            rows = table[table.index.get_level_values(1) == name]
            places = [points.index(point) for point, _ in rows.index]
            mark(panel, rows, places, look.colour[name], look.marker[name], label=name)
        panel.set_ylim(len(points) - 0.5, -0.5)
        labels = [fold(results.point_words(point, is_short=True), 26) for point in points]
        panel.set_yticks(range(len(points)), labels)
        panel.grid(axis="y", visible=False)
        panel.set_xlim(left=0)
        panel.locator_params(axis="x", nbins=4)
        panel.set_xlabel(fold(words, 22))
    if len(names) > 1:
        handles, labels = panels[0].get_legend_handles_labels()
        canvas.figure.legend(handles, labels, loc="outside lower left", ncols=3, frameon=False)
