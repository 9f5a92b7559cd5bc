"""Programs and folders that belong to this process go with it, however it ends."""

from __future__ import annotations

import atexit
import codecs
import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PosixPath
from types import FrameType
from typing import Any, NoReturn

from .program import PYTHON

# The tool reads from the pipe whose descriptor this names, and ends with it (Sources/CLI/Process/Owner.swift).
VARIABLE = "DELIVERYSIM_OWNER"
# Its errors are JSON, as `errors.failure` reads them (Sources/CLI/Process/Console.swift).
FOR_PROGRAMS = {"DELIVERYSIM_ERRORS": "json"}
FOLDERS = re.compile(r"deliverysim-(run|explore)-\w{8}")


# Programs

# Programs that may run still.
_started: weakref.WeakSet[subprocess.Popen[Any]] = weakref.WeakSet()
# A signal that has come while the main thread starts a program, whose number nobody knows yet.
_is_starting = False
_waiting: list[int] = []


def start(
    command: Sequence[str | os.PathLike[str]],
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.Popen[Any]:
    """Starts the tool, which ends when this process is gone, or the object that is returned.

    environment: variables besides ours. options: as those of `subprocess.Popen`."""
    global _is_starting
    is_main = threading.current_thread() is threading.main_thread()
    theirs, ours = os.pipe()
    if is_main:
        _is_starting = True
    try:
        ours_too = {VARIABLE: str(theirs), PYTHON: sys.executable, **FOR_PROGRAMS}
        variables = {**os.environ, **(environment or {}), **ours_too}
        process = subprocess.Popen(command, env=variables, pass_fds=[theirs], **options)
        _started.add(process)
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
        if is_main:
            _is_starting = False
            if _waiting:
                _leave(_waiting.pop())
    weakref.finalize(process, os.close, ours)
    return process


@atexit.register
def _end_started() -> None:
    for process in list(_started):
        if process.poll() is None:
            process.kill()
            process.wait()


def run(
    command: Sequence[str], watch: Callable[[str], None] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Runs the tool to its end, or to ours, and returns what it has printed.

    watch: it is called with each piece of its messages, as they come. options: as of `start`."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    with start(command, stdin=subprocess.DEVNULL, **pipes, **options) as process:
        try:
            output, messages = _read(process, watch)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, messages)


def _read(
    process: subprocess.Popen[str], watch: Callable[[str], None] | None
) -> tuple[str, str]:
    """Its output and its messages, to the end of both."""
    if watch is None or process.stderr is None or process.stdout is None:
        output, messages = process.communicate()
        return output, messages
    printed: list[str] = []
    reader = threading.Thread(target=lambda out: printed.append(out.read()), args=[process.stdout])
    reader.start()
    told: list[str] = []
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    try:
        while piece := os.read(process.stderr.fileno(), 1 << 16):
            told.append(decoder.decode(piece))
            watch(told[-1])
    except BaseException:
        process.kill()
        raise
    finally:
        reader.join()
    return "".join(printed), "".join(told)


def end_in_order() -> None:
    """Lets this process tidy up when a signal ends it from now on: it raises SystemExit, or
    KeyboardInterrupt.

    One that was ignored at the start, as by nohup, stays so."""
    for number in [signal.SIGINT, *endings()]:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)


def endings() -> list[signal.Signals]:
    return [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


def _end(number: int, _: FrameType | None) -> None:
    if _is_starting:
        _waiting.append(number)
    else:
        _leave(number)


def _leave(number: int) -> NoReturn:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    # A second one would cut the tidying up in two.
    for other in endings():
        signal.signal(other, signal.SIG_IGN)
    sys.exit(128 + number)


# Folders


def hold(folder: str | os.PathLike[str], is_sure: bool = False) -> int | None:
    """Locks a folder, as `deliverysim run` locks that of its results; returns what `release` takes,
    or None where somebody else holds it.

    A file system without locks is no reason to stop, unless who asks must be sure. Raises OSError
    where there is no folder."""
    import fcntl

    for _ in range(100):
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if is_sure or error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                os.close(lock)
                return None
        if is_still(lock, folder):
            return lock
        # Whoever held it has put another one in its place.
        os.close(lock)
    return None


def release(lock: int) -> None:
    """Lets others lock the folder: closing alone would leave the lock to a child that another
    thread has just forked, until it becomes another program."""
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_UN)
    except OSError:
        pass  # there are no locks
    os.close(lock)


def is_still(lock: int, folder: str | os.PathLike[str]) -> bool:
    """Whether a folder that was opened still has its name."""
    try:
        return os.path.samestat(os.fstat(lock), os.stat(folder))
    except OSError:
        return False


def new_folder(prefix: str, suffix: str = "", place: Path | None = None) -> tuple[Path, int]:
    """A folder that nobody else has, and its lock; raises OSError."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, suffix=suffix, dir=place))
        try:
            lock = hold(folder)
        except FileNotFoundError:
            continue
        if lock is not None:
            return folder, lock
        # Somebody sweeps it, before it was ours.


def sweep(folders: Sequence[Path], first: Callable[[Path], None] = lambda _: None) -> None:
    """Removes folders of dead owners: those that nobody holds. What cannot be removed stays.

    first: what is done with each before it goes."""
    for folder in folders:
        try:
            is_ours = os.lstat(folder).st_uid == os.geteuid()
            lock = hold(folder, is_sure=True) if is_ours else None
        except OSError:
            continue
        if lock is not None:
            first(folder)
            shutil.rmtree(folder, ignore_errors=True)
            release(lock)


class Temporary:
    """A temporary folder, as long as this object lives or until it is closed. Those that dead
    processes have left are swept first."""

    def __init__(self, kind: str) -> None:
        """kind: who makes it, `run` or `explore`."""
        place = Path(tempfile.gettempdir())
        sweep([one for one in place.glob("deliverysim-*") if FOLDERS.fullmatch(one.name)])
        self.path, lock = new_folder(f"deliverysim-{kind}-")
        self._finalizer = weakref.finalize(self, _remove, self.path, lock)

    def close(self) -> None:
        self._finalizer()

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def _remove(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    release(lock)


class OwnedPath(PosixPath):
    """A path in a temporary folder, which stays while this path or one made of it is used."""

    kept: object = None

    def joinpath(self, *parts: str | os.PathLike[str]) -> OwnedPath:
        return self._owned(super().joinpath(*parts))

    def __truediv__(self, part: str | os.PathLike[str]) -> OwnedPath:
        return self.joinpath(part)

    @property
    def parent(self) -> OwnedPath:
        return self._owned(super().parent)

    def _owned(self, path: Path) -> OwnedPath:
        found = OwnedPath(path)
        found.kept = self.kept
        return found


def path(temporary: Temporary) -> OwnedPath:
    """The path of a temporary folder, which keeps it."""
    found = OwnedPath(temporary.path)
    found.kept = temporary
    return found
