"""A metric along a factor of the sweep, with bands; other factors make panels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import NullLocator

from ...vocabulary import after_value, axis_words, is_share, metric_words, prominent
from ..chart import Chart
from ..days import is_days
from ..style import Look, fold, label_right, percent_axis
from ..words import NO_LIMIT, metric_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..results import Factor, Results
    from ..style import Canvas

PANELS_MAX = 9


def charts(results: Results, metrics: Any = None) -> list[Any]:
    if results.axis is None or results.is_sample or is_days(results):
        return []
    metrics = metrics or dict.fromkeys([results.leading, *prominent(2)])
    return [chart for metric in metrics if (chart := one(results, metric))]


def one(results: Results, metric: str) -> Chart | None:
    table = results.metric(metric)
    least = 0.002 if is_share(metric) else 0.01
    if not len(table) or math.isinf(table["mean"].max()):
        return None  # a curve has no place for what never ends
    if largest_change(results, metric) < least * table["mean"].max():
        return None  # a factor that changes nothing makes no curve
    count = len(panels(results))
    return Chart(
        name=f"sweep-{metric.replace('_', '-')}",
        heading=f"{metric_words(metric).capitalize()}, by {results.axis.label}",
        title=title(results, metric),
        note=f"The first {PANELS_MAX} of {count} panels." if count > PANELS_MAX else "",
        sentence=(
            "The horizontal axis is a factor of the sweep; bands are intervals"
            + ("; panels differ in the other factors." if len(results.factors) > 1 else ".")
        ),
        alt="Curves. " + "; ".join(changes(results, metric, results.strategies)) + ".",
        is_drawn_live=True,
        draw=lambda canvas: draw(canvas, results, metric),
    )


def panels(results: Results) -> dict[str, list[int]]:
    """The design points of each panel, keyed by the values of the other factors."""
    groups: dict[str, list[int]] = {}
    for point in results.points.index:
        groups.setdefault(results.point_words(point, but=results.axis), []).append(point)
    return {words: points for words, points in groups.items() if len(points) > 1} or groups


def ends(
    results: Results, metric: str, name: str, points: list[int]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The values at the least and the greatest of the factor."""
    table = results.metric(metric)
    points = [point for point in points if (point, name) in table.index]
    if len(points) < 2:
        return None
    points = sorted(points, key=lambda point: results.points.at[point, results.axis.name])
    first, last = points[0], points[-1]
    at: Any = results.points[results.axis.name]
    mean: Any = table["mean"]
    return (at[first], float(mean[first, name])), (at[last], float(mean[last, name]))


def change(results: Results, metric: str, points: list[int]) -> float:
    """The largest of any strategy in a panel."""
    found = [ends(results, metric, name, points) for name in results.strategies]
    return max((abs(last[1] - first[1]) for first, last in filter(None, found)), default=0)


def largest_change(results: Results, metric: str) -> float:
    return max(change(results, metric, points) for points in panels(results).values())


def telling(results: Results, metric: str) -> tuple[str, list[int]]:
    """The panel in which any strategy changes most."""
    return max(panels(results).items(), key=lambda item: change(results, metric, item[1]))


def changes(results: Results, metric: str, names: list[str]) -> list[str]:
    words, points = telling(results, metric)
    found = []
    for name in names:
        pair = ends(results, metric, name, points)
        if pair is None:
            continue
        found.append(told(metric, name, *pair))
    return found


def title(results: Results, metric: str) -> str:
    """The strategy that changes most along the factor, and the one that changes least."""
    words, points = telling(results, metric)
    found = {name: ends(results, metric, name, points) for name in results.strategies}
    pairs = {name: pair for name, pair in found.items() if pair}
    moved = max(pairs, key=lambda name: abs(pairs[name][1][1] - pairs[name][0][1]))
    still = min(pairs, key=lambda name: abs(pairs[name][1][1] - pairs[name][0][1]))
    (low, first), (high, last) = pairs[moved]
    factor = results.axis
    place = f" ({words})" if len(panels(results)) > 1 else ""
    text = (
        f"{moved} {'rises' if last > first else 'falls'} from {metric_value(metric, first)} to "
        f"{metric_value(metric, last)} {after_value(metric)} as {factor.label} goes from "
        f"{factor.words(low)} to {factor.words(high)}{place}"
    )
    return text if moved == still else f"{text}; {told(metric, still, *pairs[still])}"


def told(metric: str, name: str, first: tuple[float, float], last: tuple[float, float]) -> str:
    one, two = metric_value(metric, first[1]), metric_value(metric, last[1])
    return f"{name} stays at {one}" if one == two else f"{name} goes from {one} to {two}"


def draw(canvas: Canvas, results: Results, metric: str) -> None:
    groups = list(panels(results).items())[:PANELS_MAX]
    height = 3.3 if len(groups) == 1 else 2.7
    columns = 2 if len(groups) in (2, 4) else 3
    axes, columns = canvas.panels(
        len(groups), height=height, columns=columns, sharex=True, sharey=True
    )
    labels = []
    for number, (panel, (others, points)) in enumerate(zip(axes, groups)):
        labels.append(curves(panel, results, metric, points))
        if len(groups) > 1:
            panel.set_title(fold(others, 23 if columns == 3 else 36), va="bottom")
        if number % columns == 0:
            panel.set_ylabel(fold(axis_words(metric), 26))
    if is_share(metric):
        percent_axis(axes[0].yaxis)
        low, high = axes[0].get_ylim()
        axes[0].set_ylim(low, min(high, 1 + (high - low) * 0.03))
    # At the right end of each row; the colours tell in the others.
    for number in range(columns - 1, len(axes), columns):
        label_right(axes[number], labels[number], height)


def curves(
    panel: Axes, results: Results, metric: str, points: list[int]
) -> list[tuple[int, float, str, str]]:
    """Draws the curve of each strategy with its band; returns labels for their ends."""
    look = Look(results.strategies, results.baseline)
    table = results.metric(metric)
    places, kind = positions(results.axis)
    labels = []
    for name in results.strategies:
        rows = sorted(
            (places[results.points.at[point, results.axis.name]], *table.loc[(point, name)])
            for point in points
            if (point, name) in table.index
        )
        if not rows:
            continue
        x, mean, low, high = zip(*rows)
        colour, marker = look.colour[name], look.marker[name] if len(x) <= 20 else None
        panel.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
        panel.plot(x, mean, color=colour, linestyle=look.dash[name], marker=marker, markersize=4)
        labels.append((x[-1], mean[-1], name, colour))
    axis_of(panel, results, places, kind)
    return labels


def positions(factor: Factor) -> tuple[dict[float, float], str]:
    """Where each value stands: as it is, on a logarithmic axis, or one beside the other.

    What stands for no limit comes after the others, at a small distance."""
    values = sorted(value for value in factor.values if value != factor.no_limit)
    places, kind = scale(values)
    if factor.no_limit is not None:
        places[factor.no_limit] = beyond(places[values[0]], places[values[-1]], kind)
    return places, kind


def beyond(first: Any, last: Any, kind: Any) -> Any:
    """A place behind the last one."""
    if kind == "log":
        return last * (last / first) ** 0.25
    return last + (1 if kind == "ranks" else (last - first) / 4)


def scale(values: list[float]) -> tuple[dict[float, float], str]:
    """The places of numbers, and the kind of axis."""
    if len(values) == 1:
        return {values[0]: 0}, "ranks"
    positive = [value for value in values if value > 0]
    ratio = max(positive) / min(positive) if positive else 1
    if ratio < 10 or len(values) > 20:
        return {value: value for value in values}, "linear"
    if len(positive) == len(values):
        return {value: value for value in values}, "log"
    return {value: place for place, value in enumerate(values)}, "ranks"


def axis_of(
    panel: Axes,
    results: Results,
    places: dict[float, float],
    kind: str,
    factor: Factor | None = None,
) -> None:
    factor = factor or results.axis
    if kind == "log":
        panel.set_xscale("log")
        panel.xaxis.set_minor_locator(NullLocator())
    shown = apart(places, kind, 0.4 if results.is_sample else 0.13)
    words = [factor.words(value).replace(NO_LIMIT, "no\nlimit") for value in shown]
    panel.set_xticks([places[value] for value in shown], words)
    panel.set_xlabel(factor.axis_label)
    panel.tick_params(axis="x", labelbottom=True, labelsize=8 if len(shown) > 4 else 9)


def apart(places: dict[float, float], kind: str, least: float) -> list[float]:
    """The values whose labels do not touch, the first and the last among them."""
    values = sorted(places)
    where = {value: math.log(place) if kind == "log" else place for value, place in places.items()}
    first, last = where[values[0]], where[values[-1]]
    room = (last - first) * least
    kept = [values[0]]
    for value in values[1:-1]:
        if where[value] - where[kept[-1]] >= room and last - where[value] >= room:
            kept.append(value)
    return [*kept, values[-1]]
