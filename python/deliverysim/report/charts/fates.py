"""The chart shows where notifications end that are not shown, stage by stage along their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import FATES, HATCHES, ending_words, meanings, stage_rank
from ..chart import Chart
from ..results import each
from ..style import INK, TICK_LINE, fold, percent_axis
from ..words import is_rare, percent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..results import Results
    from ..style import Canvas


def charts(results: Results, point: Any = None) -> list[Chart]:
    rows = ended(results, point)
    if not len(rows):
        return []
    return [
        Chart(
            name="fates",
            heading="Where notifications end",
            title=title(results, rows),
            note=results.focus_words,
            sentence=(
                "Owed notifications that were not shown, by where and why their last copy was "
                "lost, from the server (top) to the device."
                + "".join(f" {words}" for words in meanings(set(rows["fate"])))
            ),
            alt="Bars. "
            + "; ".join(
                f"{row.strategy}, {row.place}, {row.fate}: {percent(row.share)}"
                for row in each(rows)
            )
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, rows),
        )
    ]


def ended(results: Results, point: Any = None) -> pd.DataFrame:
    """Shares of strategy, place and fate; the places in the order of the way."""
    table = results.at_focus("fates") if point is None else results.table("fates")
    if point is not None:
        table = table[table["design_point"] == point]
    table = table[table["fate"] != "shown"].copy()
    if not len(table):
        return table
    table["place"] = [
        ending_words(*key) for key in zip(table["fate"], table["stage"], table["cause"])
    ]
    table["rank"] = [stage_rank(stage) for stage in table["stage"]]
    sums: Any = table.groupby(["rank", "place", "strategy", "fate"], as_index=False)["share"].sum()
    shares: pd.DataFrame = sums
    return shares


def title(results: Results, rows: pd.DataFrame) -> str:
    """The largest share of all, and that of the strategy that shows most."""
    sums: Any = rows.groupby(["strategy", "place"], sort=False)["share"].sum()
    if sums.max() == 0:
        return "All are shown"
    strategy, place = sums.idxmax()
    text = f"{strategy}: {percent(sums.max())} end at “{place}”"
    shown = results.metric("deliverability")["mean"].xs(results.focus, level=0)
    name = shown.idxmax()
    if name == strategy:
        return text
    share = sums.get((name, place), 0)
    return f"{text}; with {name} {percent(share) if share > 0 else 'none do'}"


def draw(canvas: Canvas, results: Results, rows: pd.DataFrame) -> None:
    places = list(dict.fromkeys(rows.sort_values("rank", kind="stable")["place"]))
    names = results.strategies
    most = rows.groupby(["place", "strategy"])["share"].sum().max()
    right = most * 1.45
    axes, columns = canvas.panels(
        len(names),
        height=0.27 * len(places) + 0.9 + (TICK_LINE if is_rare(right) else 0),
        columns=min(4, len(names)),
        sharex=True,
        sharey=True,
    )
    for number, (panel, name) in enumerate(zip(axes, names)):
        for row, place in enumerate(places):
            bars(panel, rows[(rows["strategy"] == name) & (rows["place"] == place)], row, most)
        panel.set_title(fold(name, 20))
        panel.set_yticks(range(len(places)), [fold(place, 34) for place in places])
        panel.set_ylim(len(places) - 0.5, -0.5)
        panel.set_xlim(0, right)
        panel.locator_params(axis="x", nbins=3)
        percent_axis(panel.xaxis)
        panel.grid(axis="y", visible=False)
        panel.tick_params(axis="y", length=0)
        if number >= len(names) - columns:
            panel.tick_params(axis="x", labelbottom=True)
            panel.set_xlabel("share of owed")
    fates = [fate for fate in FATES if fate in set(rows["fate"])]
    handles = [axes[0].barh([0], [0], label=fate, **fill(fate)) for fate in fates]
    canvas.figure.legend(
        handles=handles,
        loc="outside lower left",
        ncols=4,
        frameon=False,
        handlelength=1,
        handleheight=1,
    )


def bars(panel: Axes, rows: pd.DataFrame, row: int, most: float) -> None:
    """The fates at one place, end to end, and their sum in words."""
    left = 0.0
    for fate in FATES:
        share = rows[rows["fate"] == fate]["share"].sum()
        panel.barh(row, share, left=left, height=0.68, **fill(fate))
        left += share
    if left > 0:
        panel.text(left + most * 0.02, row, short(left), va="center", size=8.5)


def fill(fate: str) -> dict[str, Any]:
    """The colour and the hatch of a bar, without an outline."""
    return {
        "facecolor": FATES[fate],
        "hatch": HATCHES[fate] * 4,
        "edgecolor": INK,
        "linewidth": 0,
    }


def short(share: float) -> str:
    """One or two digits that count: the eye compares bars."""
    return percent(share, 1 if share >= 0.0095 else 2)
