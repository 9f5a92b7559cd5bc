"""All errors of this package are `Error`, and their text is one sentence or two
that can be shown to people."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class Error(Exception):
    """Any error of this package."""


@dataclass(frozen=True)
class Place:
    """One mistake that the tool has found in its input. What it is not about is "" or None."""

    path: str
    """The key, such as `network.offline.weibull.shape`."""
    text: str
    """The key, what was found there, and what is allowed."""
    file: str = ""
    """The file, or `--set`."""
    line: int | None = None
    """The line from 1; None where the mistake stands in no file."""
    column: int | None = None
    found: str = ""
    """The value that is not allowed, as it is written."""
    allowed: str = ""
    """The allowed values, in words."""
    suggestion: str = ""
    """The nearest name that is allowed."""


class ToolNotFound(Error):
    """The command line tool is not there, or cannot be started on this machine."""


class ToolFailed(Error):
    """The command line tool has refused to run, or has failed."""

    def __init__(self, message: str, exit_code: int, places: Sequence[Place] = ()) -> None:
        super().__init__(f"{message} (exit code {exit_code})")
        self.places = list(places)
        """The faults, one by one; empty where the tool did not tell them so."""
        self.message = message
        """The faults with their places, as the tool tells people."""
        self.exit_code = exit_code
        """docs/reference/results.md lists them; negative: ended by this signal."""


def failure(text: str, exit_code: int) -> ToolFailed:
    """The error that the tool has printed for programs, in its last line; other text as it is, as
    when it was killed."""
    text = text.strip()
    # A line of progress may stand before it.
    last = re.split(r"[\r\n]|\x1b\[K", text)[-1]
    try:
        found = json.loads(last)
        return ToolFailed(found["text"], exit_code, list(map(place, found["places"])))
    except (ValueError, KeyError, TypeError):
        return ToolFailed(text or "the tool ended without a message", exit_code)


def place(one: dict[str, Any]) -> Place:
    """A place as the tool tells it; line 0 is none. A key that is not known is an error."""
    return Place(**{**one, "line": one.get("line") or None, "column": one.get("column") or None})


class ResultsError(Error):
    """A folder whose results this version cannot read: damaged, older, newer, a part of a run."""


class NoResults(ResultsError):
    """A folder or a file that is not there."""
