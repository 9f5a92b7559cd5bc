"""Which store of which broker stands for which kind of push service."""

import contextlib
import pathlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import jetstream, mosquitto, rabbitmq
from .process import Process
from .store import Store

Make = Callable[[int, int], Store]


@dataclass(frozen=True)
class Kind:
    """A store, and the scenario's push service that it is compared with; `{c}` stands for the capacity."""

    broker: str
    name: str
    settings: Sequence[str]
    # Port, capacity.
    make: Make
    strategy: str = "fire-and-forget"
    # The limit is one of the broker, not of the store.
    is_limited_by_broker: bool = False

    def changes(self, capacity: int) -> list[str]:
        return [f"push_service.{setting.format(c=capacity)}" for setting in self.settings]


ACKED = "retry-until-acked"
KINDS = [
    Kind(
        "mosquitto", "queue of c, drop new", ["kind=mqtt", "capacity={c}"], lambda port, c: mosquitto.QueueStore(port),
        is_limited_by_broker=True),
    Kind("mosquitto", "retained message", ["kind=apns"], lambda port, c: mosquitto.RetainedStore(port)),
    Kind("mosquitto", "retained message, retries", ["kind=apns"], lambda port, c: mosquitto.RetainedStore(port), ACKED),
    Kind("nats-server", "1 per subject", ["kind=apns"], lambda port, c: jetstream.StreamStore(port, 1)),
    Kind("nats-server", "c per subject, drop old", ["kind=apns", "capacity={c}"], jetstream.StreamStore),
    Kind(
        "nats-server", "c per subject, drop new", ["kind=mqtt", "capacity={c}"],
        lambda port, c: jetstream.StreamStore(port, c, drops_new=True)),
    Kind("nats-server", "no limit", ["kind=keep-all"], lambda port, c: jetstream.StreamStore(port, None)),
    Kind(
        "nats-server", "1 per topic, retries", ["kind=web-push"],
        lambda port, c: jetstream.StreamStore(port, 1, has_topics=True), ACKED),
    Kind("rabbitmq-server", "max-length 1, drop head", ["kind=apns"], lambda port, c: rabbitmq.QueueStore(port, 1)),
    Kind("rabbitmq-server", "max-length c, drop head", ["kind=apns", "capacity={c}"], rabbitmq.QueueStore),
    Kind(
        "rabbitmq-server", "max-length c, reject", ["kind=mqtt", "capacity={c}"],
        lambda port, c: rabbitmq.QueueStore(port, c, drops_new=True)),
    Kind("rabbitmq-server", "no limit", ["kind=keep-all"], lambda port, c: rabbitmq.QueueStore(port, None)),
]


@contextlib.contextmanager
def serving(
    broker: str, folder: pathlib.Path, port: int, capacity: int = 0, window: int = mosquitto.WINDOW
) -> Iterator[Process]:
    """Starts a broker; only mosquitto's limits belong to the broker and not to the store."""
    if broker == "mosquitto":
        with mosquitto.server(folder, port, capacity, window) as process:
            yield process
    elif broker == "nats-server":
        with jetstream.server(folder, port) as process:
            yield process
    else:
        with rabbitmq.server(folder, port) as process:
            yield process
