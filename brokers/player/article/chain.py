"""The check chain that the client's extension goes through at each arriving push (docs/reference/model.md, R5.1 to R5.4)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from ..errors import PlayError


@dataclass(frozen=True)
class Arrival:
    """What a push carries."""

    device_hash: str | None
    position: int | None
    message: int


class Shown(Enum):
    ITSELF = "shown"
    SUMMARY = "summary"


@dataclass(frozen=True)
class Request:
    """A re-request: the positions asked for, and the position of the push that revealed the gap."""

    first: int
    last: int
    trigger: int


@dataclass(frozen=True)
class Result:
    """What the user gets, the positions that the summary stands for beside its trigger, and what was asked."""

    shown: Shown
    missed: range
    request: Request | None = None
    has_answer: bool | None = None


@dataclass
class Chain:
    """The extension of one device: what it has saved, and how it decides.

    `ask` sends a re-request to the provider: whether it succeeds.
    """

    device_hash: str
    ask: Callable[[Request], bool]
    repeat_limit: int = 20
    as_printed: bool = False
    saved_hash: str | None = None
    saved: int | None = None
    receipts: int = 0

    def arrive(self, push: Arrival | None) -> Result:
        none = range(0)
        # 1: not ours, or unreadable.
        if push is None:
            return Result(Shown.ITSELF, none)
        # 2: the receipt.
        self.receipts += 1
        # 3: another device id forgets the position.
        if self.saved_hash != self.device_hash:
            self.saved_hash, self.saved = self.device_hash, None
        # 4: no queue data, or another device's.
        if push.position is None or push.device_hash != self.device_hash:
            return Result(Shown.ITSELF, none)
        # 5: the first position.
        if self.saved is None:
            self.saved = push.position
            return Result(Shown.ITSELF, none)
        # 6: nothing is missing. The listing returns here, before it saves.
        missed = push.position - self.saved - 1
        if missed <= 0:
            if not self.as_printed:
                self.saved = max(self.saved, push.position)
            return Result(Shown.ITSELF, none)
        # 7: saved before anything is repaired.
        positions = range(self.saved + 1, push.position)
        self.saved = push.position
        # 8: too many.
        if missed > self.repeat_limit:
            return Result(Shown.SUMMARY, positions)
        # 9: the answer decides.
        request = Request(positions.start, positions.stop - 1, push.position)
        if self.ask(request):
            return Result(Shown.ITSELF, none, request, True)
        return Result(Shown.SUMMARY, positions, request, False)


def parse(payload: dict[str, object]) -> Arrival:
    """What a push's payload says; raises PlayError where it has no message."""
    message, position, device_hash = payload.get("message"), payload.get("position"), payload.get("device_hash")
    if not isinstance(message, int):
        raise PlayError(f"a push without a message: {payload}")
    return Arrival(
        device_hash if isinstance(device_hash, str) else None, position if isinstance(position, int) else None, message)
