"""What the brokers do otherwise than the model, on purpose: each difference is measured, so that this list stays true.

docs/explanation/validation.md tells what follows from them.
"""

import contextlib
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pika

from . import jetstream, mosquitto, rabbitmq
from .process import free_port


class Known(NamedTuple):
    """A difference: what the documentation says, and what was measured."""

    broker: str
    words: str
    expected: str
    measured: str

    @property
    def holds(self) -> bool:
        return self.expected == self.measured


RECONNECTIONS = 5


def retained_again(folder: pathlib.Path, port: int) -> Known:
    with mosquitto.server(folder, port), contextlib.closing(mosquitto.RetainedStore(port)) as store:
        store.open(1)
        store.publish(0, "one")
        for _ in range(RECONNECTIONS + 1):
            store.connect(0)
            store.settle(0)
            store.disconnect(0)
        return Known(
            "mosquitto", f"a retained message comes again at each of {RECONNECTIONS} reconnections",
            str(RECONNECTIONS), str(store.came_again))


WINDOW, CAPACITY, SENT = 5, 7, 60


def window_beside_queue(folder: pathlib.Path, port: int) -> Known:
    """A client that is connected and acknowledges nothing, as over a dead connection."""
    with mosquitto.server(folder, port, CAPACITY, WINDOW):
        device = mosquitto.Client(port, "device", 3600, acknowledges=False)
        device.subscribe("device")
        publisher = mosquitto.Client(port, "publisher", 0)
        for number in range(SENT):
            publisher.publish("device", str(number))
        device.close()
        again = mosquitto.Client(port, "device", 3600)
        kept = {message.payload for message in again.settle()}
        for client in (again, publisher):
            client.close()
    return Known(
        "mosquitto", f"a dead connection keeps the window of {WINDOW} beside the queue of {CAPACITY}",
        str(WINDOW + CAPACITY), str(len(kept)))


def expired_takes_room(folder: pathlib.Path, port: int) -> Known:
    with mosquitto.server(folder, port, 3), contextlib.closing(mosquitto.QueueStore(port, expiry_s=1)) as store:
        store.open(1)
        for number in range(3):
            store.publish(0, str(number))
        # To the second, and the second itself is not over.
        time.sleep(3)
        store.publish(0, "late")
        store.connect(0)
        return Known(
            "mosquitto", "a queue full of expired messages drops the next one", "[]", str(store.settle(0)))


def expired_fills_window(folder: pathlib.Path, port: int) -> Known:
    with mosquitto.server(folder, port, 0, WINDOW), contextlib.closing(mosquitto.QueueStore(port, expiry_s=1)) as store:
        store.open(1)
        for number in range(WINDOW):
            store.publish(0, str(number))
        time.sleep(3)
        store.publish(0, "behind")
        store.connect(0)
        first = store.settle(0)
        store.publish(0, "next")
        return Known(
            "mosquitto", "what waits behind a window of expired messages comes only after the next one",
            "[], ['next', 'behind']", f"{first}, {store.settle(0)}")


def dropped_is_acknowledged(folder: pathlib.Path, port: int) -> Known:
    with mosquitto.server(folder, port, 1), contextlib.closing(mosquitto.QueueStore(port)) as store:
        store.open(1)
        reasons = {str(store.publisher.publish("device/0", str(number))) for number in range(3)}
        return Known(
            "mosquitto", "what it drops is acknowledged to the publisher like all else", "{'Success'}, 2 dropped",
            f"{reasons}, {store.lost()} dropped")


def stream_before_device(folder: pathlib.Path, port: int) -> Known:
    with jetstream.server(folder, port), contextlib.closing(jetstream.StreamStore(port, 1)) as store:
        store.open(1)
        store.connect(0)
        for number in range(3):
            store.publish(0, str(number))
        return Known(
            "nats-server", "a connected device gets the last of three pushes that follow at once", "['2']",
            str(store.settle(0)))


def expiry_at_the_head(folder: pathlib.Path, port: int) -> Known:
    """With an expiry of each message in place of the queue's."""
    link = rabbitmq.connection(port)
    channel = link.channel()
    channel.confirm_delivery()
    channel.queue_declare("mixed")
    for expiry_ms in ("60000", "1"):
        channel.basic_publish("", "mixed", b"", pika.BasicProperties(expiration=expiry_ms))
    time.sleep(0.5)
    waiting = channel.queue_declare("mixed", passive=True).method.message_count
    channel.queue_delete("mixed")
    link.close()
    return Known(
        "rabbitmq-server", "of two messages the expired one behind the other still takes room", "2", str(waiting))


Measure = Callable[[pathlib.Path, int], Known]
MEASURES: dict[str, list[Measure]] = {
    "mosquitto": [
        retained_again, window_beside_queue, expired_takes_room, expired_fills_window, dropped_is_acknowledged],
    "nats-server": [stream_before_device],
    "rabbitmq-server": [expiry_at_the_head],
}


def measure(broker: str, folder: pathlib.Path, port: int | None) -> Iterator[Known]:
    """All differences of a broker. `port`: of the one that runs already; None: each gets a broker of its own."""
    for one in MEASURES[broker]:
        yield one(folder, port or free_port())
