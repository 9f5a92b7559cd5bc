"""A scenario that is explored: what may be asked of it, and what it answers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import ToolFailed
from . import answer
from .save import Folder, scenario_name
from .tool import Tool

# Enough for controls (docs/explanation/statistics.md); then twice as many, as long as somebody looks.
FIRST, LAST = 20, 640
VALUE_MAX = 200
# A page shows one design point, whose answer nothing was expected of.
ALONE = ["--set=sweep=", "--set=expect="]
NO_VERDICT = "--set=best="


class BadQuestion(Exception):
    """The page cannot ask this; key: the pin that it is about, if it is about one."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class Pin:
    """A key that can be moved, as the tool describes it."""

    key: str
    pin: str
    """`--pin` has it so: `PATH=A..B`."""
    start: str
    """The scenario's value; "" where it has none."""
    steps: list[str]
    """The values of the slider."""
    position: int
    """The step nearest to the scenario's value."""


@dataclass(frozen=True)
class Question:
    """A request asks this: values of pins, strategies, and how precise the answer is to be."""

    values: dict[str, str]
    strategies: list[str]
    replications: int = FIRST

    @property
    def settings(self) -> list[str]:
        return [f"--set={key}={value}" for key, value in self.values.items()]


@dataclass
class Study:
    """A scenario, with the keys that can be moved."""

    tool: Tool
    scenario: str
    words: list[str]
    """The options of the command that are the tool's too, such as `--seed=7`."""
    last: int = LAST
    pins: list[Pin] = field(default_factory=list)
    strategies: list[str] = field(default_factory=list)
    baseline: str = ""
    title: str = ""
    devices: int = 0
    devices_all: int = 0

    def open(self, pinned: Sequence[str]) -> None:
        """Looks what the scenario has; raises Error.

        pinned: ranges, as of `--pin`; none: the usual ones."""
        found = self.tool.explored(self.pin_words(pinned, ["--is-opening"]))
        self.pins = [Pin(**one) for one in found["pins"]]
        self.strategies, self.baseline = found["strategies"], found["baseline"]
        self.title = found["title"]
        self.devices, self.devices_all = found["devices"], found["devices_all"]

    def pin_words(self, pinned: Sequence[str], more: Sequence[str] = ()) -> list[str]:
        ranges = [f"--pin={one}" for one in pinned]
        return [*self.words, *ALONE, *more, *ranges, "--", self.scenario]

    def run_words(self, devices: int, replications: int, more: Sequence[str] = ()) -> list[str]:
        options = ["--progress=none", "--quiet", "--discard-units"]
        size = [f"--set=devices={devices}", f"--replications={replications}"]
        return [*options, *self.words, *ALONE, NO_VERDICT, *size, *more, "--", self.scenario]

    def resolved(self, settings: Sequence[str]) -> str:
        """The scenario with these settings and all defaults, as the tool writes it."""
        return self.tool.validate([*self.words, *ALONE, *settings, "--", self.scenario])

    def question(self, asked: Any) -> Question:
        """The question in a request; raises BadQuestion."""
        if not isinstance(asked, dict):
            raise BadQuestion("allowed: a JSON object")
        values = asked.get("values", {})
        if not isinstance(values, dict):
            raise BadQuestion("values: allowed: an object with a text for each key")
        known = {pin.key for pin in self.pins}
        for key, value in values.items():
            if key not in known:
                raise BadQuestion(f"values: {key[:80]!r} is not among the keys of this page")
            check_value(key, value)
        return Question(values, self.chosen(asked), self.precision(asked))

    def chosen(self, asked: Mapping[str, Any]) -> list[str]:
        """The strategies to run, in the scenario's order, always with the baseline."""
        names = asked.get("strategies", self.strategies)
        if not isinstance(names, list) or any(name not in self.strategies for name in names):
            raise BadQuestion(f"strategies: allowed: a list of {', '.join(self.strategies)}")
        return [one for one in self.strategies if one in names or one == self.baseline]

    def precision(self, asked: Mapping[str, Any]) -> int:
        number = asked.get("replications", min(FIRST, self.last))
        if isinstance(number, bool) or not isinstance(number, int) or not 2 <= number <= self.last:
            raise BadQuestion(f"replications: allowed: a whole number from 2 to {self.last}")
        return number

    def ask(self, question: Question, is_gone: Callable[[], bool]) -> dict[str, Any]:
        """The answer to a question; raises Error."""
        chosen = [f"--strategy={name}" for name in question.strategies]
        words = self.run_words(self.devices, question.replications, [*question.settings, *chosen])
        found = self.tool.simulate(words, answer.read, is_gone)
        return found | {
            "replications": question.replications,
            "positions": self.positions(question, is_gone),
        }

    def positions(self, question: Question, is_gone: Callable[[], bool]) -> dict[str, int]:
        """The steps nearest to the values; a value that is no step lies where the tool says."""
        pins = [pin for pin in self.pins if question.values.get(pin.key)]
        if all(question.values[pin.key] in pin.steps for pin in pins):
            return {pin.key: pin.steps.index(question.values[pin.key]) for pin in pins}
        try:
            words = self.pin_words([pin.pin for pin in pins], question.settings)
            found = self.tool.explored(words, is_gone)["pins"]
        except ToolFailed:
            return {}  # such as a value that is no number: it lies nowhere
        return {one["key"]: one["position"] for one in found}

    def save(self, question: Question, typed: Any, folder: Folder) -> dict[str, Any]:
        """Writes the scenario of a question; raises Error.

        typed: the name of the file."""
        name = scenario_name(typed)
        changes = [f"#   {key}: {value}\n" for key, value in question.values.items()]
        head = f"# {' '.join(self.scenario.split())}, explored with these values:\n"
        text = self.resolved([*question.settings, f"--set=name={name}"])
        file = folder.write(name, head + "".join(changes) + text, self.check)
        chosen = [] if question.strategies == self.strategies else question.strategies
        options = [word for one in chosen for word in ("--strategy", one)]
        return {"file": file, "command": shlex.join(["deliverysim", "run", file, *options])}

    def check(self, path: str) -> None:
        """Raises ToolFailed where the tool cannot read a file that was written."""
        outside = [word for word in self.words if word == "--allow-outside"]
        self.tool.validate(["--quiet", *outside, "--", path])

    def key_of(self, error: ToolFailed) -> str:
        """The pin that an error of the tool is about, or ""."""
        paths = {place.path for place in error.places}
        return next((pin.key for pin in self.pins if pin.key in paths), "")

    def shown(self, can_save: bool) -> dict[str, Any]:
        """The page needs this to begin."""
        return {
            "title": self.title,
            "scenario": self.scenario,
            "pins": [asdict(pin) for pin in self.pins],
            "strategies": self.strategies,
            "baseline": self.baseline,
            "devices": self.devices,
            "devices_all": self.devices_all,
            "first": min(FIRST, self.last),
            "last": self.last,
            "can_save": can_save,
        }


def check_value(key: str, value: Any) -> None:
    """Raises BadQuestion for what is no line of text."""
    if not isinstance(value, str) or not value.strip():
        raise BadQuestion(f"{key}: a value is needed", key)
    if len(value) > VALUE_MAX or not value.isprintable():
        raise BadQuestion(f"{key}: allowed: a line of at most {VALUE_MAX} characters", key)
