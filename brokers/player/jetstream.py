"""NATS JetStream: a stream in which each device's subject keeps so many messages."""

import asyncio
import contextlib
import json
import pathlib
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import nats
from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.js.api import AckPolicy, ConsumerConfig, DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import APIError

from .process import HOST, Process, answer, check_version, find_program, running
from .store import End

# The first one that can refuse new messages subject by subject.
OLDEST = (2, 9)
PATIENCE_S = 30.0
# How long a request for a message waits for one.
WAIT_NS = 1_000_000_000
STREAM = "pushes"
# The server's codes for a stream or a subject that is full.
FULL = {10077}
Result = TypeVar("Result")


def version() -> str:
    return check_version("nats-server", answer([find_program("nats-server"), "--version"]), OLDEST)


@contextlib.contextmanager
def server(folder: pathlib.Path, port: int) -> Iterator[Process]:
    config = folder / f"nats-{port}.conf"
    config.write_text(
        f'host: "{HOST}"\nport: {port}\ntrace: true\nlogtime: true\n'
        f'jetstream {{ store_dir: "{folder / f"nats-{port}"}", max_memory_store: 256MB }}\n', encoding="utf-8")
    command = [find_program("nats-server"), "-c", str(config)]
    with running(Process("nats-server", command, folder / f"nats-{port}.log")) as process:
        process.wait_for_port(port, PATIENCE_S)
        yield process


class StreamStore:
    """What is stored is what no device has acknowledged yet.

    `capacity` pushes for each subject (None: any number); a full one loses its oldest, or refuses the new one. A
    subject is a device, or with `has_topics` a message to a device, so that a repeat replaces its original.
    """

    def __init__(
        self, port: int, capacity: int | None, drops_new: bool = False, has_topics: bool = False,
        expiry_s: float | None = None,
    ):
        self._port = port
        self._has_topics = has_topics
        self._count = 0
        self._config = StreamConfig(
            name=STREAM, subjects=["device.>"], retention=RetentionPolicy.WORK_QUEUE, storage=StorageType.MEMORY,
            discard=DiscardPolicy.NEW if drops_new else DiscardPolicy.OLD, discard_new_per_subject=drops_new,
            max_msgs_per_subject=capacity or -1, max_age=expiry_s or 0)
        self._loop = asyncio.new_event_loop()
        # A device's connection, and where the server puts what it asks for.
        self._clients: dict[int, tuple[Client, Subscription]] = {}
        self._publisher = self._run(self._client())

    def _run(self, task: Coroutine[Any, Any, Result]) -> Result:
        return self._loop.run_until_complete(asyncio.wait_for(task, PATIENCE_S))

    async def _client(self) -> Client:
        return await nats.connect(f"nats://{HOST}:{self._port}", allow_reconnect=False)

    def open(self, devices: int) -> None:
        self._count = devices
        self._run(self._make(devices))

    async def _make(self, devices: int) -> None:
        stream = self._publisher.jetstream()
        await stream.add_stream(self._config)
        for device in range(devices):
            await stream.add_consumer(STREAM, ConsumerConfig(
                durable_name=f"device-{device}", filter_subject=f"device.{device}.>", ack_policy=AckPolicy.EXPLICIT,
                ack_wait=PATIENCE_S, max_ack_pending=1000))

    def connect(self, device: int) -> None:
        self._clients[device] = self._run(self._device())

    async def _device(self) -> tuple[Client, Subscription]:
        client = await self._client()
        return client, await client.subscribe(client.new_inbox())

    def disconnect(self, device: int) -> None:
        self._run(self._clients.pop(device)[0].close())

    def publish(self, device: int, text: str, topic: int = 0) -> bool:
        name = str(topic) if self._has_topics else "all"
        return self._run(self._publish(f"device.{device}.{name}", text.encode()))

    async def _publish(self, subject: str, text: bytes) -> bool:
        try:
            await self._publisher.jetstream().publish(subject, text)
        except APIError as error:
            if error.err_code in FULL:
                return False
            raise
        return True

    def settle(self, device: int) -> list[str]:
        return self._run(self._fetch(device))

    async def _fetch(self, device: int) -> list[str]:
        """Takes one after the other, until the stream has none.

        The consumer may learn of a message a moment after the publisher got its acknowledgement; so it is the stream
        that is asked whether there is one, and the consumer is waited for.
        """
        client, inbox = self._clients[device]
        came: list[str] = []
        question = json.dumps({"batch": 1, "expires": WAIT_NS}).encode()
        while await self._is_waiting(device):
            await client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{STREAM}.device-{device}", question, reply=inbox.subject)
            message = await inbox.next_msg(PATIENCE_S)
            # Without a message it says why: the last one has expired meanwhile.
            if not (message.headers or {}).get("Status"):
                came.append(message.data.decode())
                await message.ack_sync(timeout=PATIENCE_S)
        return came

    async def _is_waiting(self, device: int) -> bool:
        info = await self._publisher.jetstream().stream_info(STREAM, subjects_filter=f"device.{device}.>")
        return bool(info.state.subjects)

    def ends(self) -> dict[str, End]:
        return {}

    def lost(self) -> int | None:
        return self._run(self._lost())

    async def _lost(self) -> int:
        """All that it has numbered, without those that it has delivered or still has."""
        stream = self._publisher.jetstream()
        state = (await stream.stream_info(STREAM)).state
        consumers = [await stream.consumer_info(STREAM, f"device-{device}") for device in range(self._count)]
        delivered = sum(one.delivered.consumer_seq for one in consumers if one.delivered is not None)
        return int(state.last_seq) - int(state.messages) - int(delivered)

    def close(self) -> None:
        for client, _ in self._clients.values():
            self._run(client.close())
        self._run(self._publisher.jetstream().delete_stream(STREAM))
        self._run(self._publisher.close())
        self._loop.close()
