"""Runs a command of the tool with the arguments of a function."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from . import owned
from .arguments import Folder, Place, Scenario, Source, argument, many, option, path
from .errors import Error, ToolFailed
from .progress import line
from .requirements import old_python
from .runner import find_tool, other_version, start

FORCE = "force"
"""The option that replaces what is there."""
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
        self._tool = tool
        self.shown = line(progress)
        self.words = ["--progress=none"] if silent and self.shown is None else []
        self.given: set[str] = set()
        """The options that the caller has given."""
        self.names: list[str] = []
        self.subjects: list[object] = []
        """They live as long as this object, and so do their temporary folders."""
        self.own_file = ""
        """The file of a scenario that was given as a dict."""
        self._temporary: owned.Temporary | None = None

    @cached_property
    def program(self) -> str:
        """The path of the tool, which is looked for once the arguments are right."""
        return find_tool(self._tool)

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

    def scenario(self, scenario: Scenario) -> None:
        """Adds the scenario that the command is about: a file, or the keys in one."""
        self.source(scenario)

    def source(self, source: Source) -> None:
        """Adds a scenario or results."""
        self._name(source, self._file(source) if isinstance(source, Mapping) else path(source))

    def files(self, files: Place | Sequence[Place]) -> None:
        """Adds one or several files."""
        for one in many(files):
            self._name(one, path(one))

    def directory(self, directory: Folder) -> None:
        """Adds a folder of results."""
        self._name(directory, path(directory))

    def _name(self, given: object, name: str) -> None:
        self.names.append(name)
        self.subjects.append(given)

    def _file(self, scenario: Mapping[str, Any]) -> str:
        file = self.temporary.path / SCENARIO
        file.write_text(json.dumps(scenario, indent=1) + "\n", encoding="utf-8")
        self.own_file = str(file)
        return self.own_file

    def lay(self, file: Path) -> None:
        """Lays the scenario that was given as a dict at this place, for the one that extends it.
        Raises Error where another file is there."""
        if not self.own_file:
            return
        written = Path(self.own_file).read_text(encoding="utf-8")
        is_other = file.exists() and file.read_text(encoding="utf-8") != written
        if is_other and FORCE not in self.given:
            self.close()
            raise Error(f"out: {file} has another scenario already; force=True replaces it")
        file.write_text(written, encoding="utf-8")
        self.names = [str(file) if one == self.own_file else one for one in self.names]
        self.own_file = str(file)

    def output(self, out: Place | None, name: str = OUTPUT) -> Path:
        """Where results go: as the caller says, else into the folder of its own."""
        place = self.place(out, name)
        self.words.append(f"--out={place}")
        return place

    def place(self, out: Place | None, name: str) -> Path:
        """The same, of which the tool is not told. It keeps the folder of its own."""
        return Path(out) if out is not None else owned.path(self.temporary) / name

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
        try:
            found, notes = start(command, self.shown)
        except ToolFailed as error:
            raise told(error, self) from None
        return Ending(found.returncode, found.stdout, notes)

    def records(self, text: str) -> Any:
        """The JSON that the tool has printed; raises Error where it is none."""
        try:
            return json.loads(text)
        except ValueError:
            raise self.strange("has printed no JSON") from None

    def strange(self, fault: str) -> Error:
        """The error of a program that does not do what this package asks of the tool."""
        self.close()
        other = other_version(self.program) or "the tool and this package do not fit together"
        return Error(f"{self.program} {self.command}: {fault}: {other}")

    def close(self) -> None:
        if self._temporary is not None:
            self._temporary.close()


# The tool's exit code for words that it does not know.
USAGE = 64
# The tool's name of the place of a key that an option sets.
SETTINGS = "--set"


def told(error: ToolFailed, call: Call) -> ToolFailed:
    """The error in the words of Python: places in arguments are named as these."""
    message = error.message
    for one in error.places:
        if one.file and one.file in (SETTINGS, call.own_file):
            mark = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
            name = "scenario: " if one.file == call.own_file else ""
            message = message.replace(f"{mark}: ", name)
    for name in call.given:
        message = message.replace(f"--{name}: ", f"{argument(name)}: ")
    other = other_version(call.program) if error.exit_code == USAGE else None
    return ToolFailed(f"{message}; {other}" if other else message, error.exit_code, error.places)


class Ending(NamedTuple):
    """The ending of a command."""

    exit_code: int
    text: str
    notes: list[str]
