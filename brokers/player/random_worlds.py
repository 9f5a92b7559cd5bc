"""Scenarios at random: who is away when, and how many messages come meanwhile."""

import math
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class RandomWorld:
    """A scenario's text; its seed makes it again."""

    seed: int
    devices: int
    # Of the stores that have a limit.
    capacity: int
    text: str


def make(seed: int, messages: int = 2000) -> RandomWorld:
    """About so many messages; only the store can lose one of them (no latency, no loss on a hop)."""
    draw = random.Random(seed)
    devices = draw.randint(8, 30)
    hours = draw.choice([4, 12, 48])
    per_hour = messages / devices / hours
    # Messages in a mean absence, and the share of the time that is spent away.
    missed, away = draw.uniform(0.5, 8), draw.uniform(0.2, 0.7)
    offline_s = missed / per_hour * 3600
    online_s = offline_s * (1 - away) / away
    laws = {"online": _law(draw, online_s), "offline": _law(draw, offline_s)}
    reconnect = draw.choice(["", f"  reconnect: {{constant: {{value: {draw.randint(1, 20)}s}}}}\n"])
    regions = draw.choice(["", _regions(draw, hours)])
    text = (
        f"format: 1\nname: random-{seed}\nseed: {seed}\nduration: {hours}h\ndevices: {devices}\nreplications: 1\n"
        f"workload: {{arrivals: {{poisson: {{rate: {per_hour:.4f}/h}}}}}}\n"
        f"network:\n  online: {laws['online']}\n  offline: {laws['offline']}\n{reconnect}{regions}"
        f"strategies:\n  - fire-and-forget\n"
        f"  - retry-until-acked: {{first: {max(1, round(offline_s / 2))}s, factor: 2, attempts: 3}}\n"
    )
    capacity = draw.randint(2, max(2, min(8, math.ceil(missed))))
    return RandomWorld(seed, devices, capacity, text)


def _law(draw: random.Random, mean_s: float) -> str:
    value = f"{max(1, round(mean_s))}s"
    return draw.choice([f"{{exponential: {{mean: {value}}}}}", f"{{constant: {{value: {value}}}}}"])


def _regions(draw: random.Random, hours: int) -> str:
    every, last = hours / 4, hours / draw.choice([20, 40])
    return (
        f"  regions: {{count: {draw.randint(1, 3)}, outages: {{every: {{exponential: {{mean: {every * 3600:.0f}s}}}}, "
        f"last: {{constant: {{value: {last * 3600:.0f}s}}}}}}}}\n"
    )
