"""mosquitto: a persistent session with a limited queue, or a retained message as a slot of one."""

import contextlib
import pathlib
import queue
import socket
import threading
from collections.abc import Iterator
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from .errors import PlayError
from .process import HOST, Process, answer, check_version, find_program, running
from .store import End

OLDEST = (2, 0)
PATIENCE_S = 30.0
# In flight at a time, unless a store says otherwise: mosquitto's default.
WINDOW = 20


def version() -> str:
    return check_version("mosquitto", answer([find_program("mosquitto"), "-h"]), OLDEST)


@contextlib.contextmanager
def server(folder: pathlib.Path, port: int, capacity: int = 0, window: int = WINDOW) -> Iterator[Process]:
    """A broker that queues `capacity` messages for a client (0: any number) besides `window` in flight."""
    config = folder / f"mosquitto-{port}.conf"
    lines = [
        f"listener {port} {HOST}", "allow_anonymous true", "persistence false", "set_tcp_nodelay true",
        "sys_interval 1",
        f"max_queued_messages {capacity}", f"max_inflight_messages {window}", "log_type all",
        "log_timestamp_format %H:%M:%S"]
    if folder.owner() == "root":
        # Else it becomes another user, who may not write here.
        lines.append("user root")
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [find_program("mosquitto"), "-c", str(config)]
    with running(Process("mosquitto", command, folder / f"mosquitto-{port}.log")) as process:
        process.wait_for_port(port, PATIENCE_S)
        yield process


def _send_at_once(link: Any) -> None:
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Client:
    """One connection: each call waits for the broker's answer."""

    def __init__(self, port: int, name: str, session_s: int, will: str | None = None, acknowledges: bool = True):
        self.name = name
        self._came: queue.SimpleQueue[mqtt.MQTTMessage] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv5, reconnect_on_failure=False,
            manual_ack=not acknowledges)
        self._client.on_message = lambda _client, _data, message: self._came.put(message)
        self._client.on_connect = lambda *given: self._answers.put(given[3])
        self._client.on_subscribe = lambda *given: self._answers.put(given[2])
        self._client.on_publish = lambda *given: self._answers.put(given[3])
        self._client.on_disconnect = lambda *_: self._ended.set()
        # An acknowledgement and the message after it are two small packets: neither waits for the other's.
        self._client.on_socket_open = lambda _client, _data, link: _send_at_once(link)
        if will is not None:
            self._client.will_set(will, name, qos=1)
        session = Properties(PacketTypes.CONNECT)
        session.SessionExpiryInterval = session_s
        self._client.connect(HOST, port, keepalive=0, clean_start=session_s == 0, properties=session)
        self._client.loop_start()
        self._wait("connect")

    def _wait(self, what: str) -> Any:
        try:
            return self._answers.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise PlayError(f"mosquitto does not answer {self.name}: {what}") from None

    def subscribe(self, topic: str) -> None:
        self._client.subscribe(topic, options=SubscribeOptions(qos=1))
        self._wait("subscribe")

    def publish(self, topic: str, text: str, retain: bool = False, expiry_s: int | None = None) -> Any:
        """Returns the broker's reason code."""
        properties = Properties(PacketTypes.PUBLISH)
        if expiry_s is not None:
            properties.MessageExpiryInterval = expiry_s
        self._client.publish(topic, text, qos=1, retain=retain, properties=properties)
        return self._wait("publish")

    def settle(self) -> list[mqtt.MQTTMessage]:
        """What has come, when nothing more comes.

        The broker handles a client's packets in order. So whatever an acknowledgement of this client has set off is
        sent before the answer to a later message of its own: a round in which nothing came is the last one.
        """
        came: list[mqtt.MQTTMessage] = []
        is_over = False
        while not is_over:
            self.publish("barrier", self.name)
            is_over = True
            with contextlib.suppress(queue.Empty):
                while True:
                    came.append(self._came.get_nowait())
                    is_over = False
        return came

    def next(self) -> mqtt.MQTTMessage:
        try:
            return self._came.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise PlayError(f"mosquitto: nothing comes for {self.name}") from None

    def close(self, with_will: bool = False) -> None:
        reason = ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message") if with_will else None
        self._client.disconnect(reasoncode=reason)
        self._ended.wait(PATIENCE_S)
        self._client.loop_stop()
        # No ring of references: the library gives its sockets back when the last one goes.
        self._client.on_message = self._client.on_connect = self._client.on_subscribe = None
        self._client.on_publish = self._client.on_disconnect = None


class _Sessions:
    """Devices whose disconnection is acknowledged: by the will that the broker then publishes for them."""

    # How long the broker keeps the session of a device that is away.
    session_s = 0

    def __init__(self, port: int, owner: str, expiry_s: int | None):
        self.port = port
        self.clients: dict[int, Client] = {}
        self._owner = owner
        self._count = 0
        self._expiry_s = expiry_s
        self.publisher = Client(port, f"{owner}-publisher", 0)
        self.wills = Client(port, f"{owner}-wills", 0)
        self.wills.subscribe("will/#")

    def connect(self, device: int) -> None:
        self.clients[device] = Client(self.port, f"device-{device}", self.session_s, will=f"will/{device}")

    def disconnect(self, device: int) -> None:
        self.clients.pop(device).close(with_will=True)
        topic = self.wills.next().topic
        if topic != f"will/{device}":
            raise PlayError(f"mosquitto: {topic} came instead of will/{device}")

    def close(self) -> None:
        for client in [*self.clients.values(), self.publisher, self.wills]:
            client.close()


class QueueStore(_Sessions):
    """Persistent sessions, QoS 1: `mqtt`; without a limit and with an expiry `web-push`."""

    session_s = 86_400

    def __init__(self, port: int, owner: str = "player", expiry_s: int | None = None):
        super().__init__(port, owner, expiry_s)

    def open(self, devices: int) -> None:
        self._count = devices
        for device in range(devices):
            self.connect(device)
            self.clients[device].subscribe(f"device/{device}")
            self.disconnect(device)

    def publish(self, device: int, text: str, topic: int = 0) -> bool:
        self.publisher.publish(f"device/{device}", text, expiry_s=self._expiry_s)
        # It acknowledges what it drops, too.
        return True

    def settle(self, device: int) -> list[str]:
        return [message.payload.decode() for message in self.clients[device].settle()]

    def ends(self) -> dict[str, End]:
        return {}

    def lost(self) -> int | None:
        watch = Client(self.port, f"{self._owner}-watch", 0)
        count = "$SYS/broker/publish/messages/dropped"
        watch.subscribe("$SYS/broker/uptime")
        # The next two reports: the second one is about all that was before.
        for _ in range(3):
            watch.next()
        watch.subscribe(count)
        number = int(watch.next().payload)
        watch.close()
        return number

    def close(self) -> None:
        super().close()
        for device in range(self._count):
            # A new session that ends at once takes the old one with it.
            Client(self.port, f"device-{device}", 0).close()


class RetainedStore(_Sessions):
    """A retained message for each device: `apns` with one kept push.

    The broker hands it over again at each connection. So a device drops what it has already had.
    """

    def __init__(self, port: int, owner: str = "player", expiry_s: int | None = None):
        super().__init__(port, owner, expiry_s)
        self._had: set[str] = set()
        self.came_again = 0

    def open(self, devices: int) -> None:
        self._count = devices

    def connect(self, device: int) -> None:
        super().connect(device)
        self.clients[device].subscribe(f"device/{device}")

    def publish(self, device: int, text: str, topic: int = 0) -> bool:
        self.publisher.publish(f"device/{device}", text, retain=True, expiry_s=self._expiry_s)
        return True

    def settle(self, device: int) -> list[str]:
        came = [message.payload.decode() for message in self.clients[device].settle()]
        new = [text for text in came if text not in self._had]
        self.came_again += len(came) - len(new)
        self._had.update(new)
        return new

    def ends(self) -> dict[str, End]:
        return {}

    def lost(self) -> int | None:
        return None

    def close(self) -> None:
        for device in range(self._count):
            self.publisher.publish(f"device/{device}", "", retain=True)
        super().close()
