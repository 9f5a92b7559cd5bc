"""Starts the tool: one run at a time, each bounded, and ended when nobody waits for it."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from .. import owned
from ..errors import Error, failure
from ..runner import ENDINGS

SECONDS_MAX = 20.0
WAITING_MAX = 16
LOOK_EVERY = 0.02
Read = TypeVar("Read")


class Busy(Error):
    """Too many ask at once."""


class TookTooLong(Error):
    """A run was ended because of its time."""


class NobodyWaits(Error):
    """A run was ended because who asked for it has gone."""


class Tool:
    """The command line tool, for one run at a time."""

    def __init__(self, program: str, folder: Path, seconds: float = SECONDS_MAX) -> None:
        """folder: for what runs write, until it is read."""
        self.program, self.folder, self.seconds = program, folder, seconds
        self.turn = threading.Lock()
        self.places = threading.Semaphore(WAITING_MAX)
        self.is_closed = threading.Event()

    def close(self) -> None:
        """Ends the run that there is, and those that wait; takes no more."""
        self.is_closed.set()
        self.turn.acquire(timeout=2)

    def simulate(
        self, words: Sequence[str], read: Callable[[Path], Read], is_gone: Callable[[], bool]
    ) -> Read:
        """It returns what `read` makes of the folder of results of `deliverysim run` with these words.

        is_gone: whether nobody waits any more.
        Raises ToolFailed with the tool's words, Busy, TookTooLong, NobodyWaits."""
        with self.a_turn(is_gone) as folder:
            results = folder / "results"
            self.start(["run", f"--out={results}", *words], folder, is_gone)
            return read(results)

    def validate(self, words: Sequence[str]) -> str:
        """It returns what `deliverysim validate` prints; raises as `simulate`."""
        with self.a_turn(stays) as folder:
            self.start(["validate", *words], folder, stays)
            return (folder / "output").read_text(encoding="utf-8")

    def explored(
        self, words: Sequence[str], is_gone: Callable[[], bool] | None = None
    ) -> dict[str, Any]:
        """It returns what the page needs to know of a scenario; raises as `simulate`."""
        with self.a_turn(is_gone or stays) as folder:
            self.start(["explore", "--prints-pins", *words], folder, is_gone or stays)
            found: dict[str, Any] = json.loads((folder / "output").read_text(encoding="utf-8"))
            return found

    @contextmanager
    def a_turn(self, is_gone: Callable[[], bool]) -> Iterator[Path]:
        """A folder for one run, when those before it have ended."""
        if not self.places.acquire(blocking=False):
            raise Busy(f"{WAITING_MAX} runs wait already: try again in a moment")
        try:
            self.wait(is_gone)
            try:
                with TemporaryDirectory(dir=self.folder) as name:
                    yield Path(name)
            finally:
                self.turn.release()
        finally:
            self.places.release()

    def wait(self, is_gone: Callable[[], bool]) -> None:
        while not self.turn.acquire(timeout=LOOK_EVERY):
            if is_gone() or self.is_closed.is_set():
                raise NobodyWaits("nobody waits for this run")

    def start(self, words: Sequence[str], folder: Path, is_gone: Callable[[], bool]) -> None:
        """Runs the tool to its end, or to ours."""
        with open(folder / "output", "wb") as output, open(folder / "errors", "wb") as errors:
            process = owned.start(
                [self.program, *words], stdin=subprocess.DEVNULL, stdout=output, stderr=errors
            )
            try:
                self.watch(process, is_gone)
            finally:
                process.kill()
                process.wait()
        if process.returncode not in ENDINGS:
            text = (folder / "errors").read_text(encoding="utf-8", errors="replace")
            raise failure(text, process.returncode)

    def watch(self, process: subprocess.Popen[bytes], is_gone: Callable[[], bool]) -> None:
        end = time.monotonic() + self.seconds
        while process.poll() is None:
            try:
                process.wait(LOOK_EVERY)
            except subprocess.TimeoutExpired:
                if is_gone() or self.is_closed.is_set():
                    raise NobodyWaits("nobody waits for this run") from None
                if time.monotonic() > end:
                    raise TookTooLong(
                        f"a run may take {self.seconds:.0f} s, and this one takes longer: "
                        "choose values with less traffic, fewer strategies or fewer devices"
                    ) from None


def stays() -> bool:
    """Somebody waits to the end."""
    return False
