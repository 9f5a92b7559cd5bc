"""The chart shows how each metric differs from a baseline's, in margins of `deliverysim check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import METRICS, axis_words
from ..chart import Chart
from ..style import FAINT, fold, readable
from ..words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..baseline import Comparison, Verdict
    from ..results import Results
    from ..style import Canvas

ROWS_MAX = 24
REACH = 4.0  # [margins]: what lies beyond is drawn as an arrow at the edge
BAND = "#e6f0e6"


def charts(results: Results) -> list[Any]:
    comparison = results.comparison
    rows = shown(comparison) if comparison else []
    if comparison is None or not rows:
        return []
    count = len(comparison.differing)
    more = (
        f" Shown are {len(rows)} of {count} metrics that differ or may differ."
        if count > len(rows)
        else ""
    )
    return [
        Chart(
            name="baseline",
            heading="Now and before",
            title=title(comparison),
            sentence="The dot is how much worse or better a metric is than in the baseline, the bar "
            f"its {comparison.confidence * 100:g} % interval, both in margins. A bar that ends in the "
            "shaded band passes; one that lies beyond it fails; one that reaches across its edge is "
            f"inconclusive.{more} Arrows lead to what lies beyond the axis.",
            alt="Dots. " + "; ".join(words(results, row) for row in rows) + ".",
            draw=lambda canvas: draw(canvas, results, comparison, rows),
        )
    ]


def shown(comparison: Comparison) -> list[Any]:
    """The worst verdicts first; of what passes, the metrics that people ask for first."""
    known, verdicts = list(METRICS), list(comparison.looks)

    def rank(row: Any) -> Any:
        place = known.index(row.metric) if row.metric in known else len(known)
        return verdicts.index(row.verdict), place

    return sorted((row for row in comparison.differing if row.worsening), key=rank)[:ROWS_MAX]


def title(comparison: Comparison) -> str:
    """The verdicts in words."""
    fails, open_ones = comparison.count("fail"), comparison.count("inconclusive")
    if not fails and not open_ones:
        return "No metric is worse than the margin allows"
    worst = sorted({row.metric for row in comparison.metrics if row.verdict == "fail"})
    names = f": {listed(map(axis_words, worst))}" if 0 < len(worst) <= 3 else ""
    if not fails:
        return f"Of all metrics, {open_ones} may be worse than the margin allows"
    more = f"; {open_ones} more may be" if open_ones else ""
    are = "is" if fails == 1 else "are"
    return f"Of all metrics, {fails} {are} worse than the margin allows{names}{more}"


def label(results: Results, row: Verdict) -> str:
    """Metric, strategy, and the design point where there are several."""
    parts = [axis_words(row.metric), row.strategy]
    if len(results.points) > 1 and row.point in results.points.index:
        parts.append(results.point_words(row.point, is_short=True))
    return ", ".join(part for part in parts if part)


def words(results: Results, row: Verdict) -> str:
    return f"{label(results, row)}: {row.verdict}, {row.words} (margin {row.margin})"


def draw(canvas: Canvas, results: Results, comparison: Comparison, rows: list[Verdict]) -> None:
    names = [fold(label(results, row), 40 if canvas.is_wide else 22) for row in rows]
    lines = sum(1 + name.count("\n") for name in names)
    (panel,), _ = canvas.panels(height=0.15 * lines + 0.2 * len(rows) + 0.85)
    panel.axvspan(-REACH * 1.1, 1, color=BAND, zorder=0)
    panel.axvline(0, color="#999999", linewidth=0.8)
    for place, row in enumerate(rows):
        look = comparison.looks[row.verdict]
        mark(panel, row, place, look)
        panel.annotate(
            f"{row.verdict}\n{row.words}" if canvas.is_wide else row.verdict,
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=7.5,
            linespacing=1.25,
            color=readable(look["colour"]),
        )
    panel.set_xlim(-REACH * 1.1, REACH * 1.1)
    panel.set_ylim(len(rows) - 0.4, -0.6)
    panel.set_yticks(range(len(rows)), names)
    panel.tick_params(axis="y", labelsize=8)
    panel.grid(axis="y", visible=False)
    panel.set_xlabel("← better   in margins   worse →", color=FAINT)
    # Room at the edge: the layout's solver takes the words at the right for a bit shorter.
    canvas.set_layout(w_pad=0.12)


def mark(panel: Axes, row: Verdict, place: int, look: dict[str, str]) -> None:
    """The dot and its interval, or an arrow where they lie beyond the axis."""
    low, value, high = row.worsening
    colour = look["colour"]
    ends = [min(max(end, -REACH), REACH) for end in (low, high)]
    panel.hlines([place], *ends, color=colour, linewidth=3, alpha=0.45)
    for end, edge, arrow in ((low, -REACH, "<"), (high, REACH, ">")):
        if abs(end) > REACH and end * edge > 0:
            panel.plot(edge, place, arrow, color=colour, markersize=6)
    if abs(value) <= REACH:
        panel.plot(
            value, place, look["marker"], color=colour, markersize=6, markeredgecolor="white"
        )
