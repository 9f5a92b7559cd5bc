"""Numbers and names as people read them. No locale: `.` decimals everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from string import ascii_letters
from typing import Any

from ..vocabulary import RARE_BELOW, UNITS, is_share, is_time, metric_words

DAY = 86400.0
GAP = "\u00a0"  # between a number and its unit: no line breaks there
_SPANS = [("d", DAY), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 0.001)]

NO_LIMIT = "no limit"


def digits_max(share: float) -> int:
    """Decimals of a share in % that has four digits that count."""
    size = abs(share) * 100
    return 4 if size < 1e-7 else max(1, min(4, 3 - math.floor(math.log10(size))))


def share_digits(share: float) -> int:
    """So many that the smaller of a share and its rest has two digits that count, but of the share
    itself never more than four."""
    rest = min(abs(share), abs(1 - share)) * 100
    if rest < 1e-7:
        return 0
    return max(1, min(digits_max(share), 1 - math.floor(math.log10(rest))))


# A little less, so that a share of 99.99 % is not rare, whose rest the computer rounds.
PER_MILLION_MAX = RARE_BELOW * (1 - 1e-9)
NOISE_MAX = 1e-11  # No run resolves so small a share; the computer's rounding makes such.


def is_rare(size: float, low: float = math.nan, high: float = math.nan) -> bool:
    """Whether a percentage would say nothing of a share, or of a difference of shares: it is small,
    and known better than to a percentage.

    low, high: its interval; NaN where it has none."""
    return NOISE_MAX < abs(size) < PER_MILLION_MAX and not high - low >= 2 * PER_MILLION_MAX


def percent(
    share: float, digits: int | None = None, low: float = math.nan, high: float = math.nan
) -> str:
    """0.99876 -> "99.88 %"; a rare share is told per million.

    A share above 0 is never called 0, nor one below 1 all: where its interval is too wide for a
    rare one, it has more digits, four at most."""
    if 0 < share < 1 and is_rare(min(share, 1 - share), low, high):
        return per_million(share)
    digits = share_digits(share) if digits is None else digits
    for places in range(digits, max(digits, 4) + 1):
        text = f"{share * 100:.{places}f}"
        if not (share < 1 and float(text) >= 100 or share > 0 and float(text) == 0):
            return f"{text}{GAP}%"
    return per_million(share)


def per_million(share: float) -> str:
    """A small share with two digits that count; of one near 1 what is missing."""
    rest = min(share, 1 - share)
    digits = max(0, 1 - math.floor(math.log10(rest * 1e6)))
    text = f"{rest * 1e6:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{rest * 1e6:.0f}"
    return ("all but " if share > 0.5 else "") + f"{text}{GAP}per{GAP}million"


def interval_digits(size: float, low: float, high: float) -> int:
    """Decimals of a value in %, with its interval.

    size: what is told, or what is missing of it. It keeps two to four digits that count: within
    these, half the interval keeps one. Never more than four decimals."""
    half = (high - low) / 2
    digits = -math.floor(math.log10(half)) if 0 < half < math.inf else 0
    if size > 1e-7:
        first = math.floor(math.log10(size))
        digits = min(max(digits, 1 - first), 3 - first)
    return max(1, min(4, digits))


# live/words.js writes numbers in the same way.


def share_places(share: Any) -> Any:
    """Decimals of a share in %: four digits in all, never more than four decimals."""
    size = abs(share) * 100
    if size == 0 or size >= 100:
        return 0
    return 2 if size >= 1 else min(4, 2 - math.floor(math.log10(size)))


def point_places(difference: Any) -> Any:
    """Decimals of a difference in percentage points: three digits, never more than four decimals."""
    size = abs(difference) * 100
    if size == 0:
        return 2
    return min(4, max(1 if size >= 10 else 2, 2 - math.floor(math.log10(size))))


def fixed(value: float, digits: int) -> str:
    return f"{value:,.{digits}f}"


def sign_of(value: float) -> str:
    """Only what is exactly 0 has no sign: that of "−0.00" says on which side of 0 it is."""
    return "−" if value < 0 else "+" if value > 0 else ""


def signed(value: float, digits: int) -> str:
    """The number with a true minus sign."""
    return sign_of(value) + fixed(abs(value), digits)


def half_places(half: float) -> int:
    """Decimals that keep one digit of half an interval, so that its ends differ; nine at most."""
    return 0 if half < 1e-9 else max(0, -math.floor(math.log10(half)))


def interval(
    low: float, high: float, least: int, unit: str, write: Callable[..., Any] = fixed
) -> str:
    """ "94.857 to 94.865 %": with these decimals, or more where the ends would read alike."""
    digits = max(least, half_places((high - low) / 2))
    return f"{write(low, digits)} to {write(high, digits)}" + (unit and GAP + unit)


def share_interval(low: float, high: float, digits: int) -> str:
    """The interval of a share, with so many decimals in %; per million if all of it is rare."""
    is_near_one = low > 0.5
    ends = (1 - high, 1 - low) if is_near_one else (low, high)
    if _are_rare(*ends):
        return ("all but " if is_near_one else "") + _millionths(*ends, fixed)
    return interval(low * 100, high * 100, digits, "%")


def points_interval(low: float, high: float, digits: int) -> str:
    """The same of a difference of shares, in percentage points."""
    if _are_rare(low, high):
        return _millionths(low, high, signed)
    return interval(low * 100, high * 100, digits, "pp", signed)


def _are_rare(low: float, high: float) -> bool:
    return is_rare(max(abs(low), abs(high)))


def _millionths(low: float, high: float, write: Callable[[float, int], str]) -> str:
    """The larger end has two digits that count, and an end at 0 has none."""
    digits = 1 - math.floor(math.log10(max(abs(low), abs(high)) * 1e6))

    def end(value: float, digits: int) -> str:
        return write(value, digits) if value else "0"

    return interval(low * 1e6, high * 1e6, digits, f"per{GAP}million", end)


def amount_interval(
    name: str, value: float, low: float, high: float, write: Callable[..., Any] = fixed
) -> str:
    """Both ends of a time or a number have the unit and the decimals of the value, or of half the
    interval where that is larger."""
    size = max(abs(value), (high - low) / 2)
    unit, scale = _span_unit(size) if is_time(name) else ("", 1.0)
    first, last = float(low) / scale, float(high) / scale
    is_whole = first.is_integer() and last.is_integer()
    return interval(first, last, 0 if is_whole else _number_places(size / scale), unit, write)


def _number_places(value: float) -> int:
    """Decimals of a number that is no share: three digits that count, six decimals at most."""
    return 0 if value == 0 else max(0, min(6, 2 - math.floor(math.log10(abs(value)))))


def column_digits(values: tuple[float, ...] | list[float]) -> int:
    """Decimals of numbers beneath each other: the largest has three digits that count."""
    most = max((abs(value) for value in values), default=0)
    if most == 0:
        return 0
    digits = 2 - math.floor(math.log10(most))
    return max(0, min(6, digits if most < 1 else max(digits, 2) if most < 100 else digits))


def in_column(value: float, digits: int) -> str:
    """A number with so many decimals; none is "0", and nothing else is."""
    if value == 0:
        return "0"
    if round(abs(value), digits) == 0:
        return f"under {10**-digits:.{digits}f}"
    return f"{value:,.{digits}f}"


def points(difference: float) -> str:
    """0.04996 -> "5.0 points", without a sign; a rare difference is told per million."""
    if is_rare(difference):
        return per_million(abs(difference))
    size = abs(difference) * 100
    if size < 0.0005:
        return f"0{GAP}points"
    digits = 0 if size >= 50 else 1 if size >= 0.95 else 2 if size >= 0.095 else 3
    return f"{size:.{digits}f}{GAP}points"


def signed_points(
    difference: float, digits: int, low: float = math.nan, high: float = math.nan
) -> str:
    """A difference of shares, with so many decimals in percentage points; per million if it is
    rare."""
    if is_rare(difference, low, high):
        return sign_of(difference) + per_million(abs(difference))
    return f"{signed(difference * 100, digits)}{GAP}pp"


def between(low: str, high: str) -> str:
    """ "94.5 % to 95.1 %", or what both are."""
    return low if low == high else f"{low} to {high}"


def number(value: float) -> str:
    """Three digits that count; no exponent."""
    if math.isinf(value):
        return "infinite"
    if value == 0:
        return "0"
    text = fixed(value, _number_places(value))
    return text.rstrip("0").rstrip(".") if "." in text else text


def span(seconds: float) -> str:
    """3600 -> "1 h". What has no end never happens."""
    if math.isinf(seconds):
        return "never"
    word, size = _span_unit(seconds)
    return f"{number(seconds / size)}{GAP}{word}"


def _span_unit(seconds: float) -> tuple[str, float]:
    """The unit that people use for a time, and its seconds."""
    if seconds == 0:
        return "s", 1.0
    fitting = (unit for unit in _SPANS if abs(seconds) >= unit[1] * 0.9995)
    return next(fitting, _SPANS[-1])


def seconds(text: str) -> float:
    """A duration as resolved scenarios write it: a number and its unit."""
    amount = text.rstrip(ascii_letters)
    return float(amount) * UNITS[text[len(amount) :]]


def rate(per_second: float) -> str:
    """The largest of per day, hour and second that says it in a number of 1 to 1000 or so."""
    daily = per_second * DAY
    for word, value in [("d", daily), ("h", daily / 24), ("s", per_second)]:
        if value < 1000:
            break
    return f"{number(value)}/{word}"


def factor_words(value: float, unit: str) -> str:
    if unit == "share":
        return f"{number(value * 100)}{GAP}%"
    writers: dict[str, Callable[[float], str]] = {"s": span, "1/s": rate}
    return writers.get(unit, number)(value)


def metric_value(
    name: str, value: float, low: float = math.nan, high: float = math.nan
) -> str:
    """A metric's value as words; its interval tells how well a share is known."""
    if is_share(name):
        return percent(value, None, low, high)
    return span(value) if is_time(name) else number(value)


def metric_interval(name: str, value: float, low: float, high: float) -> str:
    """The interval of a metric's value as words."""
    if is_share(name):
        return share_interval(low, high, share_digits(value))
    return amount_interval(name, value, low, high)


def listed(words: Any) -> str:
    """ "a, b and c"."""
    words = list(words)
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def about(metric: str, text: str) -> str:
    """The text begins with its metric; without one it speaks of deliverability."""
    return text if metric == "deliverability" else f"{capital(metric_words(metric))}: {text}"


def size(metric: str, difference: float) -> str:
    """A difference without its sign."""
    return points(difference) if is_share(metric) else metric_value(metric, abs(difference))


def compared(metric: str, difference: float) -> str:
    """Such as "5.0 points more"."""
    return f"{size(metric, difference)} {'less' if difference < 0 else 'more'}"
