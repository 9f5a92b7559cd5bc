"""Which inputs matter: Sobol's indices, or Morris's effects, of each factor."""

import pandas as pd

from ..chart import Chart
from ..metrics import METRIC_WORDS
from ..style import fold
from ..words import percent

FILE = "sensitivity.csv"


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
    what = METRIC_WORDS.get(last["metric"], last["metric"])
    against = "" if pd.isna(last["baseline"]) else f" against {last['baseline']}"
    return Chart(
        name="sensitivity",
        heading="What matters",
        title=title(rows, size),
        note=f"{last['strategy']}{against}: {what}",
        sentence=sentence(size),
        alt="Bars. " + "; ".join(f"{row['factor']}: {row[size]:.3g}" for _, row in rows.iterrows()),
        draw=lambda canvas: draw(canvas, rows, size),
    )


def title(rows, size):
    first = rows.iloc[0]
    if size == "mu_star":
        return f"{first['factor']} matters most"
    return f"{first['factor']} causes {percent(first['total'], 0)} of the variance"


def sentence(size):
    if size == "mu_star":
        return "The mean size of the effect of each factor, with its interval."
    return (
        "Light bars: the share of the variance that a factor causes with all others (total); dark "
        "bars: by itself (first). Lines are intervals."
    )


def draw(canvas, rows, size):
    (panel,), _ = canvas.panels(height=0.34 * len(rows) + 0.75)
    for place, (_, row) in enumerate(rows.iterrows()):
        panel.barh(place, row[size], height=0.66, color="#9ecae1")
        if size == "total":
            panel.barh(place, max(0, row["first"]), height=0.34, color="#2171b5")
        panel.hlines([place], row[f"{size}_low"], row[f"{size}_high"], color="#222222", linewidth=1)
    panel.set_ylim(len(rows) - 0.4, -0.6)
    panel.set_yticks(range(len(rows)), [fold(name, 20) for name in rows["factor"]])
    panel.grid(axis="y", visible=False)
    panel.set_xlim(left=0)
    panel.set_xlabel("share of the variance" if size == "total" else "mean size of the effect")
