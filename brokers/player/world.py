"""A world that `deliverysim trace --world` has written, and the names of its pushes."""

import csv
import pathlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .errors import PlayError

HEADER = ["time_us", "device", "event", "message"]


class Push(NamedTuple):
    """One send of one message to one device; copy 0 is the first send."""

    device: int
    message: int
    copy: int = 0

    def text(self) -> str:
        return f"{self.device}.{self.message}.{self.copy}"

    @staticmethod
    def parse(text: str) -> "Push":
        device, message, copy = text.split(".")
        return Push(int(device), int(message), int(copy))


class Event(NamedTuple):
    """A line of the file; `copy` counts the sends of a message."""

    time_us: int
    device: int
    name: str
    message: int | None
    copy: int


@dataclass(frozen=True)
class World:
    """All events in order of time; those of one moment and device in the order of the file."""

    events: list[Event]
    devices: int

    @property
    def pushes(self) -> list[Push]:
        """What the push service has accepted."""
        return self._pushes("accepted")

    def failed_requests(self) -> set[tuple[int, int]]:
        """Device and trigger of the re-requests that fail."""
        return {(e.device, e.message) for e in self.events if e.name == "answered-failed" and e.message is not None}

    def lost_sends(self) -> set[Push]:
        """What hop 2 loses."""
        return set(self._pushes("destroyed-lost"))

    def _pushes(self, name: str) -> list[Push]:
        return [Push(e.device, e.message, e.copy) for e in self.events if e.name == name and e.message is not None]


# Each send of a message ends in one of these on hop 2.
SENT = {"accepted", "destroyed-lost"}


def _events(rows: Iterator[list[str]]) -> Iterator[Event]:
    sends: dict[tuple[int, int], int] = {}
    for row in rows:
        time_us, device, name = int(row[0]), int(row[1]), row[2]
        message = int(row[3]) if row[3] else None
        copy = 0
        if name in SENT and message is not None:
            copy = sends.get((device, message), 0)
            sends[device, message] = copy + 1
        yield Event(time_us, device, name, message, copy)


def read_world(path: pathlib.Path, devices: int) -> World:
    """Reads the file; raises PlayError where it is no world."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        if next(rows, None) != HEADER:
            raise PlayError(f"{path}: not a world that trace --world has written")
        # The file tells device after device; sorting keeps the order of what happens at once.
        events = sorted(_events(rows), key=lambda event: event.time_us)
    return World(events, devices)
