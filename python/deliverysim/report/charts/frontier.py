"""The chart shows what more of the metric that comes first costs: pushes and interruptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...vocabulary import COSTS, after_value, axis_words, is_share, metric_words
from ..chart import Chart
from ..style import Look, label_right, percent_axis
from ..words import GAP, compared, listed, metric_value, number

if TYPE_CHECKING:
    from ..results import Results
    from ..style import Canvas

COSTS_MAX = 2
LINE = "A line joins the strategies that may be chosen and that no other of them beats in gain and price. "
# A price that is several times the baseline's is told as an amount.
RELATIVE_MAX = 2


def charts(results: Results) -> list[Chart]:
    metric, point = results.leading, results.focus
    names = [name for name in results.strategies if results.is_finite(metric, point, name)]
    first, known = results.answer.cost(point), results.answer.metrics
    costs = [
        cost
        for cost in dict.fromkeys([first, *COSTS])
        if cost in known and all(results.is_finite(cost, point, name) for name in names)
    ][:COSTS_MAX]
    if len(names) < 2 or not costs:
        return []
    return [
        Chart(
            name="frontier",
            heading="What it costs",
            title=title(results, metric, point, names, costs),
            note=results.which(point) if len(results.points) > 1 else "",
            sentence=(
                f"{corner(results)}. {LINE if joined(results, point, names) else ''}Bars are the "
                "intervals in metrics.csv."
            ),
            alt="Dots. "
            + "; ".join(
                f"{name}: {metric_value(metric, results.known(metric, point, name))} "
                f"{metric_words(metric)}, "
                + ", ".join(
                    f"{number(results.known(cost, point, name))} {metric_words(cost)}"
                    for cost in costs
                )
                for name in names
            )
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, metric, point, names, costs),
        )
    ]


def joined(results: Results, point: int, names: list[str]) -> list[Any]:
    """The strategies on the line, the cheapest first; none where there is no line."""
    front = [name for name in results.answer.front(point) if name in names]
    return front if len(front) > 1 else []


def corner(results: Results) -> str:
    """The better strategies are there: by the question's direction, and less of a cost is better."""
    return f"{'Up' if results.answer.is_more_better else 'Down'} and to the left is better"


def title(results: Results, metric: str, point: int, names: list[str], costs: list[str]) -> str:
    """The gain of the strategy that comes first, and its price; its values where no gain is sure."""
    name = next(iter(results.answer.order(point)), results.baseline or names[0])
    gap = results.answer.gain(point, name)
    if gap is None:
        told = listed(
            f"{number(results.known(cost, point, name))} {metric_words(cost)}" for cost in costs
        )
        return f"{name}: {value_words(results, metric, point, name)}, for {told}"
    prices = [(cost, results.answer.price(point, name, cost)) for cost in costs]
    told = listed(more_of(cost, *price) for cost, price in prices if price)
    return f"{name}: {compared(metric, gap)} {metric_words(metric)}" + (told and f", for {told}")


def value_words(results: Results, metric: str, point: int, name: str) -> str:
    return f"{metric_value(metric, results.known(metric, point, name))} {after_value(metric)}"


def more_of(cost: str, more: float, base: float) -> str:
    """The price beyond the baseline, such as "5.4 % more pushes per notification"."""
    what = metric_words(cost).replace(" per device and day", " a day")
    is_relative = 0 < abs(more) < RELATIVE_MAX * base
    amount = abs(more) / base * 100 if is_relative else abs(more)
    digits = (0 if amount >= 10 else 1) if is_relative else 2
    if not round(amount, digits):
        return f"no more {what}"
    size = f"{amount:.{digits}f}{GAP}%" if is_relative else number(round(amount, digits))
    return f"{size} {'more' if more > 0 else 'fewer'} {what}"


def draw(
    canvas: Canvas, results: Results, metric: str, point: int, names: list[str], costs: list[str]
) -> None:
    look = Look(results.strategies, results.baseline)
    height = 3.3
    panels, _ = canvas.panels(len(costs), height=height, columns=2)
    table = results.metric(metric)
    for panel, cost in zip(panels, costs):
        prices = results.metric(cost)
        spots = {
            name: (float(prices["mean"][point, name]), float(table["mean"][point, name]))
            for name in names
            if (point, name) in prices.index
        }
        edge = [spots[name] for name in joined(results, point, names) if name in spots]
        if edge and cost == results.answer.cost(point):
            panel.plot(*zip(*edge), color="#bbbbbb", linewidth=4, alpha=0.6, zorder=1)
        for name, (x, y) in spots.items():
            price: Any = prices.loc[(point, name)]
            value: Any = table.loc[(point, name)]
            panel.plot(
                [price["ci_low"], price["ci_high"]], [y, y], color=look.colour[name], linewidth=1
            )
            panel.plot(
                [x, x], [value["ci_low"], value["ci_high"]], color=look.colour[name], linewidth=1
            )
            panel.plot(
                x,
                y,
                look.marker[name],
                color=look.colour[name],
                markersize=7,
                markeredgecolor="white",
                markeredgewidth=0.6,
                zorder=3,
            )
        panel.margins(x=0.12, y=0.12)
        panel.locator_params(axis="x", nbins=4)
        if is_share(metric):
            percent_axis(panel.yaxis)
        panel.set_xlabel(metric_words(cost))
        panel.set_ylabel(axis_words(metric))
        label_right(
            panel, [(x, y, name, look.colour[name]) for name, (x, y) in spots.items()], height
        )
