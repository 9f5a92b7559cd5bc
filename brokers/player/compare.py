"""Simulated fates against what was seen, push by push."""

from collections.abc import Mapping
from dataclasses import dataclass

from .play import Run, Seen
from .simulated import Fate
from .store import End
from .world import Push

# What a broker shows of each fate. Where it does not say why a push is gone, its absence must do.
SHOWN_AS: Mapping[str, frozenset[End]] = {
    "delivered": frozenset({End.DELIVERED}),
    "pending": frozenset({End.KEPT}),
    "overwritten": frozenset({End.OVERWRITTEN, End.GONE}),
    "queue-full": frozenset({End.REFUSED, End.GONE}),
    "expired": frozenset({End.EXPIRED, End.GONE}),
}


@dataclass(frozen=True)
class Difference:
    push: Push
    simulated: Fate | None
    seen: Seen | None

    def text(self) -> str:
        words = f"simulated {_words(self.simulated)}, seen {_words(self.seen)}"
        return f"device {self.push.device}, {name(self.push)}: {words}"


def name(push: Push) -> str:
    """As `explain` calls it."""
    return f"message {push.message}" + (f" (send {push.copy + 1})" if push.copy else "")


def _words(fate: Fate | Seen | None) -> str:
    if fate is None:
        return "nothing"
    what = fate.end.value if isinstance(fate, Seen) else fate.name
    return what if fate.time_us is None else f"{what} at {fate.time_us / 1e6:.6f} s"


def agrees(fate: Fate | None, seen: Seen | None) -> bool:
    """The same end; of a delivered push also the same moment."""
    if fate is None or seen is None or seen.end not in SHOWN_AS.get(fate.name, ()):
        return False
    return fate.name != "delivered" or fate.time_us == seen.time_us


def differences(fates: Mapping[Push, Fate], run: Run) -> list[Difference]:
    """Those that differ, in order of device and message; what comes twice differs too."""
    found = [
        Difference(push, fates.get(push), run.seen.get(push))
        for push in sorted(fates.keys() | run.seen.keys())
        if not agrees(fates.get(push), run.seen.get(push))
    ]
    return found + [Difference(push, fates.get(push), Seen(End.DELIVERED)) for push in run.again]
