"""Limits of connections: how long a request may take, and how many may wait without the token."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections import OrderedDict
from typing import Any


class Timed(io.RawIOBase):
    """A connection can be read until a time is over: a byte now and then does not extend it."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self.connection, self.end = connection, time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Raises TimeoutError when the time is over."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time of the request is over")
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


class Strangers:
    """Connections that have not shown the token. There is room for some; then the oldest one goes,
    so that whoever waits without asking keeps nobody out."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = threading.Lock()
        self.waiting: OrderedDict[int, socket.socket] = OrderedDict()

    def add(self, connection: socket.socket) -> None:
        with self.lock:
            self.waiting[id(connection)] = connection
            while len(self.waiting) > self.most:
                _, oldest = self.waiting.popitem(last=False)
                close(oldest)

    def remove(self, connection: socket.socket) -> None:
        """It has shown the token, or has ended."""
        with self.lock:
            self.waiting.pop(id(connection), None)


def close(connection: socket.socket) -> None:
    """Its thread, which waits for more, meets the end."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it has gone already
