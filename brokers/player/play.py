"""The player: acts a world out, event by event, and notes what it sees."""

import pathlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .store import End, Store
from .world import Push, World


class Seen(NamedTuple):
    """What became of a push; of a delivered one, the moment of the world at which it came."""

    end: End
    time_us: int | None = None


@dataclass
class Run:
    """What was seen of one store."""

    seen: dict[Push, Seen] = field(default_factory=dict)
    # What came a second time.
    again: list[Push] = field(default_factory=list)
    # How long the broker's log was when a push was published.
    log_places: dict[Push, int] = field(default_factory=dict)
    # Of each event, when it was played, on the clock of this machine.
    moments: list[float] = field(default_factory=list)

    def take(self, came: list[str], end: End, time_us: int | None) -> None:
        for push in map(Push.parse, came):
            if push in self.seen:
                self.again.append(push)
            else:
                self.seen[push] = Seen(end, time_us)


def at_once(_time_us: int) -> None:
    """Nobody waits for simulated time."""


def play(
    world: World, stores: Sequence[Store], log: pathlib.Path | None = None, pace: Callable[[int], None] = at_once
) -> list[Run]:
    """Plays the world to all stores, one after the other at each event; they are open and left open.

    Each step ends with the broker's acknowledgement, and with what the device gets: what follows finds no push on its
    way.
    """
    runs = [Run() for _ in stores]
    connected: set[int] = set()
    for event in world.events:
        pace(event.time_us)
        device = event.device
        if event.name == "connected":
            connected.add(device)
        elif event.name == "disconnected":
            connected.discard(device)
        for store, run in zip(stores, runs, strict=True):
            run.moments.append(time.monotonic())
            if event.name == "connected":
                store.connect(device)
            elif event.name == "disconnected":
                store.disconnect(device)
            elif event.name == "accepted" and event.message is not None:
                push = Push(device, event.message, event.copy)
                run.log_places[push] = log.stat().st_size if log else 0
                if not store.publish(device, push.text(), topic=push.message):
                    run.seen[push] = Seen(End.REFUSED, event.time_us)
            else:
                continue
            if device in connected:
                run.take(store.settle(device), End.DELIVERED, event.time_us)
    for store, run in zip(stores, runs, strict=True):
        _end(world, store, run, connected)
    return runs


def _end(world: World, store: Store, run: Run, connected: set[int]) -> None:
    """Everybody who is away comes once more, to see what is still kept; the broker is asked for the rest."""
    for device in range(world.devices):
        if device not in connected:
            store.connect(device)
        run.take(store.settle(device), End.KEPT, None)
    told = store.ends()
    for push in world.pushes:
        if push not in run.seen:
            run.seen[push] = Seen(told.get(push.text(), End.GONE))
