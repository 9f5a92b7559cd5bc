"""Delay curves: how many of the owed are shown within a time; they end at the deliverability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..chart import Chart
from ..style import Look, label_right, percent_axis
from ..words import percent, span

if TYPE_CHECKING:
    from ..results import Results
    from ..style import Canvas

TICKS = [0.1, 1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400]
CONTROLS = " as counted, and controls move the one in the table a little"
LOOK_AT = [60, 600, 3600, 6 * 3600, 86400]


def charts(results: Results) -> list[Chart]:
    curves = read(results)
    if not curves:
        return []
    return [
        Chart(
            name="delays",
            heading="Delays",
            title=title(results, curves),
            note=results.focus_words,
            sentence=(
                "The share of owed notifications shown within a time. Each curve ends "
                f"at the strategy's deliverability{CONTROLS if results.has_controls else ''}; "
                "the vertical axis starts above zero."
            ),
            alt="Curves. "
            + "; ".join(
                f"{name}: "
                + ", ".join(f"{percent(at(curve, time))} within {span(time)}" for time in LOOK_AT)
                + f", {percent(curve[1][-1])} in the end"
                for name, curve in curves.items()
            )
            + ".",
            is_drawn_live=True,
            draw=lambda canvas: draw(canvas, results, curves),
        )
    ]


def read(results: Results) -> dict[str, tuple[Any, Any]]:
    """(upper edges [s], shares) of each strategy, from the first bin that holds anything."""
    table = results.at_focus("latency")
    curves = {}
    for name in results.strategies:
        rows = table[(table["strategy"] == name)]
        if not rows["count"].sum():
            continue
        edges, shares = rows["bin_high_s"].to_numpy(float), rows["cumulative_share"].to_numpy(float)
        is_finite = np.isfinite(edges)
        # Notifications that took longer than the last edge are shown all the same.
        curves[name] = (edges[is_finite], np.append(shares[is_finite][:-1], shares[-1]))
    return curves


def at(curve: tuple[Any, Any], time: int) -> float:
    """The share within a time: that of the last edge not after it."""
    edges, shares = curve
    place = int(np.searchsorted(edges, time * 1.0001)) - 1
    return float(shares[place]) if place >= 0 else 0.0


def title(results: Results, curves: dict[str, tuple[Any, Any]]) -> str:
    """The shares that the strategy to choose, and the baseline, show within an hour and in the end."""
    order = [name for name in results.answer.order(results.focus) if name in curves]
    names = dict.fromkeys([*(order or curves)][:1] + [results.baseline or next(iter(curves))])
    within = [f"{name} {percent(at(curves[name], 3600))}" for name in names if name in curves]
    ends = [percent(curves[name][1][-1]) for name in names if name in curves]
    return f"Within an hour: {', '.join(within)}; in the end {', '.join(ends)}"


def draw(canvas: Canvas, results: Results, curves: dict[str, tuple[Any, Any]]) -> None:
    look = Look(results.strategies, results.baseline)
    height = 3.6
    (panel,), _ = canvas.panels(height=height)
    least = min(curve[1][-1] for curve in curves.values())
    low = max(0.0, 1 - 3.2 * (1 - least)) if least < 0.9995 else 0.99
    right = max(last(curve) for curve in curves.values()) * 1.2
    left = min(first(curve, low) for curve in curves.values()) / 1.6
    panel.set_xscale("log")
    panel.set_xlim(left, right)
    panel.set_ylim(low, 1 + (1 - low) * 0.02)
    ticks = [tick for tick in (TICKS if canvas.is_wide else TICKS[1::2]) if left <= tick <= right]
    panel.set_xticks(ticks, [span(tick) for tick in ticks])
    panel.minorticks_off()
    percent_axis(panel.yaxis)
    for name, (edges, shares) in curves.items():
        inside = edges <= right
        panel.plot(
            np.append(edges[inside], right),
            np.append(shares[inside], shares[-1]),
            color=look.colour[name],
            linestyle=look.dash[name],
        )
    label_right(
        panel,
        [
            (
                right,
                curve[1][-1],
                f"{name} {percent(curve[1][-1])}" if canvas.is_wide else name,
                look.colour[name],
            )
            for name, curve in curves.items()
        ],
        height,
    )
    panel.set_xlabel("time since the notification was created")
    panel.set_ylabel("owed notifications shown")


def last(curve: tuple[Any, Any]) -> float:
    """The delay at which a curve has nearly reached its end."""
    edges, shares = curve
    return float(edges[int(np.searchsorted(shares, shares[-1] * 0.9999))])


def first(curve: tuple[Any, Any], low: float) -> float:
    """The delay at which a curve comes into the picture."""
    edges, shares = curve
    return float(max(1e-3, edges[min(len(edges) - 1, int(np.searchsorted(shares, low)))]))
