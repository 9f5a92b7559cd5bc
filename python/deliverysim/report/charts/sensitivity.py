"""Which inputs matter: Sobol's indices, or Morris's effects, of each factor."""

import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ...vocabulary import metric_words
from ..chart import Chart
from ..style import INK, fold, percent_axis
from ..words import percent

FILE = "sensitivity.csv"
DARK, LIGHT = "#2171b5", "#9ecae1"


def chart(folder):
    """Of the last strategy's difference to the baseline, or of the strategy itself."""
    table = pd.read_csv(folder / FILE)
    last = table.iloc[-1]
    rows = table[
        (table["strategy"] == last["strategy"])
        & (table["metric"] == last["metric"])
        & (table["baseline"].fillna("") == ("" if pd.isna(last["baseline"]) else last["baseline"]))
    ]
    size = "total" if "total" in rows else "mu_star"
    rows = rows.sort_values(size, ascending=False)
    what = metric_words(last["metric"])
    against = "" if pd.isna(last["baseline"]) else f" against {last['baseline']}"
    return Chart(
        name="sensitivity",
        heading="What matters",
        title=title(rows, size),
        note=note(rows, size, f"{last['strategy']}{against}: {what}"),
        sentence=sentence(size),
        alt="Bars. " + "; ".join(told(row, size) for _, row in rows.iterrows()) + ".",
        draw=lambda canvas: draw(canvas, rows, size),
    )


def told(row, size):
    """A row for those who cannot see it."""
    if size == "mu_star":
        return f"{row['factor']}: {row[size]:.3g}"
    own = percent(max(0, row["first"]), 1)
    return f"{row['factor']}: {own} by itself, {percent(row['total'], 1)} with its interactions"


def title(rows, size):
    first = rows.iloc[0]
    if size == "mu_star":
        return f"{first['factor']} matters most"
    own = percent(first["first"], 0) if first["first"] > 0 else "nothing"
    return (
        f"{first['factor']} by itself causes {own} of the variance, with its interactions "
        f"{percent(first['total'], 0)}"
    )


def note(rows, size, quantity):
    """Names the quantity, and says how to read bars where that is not plain."""
    parts = [f"{quantity}."]
    if size == "total" and rows["total"].sum() > 1.05:
        parts.append(
            f"With their interactions the inputs have {percent(rows['total'].sum(), 0)} in all, since "
            "what inputs cause together counts for each of them."
        )
    if size == "total" and (rows["first"] > rows["total"]).any():
        parts.append("Where an input has more by itself than with its interactions, that is chance.")
    return " ".join(parts)


def sentence(size):
    if size == "mu_star":
        return "The mean size of the effect of each factor, with its interval."
    return (
        "Dark bars: the share of the variance that a factor causes by itself (first). Light bars: "
        "with its interactions with the others (total), which count for each of them, so that light "
        "bars are no shares: they may add up to more than 100 %. Lines are the intervals of the light "
        "bars."
    )


def draw(canvas, rows, size):
    (panel,), _ = canvas.panels(height=0.34 * len(rows) + (1.1 if size == "total" else 0.75))
    for place, (_, row) in enumerate(rows.iterrows()):
        panel.barh(place, row[size], height=0.66, color=LIGHT)
        if size == "total":
            panel.barh(place, max(0, row["first"]), height=0.34, color=DARK)
        panel.hlines([place], row[f"{size}_low"], row[f"{size}_high"], color=INK, linewidth=1)
    panel.set_ylim(len(rows) - 0.4, -0.6)
    panel.set_yticks(range(len(rows)), [fold(name, 20) for name in rows["factor"]])
    panel.grid(axis="y", visible=False)
    panel.set_xlim(left=0)
    if size == "mu_star":
        panel.set_xlabel("mean size of the effect")
        return
    percent_axis(panel.xaxis)
    panel.set_xlabel("of the variance")
    marks = [Patch(color=DARK), Patch(color=LIGHT), Line2D([], [], color=INK, linewidth=1)]
    words = ["by itself", "with its interactions", "interval of that"]
    # Below the longest bars, where the shortest ones leave room.
    panel.legend(marks, words, loc="lower right", fontsize=8.5, framealpha=1)
