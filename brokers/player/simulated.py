"""What the simulator says, out of the tool's own commands."""

import json
import pathlib
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import PlayError
from .world import Push, World, read_world


class Fate(NamedTuple):
    """What became of a push: `delivered` and when, a cause of loss and when, or `pending`."""

    name: str
    time_us: int | None = None


PENDING = Fate("pending")
LOST = "destroyed-"


@dataclass(frozen=True)
class Scenario:
    """A scenario file, with what is changed in it and the strategy that is played."""

    tool: pathlib.Path
    file: pathlib.Path
    strategy: str = "fire-and-forget"
    changes: Sequence[str] = field(default_factory=tuple)

    def ask(self, command: str, *options: str) -> str:
        """Runs `explain` or `trace`; raises PlayError where it fails."""
        ending = subprocess.run(self.words(command, *options), capture_output=True, text=True, check=False)
        if ending.returncode != 0:
            raise PlayError(f"deliverysim {command} {self.file}: {ending.stderr.strip() or ending.returncode}")
        return ending.stdout

    def words(self, command: str, *options: str) -> list[str]:
        sets = [word for change in self.changes for word in ("--set", change)]
        return [str(self.tool), command, str(self.file), "--strategy", self.strategy, *sets, *options]

    def document(self, device: int) -> dict[str, Any]:
        """The story of a device."""
        document: dict[str, Any] = json.loads(self.ask("explain", "--device", str(device), "--format", "json"))
        return document

    def world(self, devices: int, folder: pathlib.Path) -> World:
        path = folder / "world.csv"
        self.ask("trace", "--world", str(path))
        return read_world(path, devices)

    def fates(self, folder: pathlib.Path) -> dict[Push, Fate]:
        """The fate of each push that was accepted."""
        path = folder / "story.txt"
        self.ask("trace", "--save", str(path))
        with path.open(encoding="utf-8") as file:
            return read_fates(line.rstrip("\n") for line in file)


def _story(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The events of a saved story, each with its device."""
    device, has_begun = -1, False
    for line in lines:
        if line.startswith("events:"):
            has_begun = True
        elif has_begun and line.startswith("device "):
            device = int(line.split()[1])
        elif has_begun and line[:1].isdigit():
            yield device, line.split()


def read_fates(lines: Iterable[str]) -> dict[Push, Fate]:
    """The fates that a saved story tells."""
    fates: dict[Push, Fate] = {}
    for device, (time_us, name, subject, copy, _value) in _story(lines):
        if not subject.isdigit():
            continue
        push = Push(device, int(subject), int(copy))
        if name == "accepted":
            fates[push] = PENDING
        elif name == "arrived":
            fates[push] = Fate("delivered", int(time_us))
        elif name.startswith(LOST) and fates.get(push) == PENDING:
            fates[push] = Fate(name.removeprefix(LOST), int(time_us))
    return fates
