"""What the player needs of a push service's store, whoever keeps it."""

from enum import Enum
from typing import Protocol


class End(Enum):
    """What became of a push, as far as broker and device show it."""

    DELIVERED = "delivered"
    # Still stored when the world ends.
    KEPT = "kept"
    # The broker's own word for each of them.
    REFUSED = "refused"
    OVERWRITTEN = "overwritten"
    EXPIRED = "expired"
    # It never came, and the broker does not say why.
    GONE = "gone"


class Store(Protocol):
    """The store of a broker for some devices."""

    def open(self, devices: int) -> None:
        """Prepares a place for each device; nobody is connected."""

    def connect(self, device: int) -> None:
        """The device's own client connects."""

    def disconnect(self, device: int) -> None:
        """It disconnects; returns when the broker has noticed."""

    def publish(self, device: int, text: str, topic: int = 0) -> bool:
        """Returns when the broker has acknowledged: whether it has taken the push."""

    def settle(self, device: int) -> list[str]:
        """Of a connected device: waits until the broker has nothing more for it; what has come since the last time."""

    def ends(self) -> dict[str, End]:
        """What the broker tells of single pushes that were not delivered, after the last event."""

    def lost(self) -> int | None:
        """How many pushes the broker has taken and lost by its own count; None where it does not count them."""

    def close(self) -> None:
        """Ends all connections, and removes what was made."""
