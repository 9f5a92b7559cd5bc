"""The chart shows a week of some devices of the log: absences, messages, and what was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import recording
from ..chart import Chart
from ..style import FAINT, readable
from ..words import DAY, percent

if TYPE_CHECKING:
    from ..recording import Device

DEVICES_MAX = 10
AWAY = "#dcdcdc"
LOOKS = {
    recording.ON_TIME: ("|", "#7a7a7a", 5, "came at once"),
    recording.LATE: ("o", "#b26a00", 4, "came late"),
    recording.OVERWRITTEN: ("x", "#c0241b", 5, "overwritten"),
}


def charts(results: Any) -> list[Any]:
    devices = recording.read(results)
    if not devices:
        return []
    first = recording.beginning(results, devices)
    week = (first, min(first + 7 * DAY, recording.length(results)))
    shown = chosen(devices, week)
    counts = count([fate for _, device in shown for _, fate in in_week(device, week)])
    if not sum(counts.values()):
        return []
    return [
        Chart(
            name="recording",
            heading="A week of the log",
            title=title(counts),
            note="Plain pushes; the push service keeps the newest message of each device.",
            sentence=(
                f"The first {days(week[1] - week[0])} of {len(shown)} devices of the log, a line for each. Grey: the "
                "device is away. Strokes came at once, circles came late, crosses were overwritten "
                "by a newer message."
            ),
            alt="; ".join(f"{LOOKS[fate][3]}: {counts[fate]}" for fate in LOOKS) + ".",
            draw=lambda canvas: draw(canvas, shown, week),
        )
    ]


def days(span: float) -> str:
    number = span / DAY
    return "week" if number == 7 else f"{number:.3g} days"


def chosen(devices: dict[str, Device], week: tuple[float, float]) -> list[tuple[int, Device]]:
    """Devices with a message in the week, evenly from all of them, by number."""
    known = [(place, one) for place, one in enumerate(devices.values()) if in_week(one, week)]
    step = max(1, len(known) // DEVICES_MAX)
    return known[::step][:DEVICES_MAX]


def in_week(device: Device, week: tuple[float, float]) -> list[Any]:
    return [(time, fate) for time, fate in device.fates if week[0] <= time < week[1]]


def count(fates: list[str]) -> dict[str, int]:
    return {fate: fates.count(fate) for fate in LOOKS}


def title(counts: dict[str, int]) -> str:
    whole = sum(counts.values())
    lost = counts[recording.OVERWRITTEN]
    if not lost:
        return f"None of {whole:,} messages to these devices is overwritten"
    return f"{percent(lost / whole, 1)} of {whole:,} messages to these devices are overwritten"


def draw(canvas: Any, shown: Any, week: Any) -> None:
    (panel,), _ = canvas.panels(height=0.3 * len(shown) + 0.9)
    first, last = week
    for place, (_, device) in enumerate(shown):
        spans = [
            ((max(first, start) - first) / DAY, (min(last, end) - max(first, start)) / DAY)
            for start, end in device.absences
            if start < last and end > first
        ]
        panel.broken_barh(spans, (place - 0.36, 0.72), color=AWAY, linewidth=0)
        for fate, (marker, colour, size, _) in LOOKS.items():
            times = [(time - first) / DAY for time, own in in_week(device, week) if own == fate]
            panel.plot(times, [place] * len(times), marker, color=colour, markersize=size, zorder=3)
    panel.set_xlim(0, (last - first) / DAY)
    panel.set_ylim(len(shown) - 0.4, -0.6)
    panel.set_yticks(range(len(shown)), [f"device {place}" for place, _ in shown])
    panel.tick_params(axis="y", labelsize=8)
    panel.grid(axis="y", visible=False)
    panel.set_xlabel("days since the start of the log", color=FAINT)
    handles = [
        panel.plot([], [], marker, color=readable(colour), markersize=size, label=words)[0]
        for marker, colour, size, words in LOOKS.values()
    ]
    panel.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, fontsize=8
    )
