"""The article's provider as a server of its own: numbered queues, kept payloads, re-requests over HTTP.

    python -m player.article.provider --port 8080 --slot mosquitto --broker-port 1883 --schedule schedule.json

The schedule says which sends are lost on the way to the broker, and which re-requests fail.
"""

import argparse
import hashlib
import json
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from .. import mosquitto, rabbitmq
from ..process import HOST
from ..store import Store


def device_hash(device: int) -> str:
    """What a push says of its device."""
    return hashlib.sha256(f"device {device}".encode()).hexdigest()[:16]


def slot(broker: str, port: int, owner: str) -> Store:
    """One kept push for each device."""
    return mosquitto.RetainedStore(port, owner) if broker == "mosquitto" else rabbitmq.QueueStore(port, 1)


@dataclass
class Kept:
    """A payload in the store, with its place in the device's queue."""

    message: int
    position: int
    created_us: int
    sends: int = 0


@dataclass
class Provider:
    store: Store
    retention_us: int | None
    lost_sends: set[tuple[int, int, int]]
    failed_requests: set[tuple[int, int]]
    queues: dict[int, list[Kept]] = field(default_factory=dict)

    def take(self, device: int, message: int, now_us: int) -> dict[str, Any]:
        """A new message gets the next position of the device's queue, and is sent."""
        queue = self.queues.setdefault(device, [])
        kept = Kept(message, len(queue) + 1, now_us)
        queue.append(kept)
        self._send(device, kept)
        return {"position": kept.position}

    def repeat(self, device: int, first: int, last: int, trigger: int, now_us: int) -> dict[str, Any]:
        """A re-request: what is still kept is sent again, in ascending order, with its old position."""
        queue = self.queues.get(device, [])
        if (device, queue[trigger - 1].message) in self.failed_requests:
            return {"answer": "failed"}
        held = [kept for kept in queue[first - 1:last] if self._holds(kept, now_us)]
        if not held:
            return {"answer": "refused"}
        for kept in held:
            self._send(device, kept)
        return {"answer": "success"}

    def _holds(self, kept: Kept, now_us: int) -> bool:
        return self.retention_us is None or now_us - kept.created_us <= self.retention_us

    def _send(self, device: int, kept: Kept) -> None:
        send = kept.sends
        kept.sends += 1
        if (device, kept.message, send) in self.lost_sends:
            return
        self.store.publish(device, json.dumps({
            "device_hash": device_hash(device), "position": kept.position, "message": kept.message, "send": send}))


def serve(provider: Provider, port: int) -> None:
    """Answers POST /messages and POST /requests until the process ends."""
    actions: dict[str, Callable[..., dict[str, Any]]] = {"/messages": provider.take, "/requests": provider.repeat}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body are two small packets.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:  # noqa: N802
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = actions[self.path](**body)
            text = json.dumps(answer).encode()
            self.send_response(503 if answer.get("answer") in ("failed", "refused") else 200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    HTTPServer((HOST, port), Handler).serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description="The article's provider, with a broker as the push service.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--slot", choices=["mosquitto", "rabbitmq-server"], required=True)
    parser.add_argument("--broker-port", type=int, required=True)
    parser.add_argument("--schedule", required=True)
    options = parser.parse_args()
    with open(options.schedule, encoding="utf-8") as file:
        schedule = json.load(file)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    store = slot(options.slot, options.broker_port, "provider")
    try:
        serve(
            Provider(
                store, schedule["retention_us"], {tuple(one) for one in schedule["lost_sends"]},
                {tuple(one) for one in schedule["failed_requests"]}),
            options.port)
    finally:
        store.close()


if __name__ == "__main__":
    main()
