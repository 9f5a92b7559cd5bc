"""Turns the arguments of a function into the words of a command, and runs it."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from . import owned
from .errors import Error
from .progress import line
from .requirements import old_python
from .runner import find_tool, start


@runtime_checkable
class HasFolder(Protocol):
    """Results, as `run` and `read` return them."""

    @property
    def folder(self) -> Path: ...


Place = str | PathLike[str]
"""A file or a folder."""
Folder = Place | HasFolder
"""A folder of results, or the results themselves."""
Scenario = Place | Mapping[str, Any]
"""A YAML file, or the keys of a scenario and their values."""
Source = Scenario | HasFolder
"""A scenario or results."""
Texts = str | Sequence[str]
"""One or several."""
Amount = str | int | float
"""A number with its unit, such as "30s" or "0.1pp"."""
Pairs = Mapping[str, Any] | Texts
"""Names and their values: {"received": "delivered_at"}, or as the option has them."""

SCENARIO = "scenario.json"
OUTPUT = "results"


class Call:
    """A command of the tool with its words, before it runs.

    It owns a folder for a scenario that is no file, and for results that nobody keeps."""

    def __init__(
        self, command: str, tool: Place | None, progress: bool | None, silent: bool = False
    ) -> None:
        """silent: the command has to be told where nobody looks at its progress."""
        complaint = old_python()
        if complaint:
            raise Error(complaint)
        self.command = command
        self.program = find_tool(tool)
        self.shown = line(progress)
        self.words = ["--progress=none"] if silent and self.shown is None else []
        self.given: set[str] = set()
        """The options that the caller has given."""
        self.names: list[str] = []
        self.has_file = True
        self._temporary: owned.Temporary | None = None

    @property
    def temporary(self) -> owned.Temporary:
        """The folder of its own; made when it is needed first."""
        if self._temporary is None:
            self._temporary = owned.Temporary("run")
        return self._temporary

    def give(self, options: Mapping[str, Any]) -> None:
        """Adds options: their names as the tool has them, and the arguments."""
        for name, value in options.items():
            words = option(name, value)
            self.words += words
            self.given |= {name} if words else set()

    def name(self, *sources: Source) -> None:
        """Adds what the command is about: files, or a scenario as a dict."""
        for one in sources:
            self.names.append(self._file(one) if isinstance(one, Mapping) else path(one))

    def _file(self, scenario: Mapping[str, Any]) -> str:
        self.has_file = False
        file = self.temporary.path / SCENARIO
        # Numbers of NumPy are none to json.
        written = json.dumps(scenario, indent=1, default=plain)
        file.write_text(written + "\n", encoding="utf-8")
        return str(file)

    def output(self, out: Place | None, name: str = OUTPUT) -> Path:
        """Where results go: as the caller says, else into the folder of its own."""
        place = self.place(out, name)
        self.words.append(f"--out={place}")
        return place

    def place(self, out: Place | None, name: str) -> Path:
        """The same, of which the tool is not told."""
        return self.temporary.path / name if out is None else Path(out)

    def run(self) -> Ending:
        """Runs the tool; raises ToolFailed and ToolNotFound."""
        try:
            return self.again()
        except BaseException:
            self.close()
            raise

    def again(self, *more: str) -> Ending:
        """The same with more words, where the folder of its own is still there."""
        names = ["--", *self.names] if self.names else []
        command = [self.program, self.command, *self.words, *more, *names]
        found, notes = start(command, self.shown)
        return Ending(found.returncode, found.stdout, notes)

    def keep(self, owner: object) -> None:
        """The folder of its own goes with this object."""
        if self._temporary is not None:
            weakref.finalize(owner, self._temporary.close)

    def close(self) -> None:
        if self._temporary is not None:
            self._temporary.close()


class Ending(NamedTuple):
    """How a command has ended."""

    exit_code: int
    text: str
    notes: list[str]


# Words


def option(name: str, value: Any) -> list[str]:
    """An option, as often as it has values; none for what is not given."""
    if value is None or value is False:
        return []
    if value is True:
        return [f"--{name}"]
    if isinstance(value, Mapping):
        return [f"--{name}={key}={text(one)}" for key, one in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [f"--{name}={one}" for one in value]
    return [f"--{name}={path(value)}"]


def path(value: Any) -> str:
    """A file, a folder, the folder of results, or a value as it is."""
    if isinstance(value, HasFolder):
        return str(value.folder)
    return os.fspath(value) if isinstance(value, (str, PathLike)) else str(value)


def changes(given: Pairs | None, keywords: Mapping[str, Any]) -> Pairs:
    """Keys of the scenario and their values; in keywords, two underscores stand for a dot."""
    dotted = {name.replace("__", "."): value for name, value in keywords.items()}
    if isinstance(given, Mapping) or given is None:
        return {**(given or {}), **dotted}
    texts = [given] if isinstance(given, str) else list(given)
    return [*texts, *(f"{name}={text(value)}" for name, value in dotted.items())]


def ranges(given: Pairs | None) -> Pairs | None:
    """Keys and their ranges: (1, 200) is "1..200"."""
    if not isinstance(given, Mapping):
        return given
    return {key: span(one) for key, one in given.items()}


def span(value: Any) -> str:
    return value if isinstance(value, str) else "..".join(map(text, value))


def text(value: Any) -> str:
    """A value as the tool reads it. Texts are YAML as they are, so "20m" and "[5m, 20m]" work."""
    return value if isinstance(value, str) else json.dumps(value, default=plain)


def plain(value: Any) -> Any:
    """A number of NumPy as one of Python; raises TypeError for what is no number."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} is no value of a scenario")


def many(value: Any) -> list[Any]:
    """One or several files."""
    is_one = isinstance(value, (str, PathLike))
    return [value] if is_one else list(value)
