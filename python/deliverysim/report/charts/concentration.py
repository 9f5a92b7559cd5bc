"""The chart shows how unevenly loss falls on devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..chart import Chart
from ..results import each
from ..style import FAINT, Look, label_right, percent_axis
from ..words import listed, number, percent

if TYPE_CHECKING:
    import pandas as pd

    from ..results import Results
    from ..style import Canvas


def charts(results: Results) -> list[Chart]:
    table = results.at_focus("concentration")
    rows = table[table["share_of_all_loss"].notna() & (table["share_of_all_loss"] > 0)]
    if not len(rows):
        return []
    return [
        Chart(
            name="concentration",
            heading="Concentration of loss",
            title=title(results, rows),
            note=" ".join(filter(None, [results.focus_words, spared(results, table)])),
            sentence=(
                "The share of all lost notifications that falls on the worst-hit devices (of all "
                "replications), sorted by loss. Grey line: loss spread evenly."
            ),
            alt="Curves. "
            + "; ".join(
                f"{row.strategy}: the worst-hit {percent(1 - row.quantile, 1)} bear "
                f"{percent(row.share_of_all_loss, 1)}"
                for row in each(rows)
            )
            + f". {spared(results, table)}".rstrip(),
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def spared(results: Results, table: pd.DataFrame) -> str:
    """Says which strategies have no curve because they lost nothing; empty where none has."""
    most = table.groupby("strategy")["lost"].max()
    loses = set(table[table["share_of_all_loss"].notna()]["strategy"])
    names = [
        name
        for name in results.strategies
        if name not in loses and name in most.index and most[name] == 0
    ]
    if not names:
        return ""
    one = len(names) == 1
    curves = "loses nothing: no curve" if one else "lose nothing: no curves"
    return f"{listed(names)} {curves}."


def title(results: Results, rows: pd.DataFrame) -> str:
    """The share of the worst-hit tenth."""
    tenth: Any = rows[rows["quantile"] == 0.9].set_index("strategy")["share_of_all_loss"]
    if not len(tenth):
        return "How unevenly loss falls on devices"
    base = results.baseline if results.baseline in tenth.index else tenth.index[0]
    share = percent(tenth[base], 0)
    text = f"The worst-hit tenth of devices bears {share} of the loss with {base}"
    others = [name for name in results.strategies if name in tenth.index and name != base]
    if others:
        name = max(others, key=lambda one: abs(tenth[one] - tenth[base]))
        text += f", {percent(tenth[name], 0)} with {name}"
    return text


def draw(canvas: Canvas, results: Results, rows: pd.DataFrame) -> None:
    look = Look(results.strategies, results.baseline)
    height = 3.2
    (panel,), _ = canvas.panels(height=height)
    panel.set_xscale("log")
    panel.set_xlim(0.001, 1)
    panel.set_ylim(0, 1.02)
    shares = [0.001 * 1.1**step for step in range(73)] + [1]
    panel.plot(shares, shares, color="#bbbbbb", linewidth=1.2)
    ends = [(0.5, 0.5, "spread evenly", FAINT)]
    for name in results.strategies:
        of = rows[rows["strategy"] == name].sort_values("quantile")
        if not len(of):
            continue
        x = [1.0, *(1 - of["quantile"])]
        y = [1.0, *of["share_of_all_loss"]]
        panel.plot(
            x,
            y,
            color=look.colour[name],
            linestyle=look.dash[name],
            marker=look.marker[name],
            clip_on=False,
        )
        # The curves are apart there.
        middle = min(3, len(x) - 1)
        ends.append((x[middle], y[middle], name, look.colour[name]))
    ticks = [0.001, 0.01, 0.1, 1] + ([0.05, 0.25, 0.5] if canvas.is_wide else [])
    panel.set_xticks(ticks, [f"{number(tick * 100)} %" for tick in ticks])
    panel.minorticks_off()
    percent_axis(panel.yaxis)
    panel.set_xlabel("worst-hit devices")
    panel.set_ylabel("share of all losses")
    label_right(panel, ends, height)
