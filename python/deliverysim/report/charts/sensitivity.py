"""The chart shows which inputs matter, as `answer.json` of a sensitivity analysis says it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ...answer import read_answer
from ...vocabulary import metric_words
from ..chart import Chart
from ..style import INK, fold, percent_axis
from ..words import percent

if TYPE_CHECKING:
    from ..style import Canvas

DARK, LIGHT = "#2171b5", "#9ecae1"


def chart(folder: Path) -> Chart:
    """Its quantity is the last one: the difference of the last strategy to the baseline."""
    answer = read_answer(folder)
    inputs = last(answer["influences"])
    one = inputs[0]
    against = f" against {one['baseline']}" if "baseline" in one else ""
    return Chart(
        name="sensitivity",
        heading="Inputs that matter",
        title=title(inputs),
        note=f"{one['strategy']}{against}: {metric_words(one['metric'])}.",
        sentence=sentence(one),
        alt="Bars. " + "; ".join(told(row) for row in inputs) + ".",
        draw=lambda canvas: draw(canvas, inputs),
    )


def title(inputs: list[dict[str, Any]]) -> str:
    """The inputs that may each matter most."""
    without = inputs[0]["points_without"]
    if without:
        return (
            f"No answer: {without} {'point has' if without == 1 else 'points have'} no finite value"
        )
    names = [one["factor"] for one in inputs if one["may_be_first"]]
    if not names:
        return "None of these inputs matters"
    return (
        f"{names[0]} matters most" if len(names) == 1 else f"One of {', '.join(names)} matters most"
    )


def last(influences: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The inputs of the last quantity; those that matter most come first."""
    quantity = [influences[-1].get(key) for key in ("strategy", "metric", "baseline")]
    return [
        one
        for one in influences
        if [one.get(key) for key in ("strategy", "metric", "baseline")] == quantity
    ]


def measure(row: dict[str, Any], name: str) -> dict[str, Any] | None:
    """A measure of an input; None where there is none."""
    return next((one for one in row["measures"] if one["name"] == name), None)


def size(row: dict[str, Any]) -> float:
    """The value by which inputs are ranked; 0 where a point has no value."""
    found = measure(row, row["ranked_by"])
    return float(found["value"]) if found else 0.0


def own(row: dict[str, Any]) -> float | None:
    """The share that an input causes by itself; None of effects."""
    found = measure(row, "first")
    return max(0.0, float(found["value"])) if found else None


def told(row: dict[str, Any]) -> str:
    """A row for those who cannot see it."""
    share = own(row)
    if share is None:
        return f"{row['factor']}: {size(row):.3g}"
    alone, whole = percent(share, 1), percent(size(row), 1)
    return f"{row['factor']}: {alone} by itself, {whole} with its interactions"


def sentence(row: dict[str, Any]) -> str:
    if own(row) is None:
        return "The mean size of the effect of each input, with its interval."
    return (
        "Dark bars: the share of the variance that an input causes by itself (first). Light bars: "
        "with its interactions with the others (total), which count for each of them, so that light "
        "bars are no shares: they may add up to more than 100 %. Lines are the intervals of the light "
        "bars. A dark bar that is longer than its light one is so by chance."
    )


def draw(canvas: Canvas, inputs: list[dict[str, Any]]) -> None:
    has_shares = own(inputs[0]) is not None
    (panel,), _ = canvas.panels(height=0.34 * len(inputs) + (1.1 if has_shares else 0.75))
    for place, row in enumerate(inputs):
        panel.barh(place, size(row), height=0.66, color=LIGHT)
        share = own(row)
        if has_shares and share is not None:
            panel.barh(place, share, height=0.34, color=DARK)
        ranked = measure(row, row["ranked_by"]) or {}
        if "ci_low" in ranked:
            panel.hlines(
                [place], float(ranked["ci_low"]), float(ranked["ci_high"]), color=INK, linewidth=1
            )
    panel.set_ylim(len(inputs) - 0.4, -0.6)
    panel.set_yticks(range(len(inputs)), [fold(row["factor"], 20) for row in inputs])
    panel.grid(axis="y", visible=False)
    panel.set_xlim(left=0)
    if not has_shares:
        panel.set_xlabel("mean size of the effect")
        return
    percent_axis(panel.xaxis)
    panel.set_xlabel("of the variance")
    marks = [Patch(color=DARK), Patch(color=LIGHT), Line2D([], [], color=INK, linewidth=1)]
    words = ["by itself", "with its interactions", "interval of that"]
    # Below the longest bars, where the shortest ones leave room.
    panel.legend(marks, words, loc="lower right", fontsize=8.5, framealpha=1)
