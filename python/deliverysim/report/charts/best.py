"""The charts show which candidate is chosen, how far each is from the one with the most (or
least), and who is beaten in all metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import VERDICT_COLOURS, VERDICTS, is_share, metric_words
from ..chart import Chart
from ..style import fold, percent_axis
from ..words import listed, points

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas

ROWS_MAX = 16
UNDECIDED_MAX = 3


def charts(results: Results) -> list[Any]:
    choice = results.answer.choice(results.focus)
    return gaps(results, choice) + pareto(results) if choice else []


# The gaps


def gaps(results: Results, choice: dict[str, Any]) -> list[Chart]:
    """The candidates of a choice in its order; those that break a limit have no place in it."""
    standings = [candidate.get("standing") for candidate in results.answer.ranked(choice)]
    rows = [
        one for one in standings if one and "ci_low" in one and one["verdict"] in VERDICT_COLOURS
    ]
    if not rows:
        return []
    drawn = rows[:ROWS_MAX]
    return [
        Chart(
            name="best",
            heading="Which to choose",
            title=title(choice),
            note=note(choice, len(drawn), len(rows)),
            sentence=f"How far each candidate is from {most(results)}. The bars hold together; the "
            "dot is the estimate. Candidates that break a limit are left out (best.csv).",
            alt="Dots. " + "; ".join(words(results, row) for row in drawn) + ".",
            draw=lambda canvas: draw(canvas, results, drawn),
        )
    ]


def title(choice: dict[str, Any]) -> str:
    """The answer's choice; its sentence says why."""
    if "chosen" in choice:
        others = choice["as_good"]
        equal = f": {others} other{'' if others == 1 else 's'} as good" if others else ""
        return f"Choose {choice['chosen']['name']}{equal}"
    if "nearest" in choice:
        return f"None meets the limits; {choice['nearest']} is nearest"
    return "Undecided: " + listed([fold(name, 30) for name in choice["undecided"][:UNDECIDED_MAX]])


def note(choice: dict[str, Any], drawn: int, count: int) -> str:
    """The circumstances of the choice, and how many of the candidates are in the picture."""
    parts = [f"For {choice['circumstances']}."] if choice["circumstances"] else []
    if drawn < count:
        parts.append(f"Drawn are the first {drawn} of {count} candidates.")
    return " ".join(parts)


def most(results: Results) -> str:
    """The candidate from which distances are told: the one chosen may be another, as good one."""
    extreme = "most" if results.answer.is_more_better else "least"
    return f"the one with the {extreme} {metric_words(results.answer.metric)}"


def words(results: Results, row: dict[str, Any]) -> str:
    return f"{row['name']}: {verdict(row)}, {amount(results, float(row['gap']))} away"


def verdict(row: dict[str, Any]) -> str:
    return str(VERDICTS.get(row["verdict"], row["verdict"]))


def amount(results: Results, value: float) -> str:
    return points(value) if is_share(results.answer.metric) else f"{value:.3g}"


def draw(canvas: Canvas, results: Results, rows: list[dict[str, Any]]) -> None:
    (panel,), _ = canvas.panels(height=0.3 * len(rows) + 0.75)
    for place, row in enumerate(rows):
        colour = VERDICT_COLOURS[row["verdict"]]
        ends = (float(row["ci_low"]), float(row["ci_high"]))
        panel.hlines([place], *ends, color=colour, linewidth=3, alpha=0.5)
        panel.plot(float(row["gap"]), place, "o", color=colour, markersize=5)
        panel.annotate(
            verdict(row),
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=8.5,
            color=colour,
        )
    panel.set_ylim(len(rows) - 0.4, -0.6)
    panel.set_yticks(range(len(rows)), [fold(row["name"], 30) for row in rows])
    panel.grid(axis="y", visible=False)
    panel.margins(x=0.05)
    if is_share(results.answer.metric):
        percent_axis(panel.xaxis, "pp")
    panel.locator_params(axis="x", nbins=5)
    panel.set_xlabel(f"distance from {most(results)}")


# Who is beaten in all metrics


def pareto(results: Results) -> list[Any]:
    """Those of one choice, as the other charts show it."""
    if not results.has("pareto"):
        return []
    table = results.table("pareto")
    if results.answer.has_many_choices:
        table = table[table["design_point"] == results.focus]
    metrics = list(table.columns[list(table.columns).index("by") + 1 :])
    every = "both metrics" if len(metrics) == 2 else f"all of {len(metrics)} metrics"
    drawn = " and ".join(metric_words(metric) for metric in metrics[:2])
    rows = table.dropna(subset=metrics[:2])
    front = [name(results, row) for _, row in rows.iterrows() if row["verdict"] == "front"]
    if not front:
        return []
    return [
        Chart(
            name="pareto",
            heading="Who is beaten in everything",
            title=f"{len(front)} of {len(rows)} candidates are beaten by no other in {every}",
            note=results.focus_words if results.answer.has_many_choices else "",
            sentence=("" if len(metrics) == 2 else f"The axes are the first two: {drawn}. ")
            + "Green: no other candidate is at least as good in all metrics and better in "
            "one, for sure. Red: one is. Grey: undecided.",
            alt="Dots. Not beaten: " + listed(front) + ".",
            draw=lambda canvas: draw_pareto(canvas, results, rows, metrics[:2]),
        )
    ]


def name(results: Results, row: pd.Series[Any]) -> str:
    """The candidate's factors and its strategy."""
    place = results.point_words(row["design_point"], is_short=True)
    return f"{place}, {row['strategy']}" if place else row["strategy"]


def draw_pareto(canvas: Canvas, results: Results, rows: pd.DataFrame, metrics: list[str]) -> None:
    (panel,), _ = canvas.panels(height=3.4)
    (up, across) = metrics
    space = 0.06 * (rows[up].max() - rows[up].min())
    labelled: list[Any] = []
    for _, row in rows.sort_values(up, ascending=False).iterrows():
        colour = VERDICT_COLOURS[row["verdict"]]
        panel.plot(row[across], row[up], "o", color=colour, markersize=7, markeredgecolor="white")
        is_free = all(abs(row[up] - other) >= space for other in labelled)
        if row["verdict"] == "front" and is_free:
            labelled.append(row[up])
            panel.annotate(
                name(results, row),
                (row[across], row[up]),
                xytext=(5, -9),
                textcoords="offset points",
                size=7.5,
                color="#444444",
            )
    panel.margins(0.12)
    panel.set_xlabel(metric_words(across))
    panel.set_ylabel(metric_words(up))
    for axis, metric in ((panel.xaxis, across), (panel.yaxis, up)):
        if is_share(metric):
            percent_axis(axis)
