"""The values of a slider: quantities as a scenario writes them, in even steps."""

from __future__ import annotations

import math
import re

STEPS = 100
# A range that spans this factor or more has equal factors between its steps.
LOGARITHMIC = 10.0
SPANS = {"w": 604800.0, "d": 86400.0, "h": 3600.0, "m": 60.0, "min": 60.0, "s": 1.0, "ms": 1e-3}
# In these values are written.
LADDER = ["d", "h", "m", "s", "ms"]
NUMBER = r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
QUANTITY = re.compile(rf"{NUMBER}(%|/?[a-z]*)")
COMPOUND = re.compile(rf"(?:{NUMBER}[a-z]+)+")
PART = re.compile(rf"{NUMBER}([a-z]+)")


def quantity(text: str) -> tuple[float, str] | None:
    """A value in seconds, per second or as a plain number, with its unit; None for others.

    Units: "" of plain numbers, "%", "s" of every duration, "/h" and its like of rates."""
    text = text.strip()
    match = QUANTITY.fullmatch(text)
    if match is None:
        return compound(text)
    number, unit = float(match[1]), match[2]
    if not math.isfinite(number):
        return None
    if unit in ("", "%"):
        return (number / 100 if unit else number), unit
    if unit.startswith("/"):
        span = SPANS.get(unit[1:])
        return None if span is None else (number / span, unit)
    span = SPANS.get(unit)
    return None if span is None else (number * span, "s")


def compound(text: str) -> tuple[float, str] | None:
    """A duration of several parts, such as 1h30m."""
    if not COMPOUND.fullmatch(text):
        return None
    parts = PART.findall(text)
    if any(unit not in SPANS for _, unit in parts):
        return None
    return sum(float(number) * SPANS[unit] for number, unit in parts), "s"


def written(value: float, unit: str) -> str:
    """A value in that unit with three digits that count; durations in the unit that suits them."""
    if unit == "s":
        name = next((one for one in LADDER if abs(value) >= SPANS[one]), "s")
        name = "s" if value == 0 else "ms" if abs(value) < 1 else name
        return digits(value / SPANS[name]) + name
    if unit == "%":
        return digits(value * 100) + "%"
    return digits(value * SPANS[unit[1:]] if unit else value) + unit


def digits(value: float) -> str:
    """Three digits that count, without an exponent and without zeros at the end."""
    if value == 0:
        return "0"
    places = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def steps(low: str, high: str, is_whole: bool = False) -> list[str]:
    """The values of a slider from low to high, both as they are given.

    is_whole: whether only whole numbers are values. Raises ValueError for what is no range."""
    first, last = quantity(low), quantity(high)
    if first is None or last is None:
        raise ValueError("allowed: two numbers, durations, rates or shares, such as 5m..4h")
    if kind(first[1]) != kind(last[1]):
        raise ValueError("allowed: two values in the same unit, such as 5m..4h")
    if not first[0] < last[0]:
        raise ValueError("allowed: the lower value first, such as 5m..4h")
    unit = "%" if "%" in (first[1], last[1]) else first[1]
    values = between(first[0], last[0])
    texts = [written(round(value) if is_whole else value, unit) for value in values[1:-1]]
    return list(dict.fromkeys([low, *texts, high]))


def kind(unit: str) -> str:
    return "/" if unit.startswith("/") else "" if unit == "%" else unit


def between(low: float, high: float) -> list[float]:
    if low > 0 and high / low >= LOGARITHMIC:
        return [low * (high / low) ** (one / STEPS) for one in range(STEPS + 1)]
    return [low + (high - low) * one / STEPS for one in range(STEPS + 1)]


def position(texts: list[str], value: str) -> int | None:
    """The step that is nearest to a value; None for what is no quantity."""
    found = quantity(value)
    if found is None:
        return None
    values = [one[0] for one in map(quantity, texts) if one is not None]
    return min(range(len(values)), key=lambda place: abs(values[place] - found[0]))
