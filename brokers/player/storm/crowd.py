"""A region that returns at once: which clients find a gap in the slot, and how long each waits at the endpoint."""

import asyncio
import contextlib
import json
import pathlib
import sys
from collections import Counter
from dataclasses import dataclass

from .. import mosquitto
from ..article.chain import Chain, Request, parse
from ..article.provider import Provider, device_hash
from ..errors import PlayError
from ..process import HOST, Process, free_port, running
from ..world import World
from .compare import Storm

# Messages from so long before the outage are played: each device has its first position by then.
BEFORE_US = 2 * 3600 * 1_000_000


@dataclass(frozen=True)
class Capacity:
    """The endpoint, as in the scenario."""

    servers: int
    service_s: float
    timeout_s: float


def returning(world: World, from_us: int) -> tuple[int, int]:
    """When the region goes down and comes back, after a moment."""
    ends = Counter(event.time_us for event in world.events if event.name == "connected" and event.time_us >= from_us)
    back = next((time for time, count in ends.items() if count == world.devices), None)
    if back is None:
        raise PlayError("the storm's world has no moment at which the whole region comes back")
    down = max(event.time_us for event in world.events if event.name == "disconnected" and event.time_us < back)
    return down, back


def find_gaps(world: World, broker_port: int, from_us: int) -> list[Request]:
    """Plays the outage to the broker's slot; the re-requests of those who come back."""
    down, back = returning(world, from_us)
    store = mosquitto.RetainedStore(broker_port)
    provider = Provider(store, None, set(), set())
    asked: list[Request] = []

    def ask(request: Request) -> bool:
        asked.append(request)
        return True

    chains = [Chain(device_hash(device), ask, repeat_limit=1_000_000) for device in range(world.devices)]

    def settle(device: int) -> None:
        for text in store.settle(device):
            chains[device].arrive(parse(json.loads(text)))

    with contextlib.closing(store):
        store.open(world.devices)
        for device in range(world.devices):
            store.connect(device)
        for event in world.events:
            if event.name == "created" and event.message is not None and down - BEFORE_US <= event.time_us < back:
                provider.take(event.device, event.message, event.time_us)
                if event.time_us < down:
                    settle(event.device)
            elif event.name == "disconnected" and event.time_us == down:
                store.disconnect(event.device)
            elif event.name == "connected" and event.time_us == back:
                store.connect(event.device)
                settle(event.device)
    return asked


def storm(requests: int, capacity: Capacity, seed: int, folder: pathlib.Path) -> Storm:
    """All requests at the same moment, each over a connection of its own."""
    port = free_port()
    command = [
        sys.executable, "-m", "player.storm.endpoint", "--port", str(port), "--servers", str(capacity.servers),
        "--service", str(capacity.service_s), "--timeout", str(capacity.timeout_s), "--seed", str(seed)]
    sources = str(pathlib.Path(__file__).resolve().parents[2])
    with running(Process("the endpoint", command, folder / "endpoint.log", {"PYTHONPATH": sources})) as process:
        process.wait_for_port(port, 30)
        answers = asyncio.run(_ask_all(requests, port))
    return Storm(
        requests, sum(status == 503 for status, _ in answers), sum(wait for _, wait in answers) / len(answers))


async def _ask_all(count: int, port: int) -> list[tuple[int, float]]:
    links = [await asyncio.open_connection(HOST, port) for _ in range(count)]
    answers = await asyncio.gather(*(_ask(reader, writer) for reader, writer in links))
    for _, writer in links:
        writer.close()
    return answers


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[int, float]:
    writer.write(b"POST /requests HTTP/1.1\r\nHost: provider\r\nContent-Length: 0\r\n\r\n")
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
    return int(head.split(" ", 2)[1]), float(fields["X-Wait"])
