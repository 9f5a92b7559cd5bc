"""RabbitMQ: a queue for each device, whose dead letters tell what was dropped and why."""

import contextlib
import os
import pathlib
import time
from collections.abc import Iterator
from typing import Any

import pika
from pika.adapters.blocking_connection import BlockingChannel, BlockingConnection
from pika.exceptions import NackError

from .errors import PlayError
from .process import HOST, Process, check_version, find_program, free_port, running
from .store import End

# The first one whose classic queues refuse exactly what is over the limit.
OLDEST = (3, 8)
PATIENCE_S = 120.0
GRAVES = "graves"
# The broker's words for why a message became a dead letter.
REASONS = {"maxlen": End.OVERWRITTEN, "expired": End.EXPIRED}


@contextlib.contextmanager
def server(folder: pathlib.Path, port: int) -> Iterator[Process]:
    """A node of its own, with a name server of its own: both end with it."""
    home = folder / f"rabbitmq-{port}"
    home.mkdir()
    names = free_port()
    (home / "rabbitmq.conf").write_text(
        f"listeners.tcp.default = {HOST}:{port}\nlog.file.level = info\n"
        "disk_free_limit.absolute = 1MB\nvm_memory_high_watermark.absolute = 1GB\n", encoding="utf-8")
    (home / "plugins").write_text("[].\n", encoding="utf-8")
    pid_file = home / "pid"
    environment = {
        "HOME": str(home), "ERL_EPMD_PORT": str(names), "ERL_EPMD_ADDRESS": HOST,
        "RABBITMQ_NODENAME": f"player{port}@localhost", "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_NODE_IP_ADDRESS": HOST, "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
        "RABBITMQ_CONFIG_FILE": str(home / "rabbitmq.conf"), "RABBITMQ_MNESIA_BASE": str(home / "mnesia"),
        "RABBITMQ_LOG_BASE": str(home), "RABBITMQ_LOGS": str(folder / f"rabbitmq-{port}.log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"), "RABBITMQ_PID_FILE": str(pid_file),
        "RABBITMQ_CONF_ENV_FILE": os.devnull, "RABBITMQ_SERVER_START_ARGS": "",
    }
    epmd = [find_program("epmd"), "-port", str(names), "-address", HOST]
    node = [_program()]
    with running(Process("epmd", epmd, home / "epmd.log", environment)) as mapper:
        mapper.wait_for_port(names, PATIENCE_S)
        process = Process("rabbitmq-server", node, folder / f"rabbitmq-{port}.out", environment)
        try:
            process.wait_for_port(port, PATIENCE_S)
            yield process
        finally:
            # The program is a script around the node.
            text = pid_file.read_text().strip() if pid_file.exists() else ""
            process.stop(int(text) if text.isdigit() else None)


def _program() -> str:
    """Not the wrapper in /usr/sbin, which becomes another user."""
    plain = pathlib.Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
    return str(plain) if plain.exists() else find_program("rabbitmq-server")


def connection(port: int) -> BlockingConnection:
    return BlockingConnection(pika.ConnectionParameters(HOST, port, heartbeat=0, blocked_connection_timeout=30))


def version(port: int) -> str:
    """Of the server that answers there."""
    link = connection(port)
    told = link._impl.server_properties.get("version", "")
    link.close()
    return check_version("rabbitmq-server", str(told), OLDEST)


class QueueStore:
    """`capacity` messages wait in a device's queue (None: any number); a full one loses its head, or refuses."""

    def __init__(self, port: int, capacity: int | None, drops_new: bool = False, expiry_s: float | None = None):
        self._port = port
        self._arguments: dict[str, Any] = {"x-dead-letter-exchange": "", "x-dead-letter-routing-key": GRAVES}
        if capacity is not None:
            self._arguments["x-max-length"] = capacity
            self._arguments["x-overflow"] = "reject-publish" if drops_new else "drop-head"
        if expiry_s is not None:
            self._arguments["x-message-ttl"] = round(expiry_s * 1000)
        self._devices: dict[int, tuple[BlockingConnection, BlockingChannel]] = {}
        self._came: dict[int, list[str]] = {}
        self._link = connection(port)
        self._channel = self._link.channel()
        self._channel.confirm_delivery()
        self._count = 0
        self._dead: dict[str, End] = {}

    @staticmethod
    def _name(device: int) -> str:
        return f"device-{device}"

    def open(self, devices: int) -> None:
        self._count = devices
        self._channel.queue_declare(GRAVES)
        for device in range(devices):
            self._channel.queue_declare(self._name(device), arguments=self._arguments)

    def connect(self, device: int) -> None:
        link = connection(self._port)
        channel = link.channel()
        self._devices[device] = (link, channel)
        came = self._came.setdefault(device, [])

        def take(channel: BlockingChannel, method: Any, _properties: Any, body: bytes) -> None:
            came.append(body.decode())
            channel.basic_ack(method.delivery_tag)

        channel.basic_consume(self._name(device), take, consumer_tag=self._name(device))

    def disconnect(self, device: int) -> None:
        link, channel = self._devices.pop(device)
        # The queue has forgotten the consumer when this is answered.
        channel.basic_cancel(self._name(device))
        link.close()

    def publish(self, device: int, text: str, topic: int = 0) -> bool:
        try:
            self._channel.basic_publish("", self._name(device), text.encode())
        except NackError:
            return False
        return True

    def settle(self, device: int) -> list[str]:
        """A queue that is asked answers after all that it has handed out before."""
        link, channel = self._devices[device]
        came = self._came[device]
        while True:
            before = len(came)
            waiting = channel.queue_declare(self._name(device), passive=True).method.message_count
            link.process_data_events(0)
            if waiting == 0 and len(came) == before:
                break
        taken = came.copy()
        came.clear()
        return taken

    def ends(self) -> dict[str, End]:
        """The dead letters, each with its reason."""
        while True:
            method, properties, body = self._channel.basic_get(GRAVES, auto_ack=True)
            if method is None:
                return dict(self._dead)
            self._dead[body.decode()] = REASONS[properties.headers["x-death"][0]["reason"]]

    def lost(self) -> int | None:
        return len(self.ends())

    def close(self) -> None:
        for link, _ in self._devices.values():
            link.close()
        for name in [*map(self._name, range(self._count)), GRAVES]:
            self._channel.queue_delete(name)
        self._link.close()
