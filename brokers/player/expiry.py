"""Where time itself matters: a world with an expiry, played with so many seconds for each hour."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .compare import Difference, differences
from .play import Run, play
from .simulated import Fate
from .store import Store
from .world import Push, World

HOUR_US = 3600 * 1_000_000


@dataclass(frozen=True)
class Clock:
    """Plays an hour in `hour_s` seconds."""

    hour_s: float

    def seconds(self, span_us: int) -> float:
        return span_us / HOUR_US * self.hour_s

    def pace(self, first_us: int) -> Callable[[int], None]:
        """Waits until it is time for an event."""
        start = time.monotonic()

        def wait(time_us: int) -> None:
            time.sleep(max(0.0, start + self.seconds(time_us - first_us) - time.monotonic()))

        return wait


@dataclass(frozen=True)
class Stay:
    """How long a push was stored, at most: until its device came, or the world ended."""

    simulated_s: float
    real_s: float

    def is_clear(self, expiry_s: float, margin_s: float) -> bool:
        """Both on the same side of the expiry, and the real one not too near."""
        return (self.simulated_s < expiry_s) == (self.real_s < expiry_s) and abs(self.real_s - expiry_s) > margin_s


def stays(world: World, run: Run, clock: Clock) -> dict[Push, Stay]:
    """Of the pushes that found their device away."""
    away: dict[int, list[tuple[Push, int, float]]] = {}
    connected: set[int] = set()
    found: dict[Push, Stay] = {}

    def end(device: int, time_us: int, moment: float) -> None:
        for push, since_us, since in away.pop(device, []):
            found[push] = Stay(clock.seconds(time_us - since_us), moment - since)

    for event, moment in zip(world.events, run.moments, strict=True):
        if event.name == "connected":
            connected.add(event.device)
            end(event.device, event.time_us, moment)
        elif event.name == "disconnected":
            connected.discard(event.device)
        elif event.name == "accepted" and event.message is not None and event.device not in connected:
            push = Push(event.device, event.message, event.copy)
            away.setdefault(event.device, []).append((push, event.time_us, moment))
    for device in list(away):
        end(device, world.events[-1].time_us, run.moments[-1])
    return found


@dataclass(frozen=True)
class Timed:
    """What came of one store: those that were too near to the expiry are no difference."""

    differences: list[Difference]
    near: int
    run: Run


def play_timed(
    world: World, fates: Mapping[Push, Fate], stores: Sequence[Store], margins_s: Sequence[float], expiry_us: int,
    clock: Clock,
) -> list[Timed]:
    """Plays the world to all stores at once; each has its own margin."""
    runs = play(world, stores, pace=clock.pace(world.events[0].time_us))
    results = []
    for run, margin_s in zip(runs, margins_s, strict=True):
        unclear = {
            push for push, stay in stays(world, run, clock).items()
            if not stay.is_clear(clock.seconds(expiry_us), margin_s)
        }
        clear = [one for one in differences(fates, run) if one.push not in unclear]
        results.append(Timed(clear, len(unclear), run))
    return results
