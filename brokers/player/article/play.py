"""Acts a world out with the article's provider and clients, and notes what the users got."""

import functools
import http.client
import json
import pathlib
import sys
from dataclasses import dataclass
from typing import Any

from ..errors import PlayError
from ..process import HOST, Process, free_port, running
from ..store import Store
from ..world import World
from .chain import Chain, Request, Shown, parse
from .ledger import Asked, Ledger, Told
from .provider import device_hash, slot


@dataclass(frozen=True)
class Settings:
    """The strategy's and the provider's parameters, as in the scenario."""

    repeat_limit: int = 20
    as_printed: bool = False
    retention_us: int | None = None


class Crowd:
    """The devices: each with its chain, and a connection to the broker while it has a network."""

    def __init__(self, world: World, store: Store, link: http.client.HTTPConnection, settings: Settings):
        self._store = store
        self._link = link
        self.now_us = 0
        self.ledger = Ledger(asked={device: [] for device in range(world.devices)})
        # By device, the message of each position.
        self._positions: dict[int, list[int]] = {device: [] for device in range(world.devices)}
        self._chains = {
            device: Chain(
                device_hash(device), functools.partial(self._ask, device), settings.repeat_limit, settings.as_printed)
            for device in range(world.devices)
        }

    def post(self, path: str, body: dict[str, int]) -> dict[str, Any]:
        self._link.request("POST", path, json.dumps({**body, "now_us": self.now_us}))
        answer: dict[str, Any] = json.loads(self._link.getresponse().read())
        return answer

    def create(self, device: int, message: int) -> None:
        self.ledger.messages[device, message] = Told()
        position = self.post("/messages", {"device": device, "message": message})["position"]
        self._positions[device].append(message)
        if position != len(self._positions[device]):
            raise PlayError(f"the provider gave message {message} of device {device} position {position}")

    def _ask(self, device: int, request: Request) -> bool:
        answer = self.post(
            "/requests",
            {"device": device, "first": request.first, "last": request.last, "trigger": request.trigger})["answer"]
        queue = self._positions[device]
        self.ledger.asked[device].append(Asked(
            self.now_us, queue[request.trigger - 1], tuple(queue[request.first - 1:request.last]), answer))
        return bool(answer == "success")

    def settle(self, device: int) -> None:
        """All that is under way arrives, and what that sets off."""
        while came := self._store.settle(device):
            for text in came:
                self._arrive(device, text)

    def _arrive(self, device: int, text: str) -> None:
        push = parse(json.loads(text))
        result = self._chains[device].arrive(push)
        told = self.ledger.messages[device, push.message]
        if result.shown is Shown.ITSELF:
            if told.shown_us is None:
                told.shown_us = self.now_us
            else:
                told.again += 1
            return
        covered = [self._positions[device][position - 1] for position in result.missed]
        for message in [*covered, push.message]:
            one = self.ledger.messages[device, message]
            if one.summarised_us is None:
                one.summarised_us = self.now_us

    def look(self, device: int) -> None:
        """What is still kept for the device at the end."""
        for text in self._store.settle(device):
            self.ledger.messages[device, parse(json.loads(text)).message].is_kept = True


def play_article(world: World, broker: str, broker_port: int, folder: pathlib.Path, settings: Settings) -> Ledger:
    """Plays a world of messages and connections to the provider's own process."""
    schedule = folder / "schedule.json"
    schedule.write_text(json.dumps({
        "retention_us": settings.retention_us, "lost_sends": sorted(world.lost_sends()),
        "failed_requests": sorted(world.failed_requests())}), encoding="utf-8")
    port = free_port()
    command = [
        sys.executable, "-m", "player.article.provider", "--port", str(port), "--slot", broker,
        "--broker-port", str(broker_port), "--schedule", str(schedule)]
    sources = str(pathlib.Path(__file__).resolve().parents[2])
    store = slot(broker, broker_port, "player")
    try:
        store.open(world.devices)
        with running(Process("provider", command, folder / "provider.log", {"PYTHONPATH": sources})) as provider:
            provider.wait_for_port(port, 30)
            crowd = Crowd(world, store, http.client.HTTPConnection(HOST, port, timeout=60), settings)
            _act(world, store, crowd)
            return crowd.ledger
    finally:
        store.close()


def _act(world: World, store: Store, crowd: Crowd) -> None:
    connected: set[int] = set()
    for event in world.events:
        crowd.now_us = event.time_us
        if event.name == "connected":
            store.connect(event.device)
            connected.add(event.device)
        elif event.name == "disconnected":
            connected.discard(event.device)
            store.disconnect(event.device)
        elif event.name == "created" and event.message is not None:
            crowd.create(event.device, event.message)
        else:
            continue
        if event.device in connected:
            crowd.settle(event.device)
    for device in range(world.devices):
        if device not in connected:
            store.connect(device)
        crowd.look(device)
