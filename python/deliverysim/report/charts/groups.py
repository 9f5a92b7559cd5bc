"""Deliverability of each group of a mixed population."""

from ..chart import Chart
from ..results import cut
from ..style import Look, fold, percent_axis, readable
from ..words import percent, points


def charts(results):
    table = results.at_focus("groups")
    rows = cut(table[(table["metric"] == "deliverability") & table["mean"].notna()], 0, 1)
    if not len(rows):
        return []
    return [
        Chart(
            name="groups",
            heading="Groups",
            title=title(results, rows),
            note=results.focus_words,
            sentence="Deliverability of each group of the population; bars are intervals.",
            alt="Dots. "
            + "; ".join(
                f"{row.strategy}, {row.group}: {percent(row.mean)}" for row in rows.itertuples()
            )
            + ".",
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def title(results, rows):
    base = results.baseline or results.strategies[0]
    of = rows[rows["strategy"] == base].set_index("group")["mean"]
    worst, best = of.idxmin(), of.idxmax()
    if worst == best:
        return f"{base} shows {percent(of[best])} to {best}"
    return (
        f"With {base}, the group {worst} gets {points(of[best] - of[worst])} less than {best} "
        f"({percent(of[worst])} against {percent(of[best])})"
    )


def draw(canvas, results, rows):
    look = Look(results.strategies, results.baseline)
    groups = list(dict.fromkeys(rows["group"]))
    lines = len(groups) * (len(results.strategies) + 1)
    (panel,), _ = canvas.panels(height=0.2 * lines + 0.9)
    for place, group in enumerate(groups):
        for number, name in enumerate(results.strategies):
            of = rows[(rows["group"] == group) & (rows["strategy"] == name)]
            if not len(of):
                continue
            y = place * (len(results.strategies) + 1) + number
            low, high, mean = (
                float(of[column].iloc[0]) for column in ("ci_low", "ci_high", "mean")
            )
            panel.plot([low, high], [y, y], color=look.colour[name], linewidth=3, alpha=0.5)
            panel.plot(mean, y, look.marker[name], color=look.colour[name])
            panel.annotate(
                f"{name} {percent(mean)}",
                (1.02, y),
                xycoords=("axes fraction", "data"),
                va="center",
                size=8.5,
                color=readable(look.colour[name]),
            )
    middle = (len(results.strategies) - 1) / 2
    panel.set_yticks(
        [place * (len(results.strategies) + 1) + middle for place in range(len(groups))],
        [fold(group, 18) for group in groups],
    )
    panel.set_ylim(lines - 1.5, -0.5)
    # No axis says more than 100 %, or less than nothing.
    low, high = panel.get_xlim()
    room = (high - low) * 0.03
    panel.set_xlim(max(low, -room), min(high, 1 + room))
    panel.grid(axis="y", visible=False)
    percent_axis(panel.xaxis)
    panel.locator_params(axis="x", nbins=5)
    panel.set_xlabel("owed notifications shown")
