"""What users got, and what their devices asked for."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Asked(NamedTuple):
    """A re-request: when, by which push, for which messages, and the answer."""

    time_us: int
    trigger: int
    messages: tuple[int, ...]
    answer: str


@dataclass
class Told:
    """What a user got of one message."""

    shown_us: int | None = None
    summarised_us: int | None = None
    # How often it was shown after the first time.
    again: int = 0
    is_kept: bool = False

    @property
    def fate(self) -> str:
        if self.shown_us is not None:
            return "shown"
        if self.summarised_us is not None:
            return "summarised"
        return "pending" if self.is_kept else "lost"


@dataclass
class Ledger:
    """All messages of all devices, and each device's re-requests in order."""

    messages: dict[tuple[int, int], Told] = field(default_factory=dict)
    asked: dict[int, list[Asked]] = field(default_factory=dict)
