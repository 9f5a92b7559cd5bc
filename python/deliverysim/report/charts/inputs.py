"""What simulating and what the inputs leave open, and which inputs matter most."""

from ..chart import Chart
from ..results import cut
from ..style import Look, fold, percent_axis, readable
from ..words import percent, points

SHARE = "share_"


def charts(results):
    if not results.has("inputs"):
        return []
    table = results.at_focus("inputs")
    rows = table[
        (table["metric"] == "deliverability")
        & table["baseline"].isna()
        & table["sd_inputs"].notna()
    ]
    rows = cut(rows, 0, 1)
    if not len(rows):
        return []
    return [
        Chart(
            name="inputs",
            heading="How sure",
            title=title(rows),
            note=results.focus_words,
            sentence="Deliverability. The bar is the interval for simulating and inputs "
            "together; the interval for simulating alone is hardly wider than the mark. Beneath "
            "it the inputs that matter most, with their share of the variance.",
            alt="Dots. " + "; ".join(words(row) for _, row in rows.iterrows()) + ".",
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def title(rows):
    row = rows.loc[rows["sd_inputs"].idxmax()]
    path, share = most(row)[0]
    return (
        f"The inputs leave {row['strategy']} uncertain by {points(reach(row))}, "
        f"{percent(share, 0)} of it from {path}"
    )


def reach(row):
    """Half of the interval."""
    return (row["ci_high"] - row["ci_low"]) / 2


def words(row):
    inputs = ", ".join(f"{path} {percent(share, 0)}" for path, share in most(row))
    return f"{row['strategy']}: {percent(row['mean'])} ± {points(reach(row))} ({inputs})"


def most(row, count=2):
    """The inputs with the largest shares of the variance."""
    shares = [
        (column[len(SHARE) :], float(row[column]))
        for column in row.index
        if column.startswith(SHARE) and row[column] == row[column]
    ]
    return sorted(shares, key=lambda pair: -pair[1])[:count]


def draw(canvas, results, rows):
    look = Look(results.strategies, results.baseline)
    names = list(rows["strategy"])
    (panel,), _ = canvas.panels(height=0.55 * len(names) + 0.75)
    for place, (_, row) in enumerate(rows.iterrows()):
        colour = look.colour[row["strategy"]]
        panel.hlines([place], row["ci_low"], row["ci_high"], color=colour, linewidth=3, alpha=0.4)
        panel.plot(row["mean"], place, look.marker[row["strategy"]], color=colour, markersize=6)
        panel.annotate(
            f"{percent(row['mean'])}\n± {points(reach(row))}",
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=8.5,
            color=readable(colour),
        )
        panel.annotate(
            ", ".join(f"{path} {percent(share, 0)}" for path, share in most(row, 1)),
            (0.01, place + 0.3),
            xycoords=("axes fraction", "data"),
            va="center",
            size=7.5,
            color="#555555",
        )
    panel.set_ylim(len(names) - 0.4, -0.5)
    panel.set_yticks(range(len(names)), [fold(name, 18) for name in names])
    panel.grid(axis="y", visible=False)
    panel.margins(x=0.08)
    percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=5)
    panel.set_xlabel("owed notifications shown")
