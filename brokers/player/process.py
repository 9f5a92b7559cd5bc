"""A server as a process of ours: a folder and a port of its own, ended by its process."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence

from .errors import Missing, PlayError

# Where Debian keeps daemons that no user's PATH has.
FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/lib/rabbitmq/bin"]
HOST = "127.0.0.1"


def find_program(name: str) -> str:
    """The path of a program; raises Missing."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS])
    found = shutil.which(name, path=path)
    if found is None:
        raise Missing(f"{name} is not installed")
    return found


def check_version(name: str, text: str, oldest: tuple[int, ...]) -> str:
    """The version in a program's answer; raises PlayError where it is too old."""
    match = re.search(r"\d+(?:\.\d+)+", text)
    if match is None:
        raise PlayError(f"{name} does not tell its version")
    if tuple(map(int, match[0].split("."))) < oldest:
        raise PlayError(f"{name} {match[0]} is too old; needed: {'.'.join(map(str, oldest))} or later")
    return match[0]


def answer(command: Sequence[str]) -> str:
    """What a program prints, on both outputs."""
    try:
        ending = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PlayError(f"{command[0]} does not run: {error}") from error
    return ending.stdout + ending.stderr


def free_port(wanted: int | None = None) -> int:
    """A port of the loopback interface that nobody uses; raises PlayError where the wanted one is used."""
    with socket.socket() as probe:
        # Connections of an earlier run that are still closing are in nobody's way.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, wanted or 0))
        except OSError as error:
            raise PlayError(f"port {wanted} is in use: choose others with --ports") from error
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A running server, with a log."""

    def __init__(self, name: str, command: Sequence[str], log: pathlib.Path, environment: dict[str, str] | None = None):
        self.name = name
        self.log = log
        with log.open("ab") as output:
            try:
                # Of our own process group: whoever ends that ends this too.
                self._child = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, cwd=log.parent,
                    env={**os.environ, **(environment or {})})
            except OSError as error:
                raise PlayError(f"{name} does not start: {error.strerror}") from error

    @property
    def pid(self) -> int:
        return self._child.pid

    def wait_for_port(self, port: int, seconds: float) -> None:
        """Returns when the port answers; raises PlayError where that never happens."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._child.poll() is not None:
                raise PlayError(f"{self.name} does not start: {self._last_line()}")
            with contextlib.suppress(OSError), socket.create_connection((HOST, port), timeout=1):
                return
            time.sleep(0.02)
        raise PlayError(f"{self.name} does not answer on port {port} within {seconds:g} s")

    def _last_line(self) -> str:
        lines = self.log.read_text(errors="replace").split("\n")
        told = [line.strip() for line in lines if line.strip()]
        return told[-1] if told else f"it ends with code {self._child.returncode} and says nothing"

    def stop(self, pid: int | None = None) -> None:
        """Ends the process, or the one that it has started, and waits for the end."""
        if self._child.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid or self.pid, signal.SIGTERM)
            try:
                self._child.wait(timeout=30)
            except subprocess.TimeoutExpired:
                for one in {pid or self.pid, self.pid}:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)
                self._child.wait()


@contextlib.contextmanager
def running(process: Process) -> Iterator[Process]:
    """Ends the process whatever happens."""
    try:
        yield process
    finally:
        process.stop()
