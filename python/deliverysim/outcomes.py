"""The objects that the commands besides `run` return."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from .answer import Answer, Document, read_answer, read_document
from .calls import Call
from .errors import Error, NoResults
from .markup import tag
from .results import Results
from .tables import FileTable, Records, Table

# A story has room for a device and a page of events.
STORY_HEIGHT = "640"
# The option of `explain` that tells two stories.
COMPARE = "compare"


class Outcome:
    """The ending of a command, and the text that it has printed."""

    exit_code: int
    """0, 1 or 3: docs/reference/results.md lists them."""
    text: str
    """The text that the tool has printed."""
    notes: Sequence[str]
    """Its other messages, such as warnings."""

    def __init__(self, exit_code: int, text: str, notes: Sequence[str]) -> None:
        self.exit_code = exit_code
        self.text = text
        self.notes = notes

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return str(tag("pre", self.text))


class Start(Outcome):
    """The folder that `start` has written: a log, its scenario and the answer."""

    def __init__(self, folder: Path, *ending: Any) -> None:
        super().__init__(*ending)
        self.folder = folder

    @property
    def scenario(self) -> Path:
        """The scenario that was made of the log: it runs as it is."""
        return self.folder / "my.yml"

    @property
    def inputs(self) -> Path | None:
        """The uncertainty of its figures, for `run(inputs=...)`; None where nothing is known of it."""
        return existing(self.folder / "my.inputs.json")

    @property
    def report(self) -> Path | None:
        """The page with pictures; None without one."""
        return existing(self.folder / "report/report.html")

    def __fspath__(self) -> str:
        """The scenario, so that functions and `open` take this object for it."""
        return os.fspath(self.scenario)

    @cached_property
    def results(self) -> Results:
        """The results; raises NoResults where the log is too short for an answer (`exit_code` 3)."""
        try:
            return Results(self.folder / "results", exit_code=self.exit_code)
        except NoResults:
            reason = "\n".join([self.text.strip(), *self.notes]).strip()
            raise NoResults(f"start gave no answer: {reason or 'no results'}") from None

    @property
    def answer(self) -> Answer:
        """The answer; raises as `results`."""
        return self.results.answer


class Fit(Outcome):
    """A scenario that was fitted to logs, and what the tool has found in them (`text`)."""

    def __init__(self, scenario: Path, *ending: Any) -> None:
        super().__init__(*ending)
        self._scenario = scenario

    @property
    def scenario(self) -> Path | None:
        """The scenario; None where none was written, as with `dry_run`."""
        return existing(self._scenario)

    def __fspath__(self) -> str:
        """The scenario, so that functions and `open` take this object for it."""
        if self.scenario is None:
            raise NoResults("no scenario was written, as with dry_run")
        return os.fspath(self.scenario)

    @property
    def inputs(self) -> Path | None:
        """The uncertainty of its figures, for `run(inputs=...)`, unless `inputs` named another
        place; None where there is no such file."""
        return existing(beside(self._scenario, ".inputs.json"))


class Calibration(Fit):
    """A scenario whose unknown inputs produce the figures that were observed.

    exit_code: 1 where no values produce them, 3 where they leave some open."""

    @cached_property
    def answer(self) -> Answer:
        """The values found, how sure they are, and what they leave open."""
        return Answer(read_document(beside(self._scenario, ".answer.json")))

    @cached_property
    def table(self) -> Table:
        """A row for each figure and unknown."""
        return FileTable(beside(self._scenario, ".calibration.csv"))


class Sensitivity(Outcome):
    """The uncertain inputs that matter, and those that do not."""

    def __init__(self, folder: Path, *ending: Any) -> None:
        super().__init__(*ending)
        self.folder = folder

    @cached_property
    def answer(self) -> Answer:
        """`influences` has the inputs, those that matter most first."""
        return Answer(read_answer(self.folder))

    @cached_property
    def sensitivity(self) -> Table:
        """A row for each input and metric."""
        return FileTable(self.folder / "sensitivity.csv")

    @cached_property
    def design(self) -> Table:
        """A row for each point that was simulated."""
        return FileTable(self.folder / "design.csv")


class Check(Outcome):
    """The verdict on each metric against a baseline: `verdicts` has them all.

    exit_code: 1 where some fail, 3 where none fails but some are inconclusive."""

    def __init__(self, verdicts: Sequence[Mapping[str, Any]], *ending: Any) -> None:
        super().__init__(*ending)
        self._verdicts = verdicts

    @cached_property
    def verdicts(self) -> Table:
        """A row for each metric of each strategy."""
        return Records(self._verdicts)

    @property
    def has_passed(self) -> bool:
        return self.exit_code == 0

    def __repr__(self) -> str:
        return repr(self.verdicts)

    def _repr_html_(self) -> str:
        return self.verdicts._repr_html_()


class Plan(Document):
    """The cost of a run that has not begun.

    `design_points`, `units` (design point, strategy, replication); `notifications` of each strategy,
    `counted` of them, `simulated` of all; `time` [s] on so many `threads`; `memory`, `output` and
    `kept_units` [bytes]; `is_at_most`: it may end earlier, when it is precise enough. With `shards`,
    the `pieces` and the `load` [notifications] of each."""


class Story(Outcome):
    """The story of a device, or of one of its messages."""

    def __init__(self, call: Call, *ending: Any) -> None:
        """call: it asks for the story in another format."""
        super().__init__(*ending)
        self._call = call

    @cached_property
    def document(self) -> Document:
        """Its events; raises Error for a comparison of strategies."""
        if COMPARE in self._call.given:
            raise Error(
                "a comparison of strategies has no events: call explain for each with "
                "strategy=..., without compare"
            )
        return Document(self._call.records(self._call.again("--format=json").text))

    @property
    def events(self) -> Table:
        """A row for each event; raises as `document`."""
        return Records(self.document["events"])

    @cached_property
    def html(self) -> str:
        """A page with swim lanes."""
        return self._call.again("--format=html").text

    def _repr_html_(self) -> str:
        page = tag(
            "iframe", srcdoc=self.html, sandbox="allow-scripts", width="100%", height=STORY_HEIGHT
        )
        return str(page)


class Stories(Document):
    """The first messages of each ending, with their events: docs/how-to/explain.md."""

    @property
    def table(self) -> Table:
        """A row for each story; its events are in the document."""
        rows = [{name: one for name, one in story.items() if name != "events"}
                for story in self["stories"]]  # fmt: skip
        return Records(rows)

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def beside(scenario: Path, ending: str) -> Path:
    """The file that the tool writes beside a scenario: my.yml and my.inputs.json."""
    is_yaml = scenario.suffix in (".yml", ".yaml")
    return scenario.parent / ((scenario.stem if is_yaml else scenario.name) + ending)


def existing(file: Path) -> Path | None:
    return file if file.is_file() else None
