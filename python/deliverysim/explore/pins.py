"""The keys that the page can move, each with its range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import scale

MOST = 5
# The keys to take where none is named: those of the experiment what-matters, by their share of the
# variance of the difference; the same thing by other laws follows each. None: from a quarter of
# the scenario's value to four times that.
USUAL: list[tuple[str, tuple[str, str] | None]] = [
    ("network.offline.weibull.scale", None),
    ("network.offline.exponential.mean", None),
    ("network.offline.lognormal.median", None),
    ("network.online.exponential.mean", None),
    ("network.online.weibull.scale", None),
    ("network.online.lognormal.median", None),
    ("network.offline.weibull.shape", ("0.45", "0.9")),
    ("network.offline.lognormal.sigma", ("0.5", "2")),
    ("workload.arrivals.bursts.size.geometric.mean", ("1.5", "6")),
    ("workload.arrivals.bursts.between.lognormal.median", None),
    ("workload.arrivals.bursts.between.exponential.mean", None),
    ("workload.arrivals.poisson.rate", None),
    ("provider.resend.failure", ("0%", "10%")),
    ("provider.link.loss", ("0%", "1%")),
    ("push_service.half_open.detect.uniform.max", ("1m", "30m")),
    ("push_service.latency.lognormal.mean", None),
]


class BadPin(Exception):
    """A range that cannot be one, in a sentence."""


@dataclass(frozen=True)
class Pin:
    """A key that can be moved."""

    key: str
    start: str
    """The scenario's value; "" where it has none."""
    steps: list[str]
    """The values of the slider."""

    def shown(self) -> dict[str, Any]:
        """What the page needs of it."""
        place = scale.position(self.steps, self.start)
        return {"key": self.key, "start": self.start, "steps": self.steps, "position": place or 0}


def settings(schema: Mapping[str, Any]) -> frozenset[str]:
    """The keys of a scenario that say how to run, not what is simulated: as the schema says."""
    properties = schema["properties"].items()
    return frozenset(
        name for name, node in properties if node.get("x-varies") in ("by-list", "never")
    )


def named(
    texts: Sequence[str], scenario: Mapping[str, Any], fixed: frozenset[str] = frozenset()
) -> list[Pin]:
    """The pins of `--pin KEY=LOW..HIGH`; raises BadPin.

    fixed: the keys of the experiment's settings."""
    pins: dict[str, Pin] = {}
    for text in texts:
        key, _, ends = text.partition("=")
        low, dots, high = (one.strip() for one in ends.partition(".."))
        if not (key and low and dots and high):
            raise BadPin(f"--pin: found {text}; allowed: PATH=LOW..HIGH, such as 5m..4h at the end")
        if key in pins:
            raise BadPin(f"--pin: {key} is there twice")
        try:
            pins[key] = pin(key, low, high, movable(key, scenario, fixed))
        except ValueError as error:
            raise BadPin(f"--pin: {key}: found {ends}; {error}") from error
    return list(pins.values())


def movable(key: str, scenario: Mapping[str, Any], fixed: frozenset[str]) -> str:
    """The scenario's value, "" where it has none; raises ValueError for what is no input."""
    found = value(scenario, key)
    is_setting = key.partition(".")[0] in fixed
    if not is_setting and (node(scenario, key) is None or scale.quantity(found) is not None):
        return found
    names = [
        one
        for one, text in leaves(scenario)
        if scale.quantity(text) is not None and one.partition(".")[0] not in fixed
    ]
    reason = "a setting of the experiment" if is_setting else found or "no quantity"
    raise ValueError(
        f"the scenario has {reason} there; allowed: a key with a number, a duration, a rate or a "
        "share: " + ", ".join(names)
    )


def leaves(found: Any, path: str = "") -> list[tuple[str, str]]:
    """The paths of single values in a scenario, but for lists, with the values as text."""
    if isinstance(found, Mapping):
        return [
            one
            for name, item in found.items()
            for one in leaves(item, f"{path}.{name}" if path else str(name))
        ]
    return [] if isinstance(found, list | bool | None) else [(path, str(found))]


def usual(scenario: Mapping[str, Any]) -> list[Pin]:
    """The first five of the usual keys that the scenario has; raises BadPin where it has none."""
    pins: list[Pin] = []
    for key, ends in USUAL:
        start = value(scenario, key)
        found = scale.quantity(start)
        if found is None or len(pins) == MOST:
            continue
        if ends is None and found[0] > 0:
            ends = scale.written(found[0] / 4, found[1]), scale.written(found[0] * 4, found[1])
        if ends is not None:
            pins.append(pin(key, *including(ends, start), start))
    if not pins:
        raise BadPin("the scenario has none of the usual keys: name one with --pin PATH=LOW..HIGH")
    return pins


def including(ends: tuple[str, str], start: str) -> tuple[str, str]:
    """A range, widened to have the scenario's value in it."""

    def number(text: str) -> float:
        found = scale.quantity(text)
        assert found is not None
        return found[0]

    return min(ends[0], start, key=number), max(ends[1], start, key=number)


def pin(key: str, low: str, high: str, start: str) -> Pin:
    texts = [low, high] + [start] * bool(start)
    is_whole = all(text.isdecimal() for text in texts)
    return Pin(key, start, scale.steps(low, high, is_whole))


def value(scenario: Mapping[str, Any], key: str) -> str:
    """A scenario's value as text; "" where there is none, or more than a single value."""
    found = node(scenario, key)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        return ""
    return str(found)


def node(scenario: Mapping[str, Any], key: str) -> Any:
    """What a scenario has at a path; None where it has nothing."""
    found: Any = scenario
    for name in key.split("."):
        if isinstance(found, list):
            found = next((it for one in found if (it := element(one, name)) is not None), None)
        else:
            found = found.get(name) if isinstance(found, Mapping) else None
    return found


def element(item: Any, name: str) -> Any:
    """The values of an element of a list that has this name, or is of this kind."""
    if not isinstance(item, Mapping):
        return None
    if item.get("name") == name:
        kinds = [one for one in item.values() if isinstance(one, Mapping)]
        return kinds[0] if len(kinds) == 1 else item
    return item.get(name) if "name" not in item else None
