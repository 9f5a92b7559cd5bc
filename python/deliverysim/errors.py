"""All errors of this package are `Error`, and their text is one sentence or two
that can be shown to people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


class Error(Exception):
    """Any error of this package."""


@dataclass(frozen=True)
class Place:
    """One mistake that the tool has found in its input."""

    path: str
    """The key, such as `network.offline.weibull.shape`; "" where it is about none."""
    text: str
    """The key, what was found there, and what is allowed."""


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
    try:
        found = json.loads(text.rpartition("\n")[2])
        places = [Place(one["path"], one["text"]) for one in found["places"]]
        return ToolFailed(found["text"], exit_code, places)
    except (ValueError, KeyError, TypeError):
        return ToolFailed(text or "the tool ended without a message", exit_code)


class ResultsError(Error):
    """A folder whose results this version cannot read: damaged, older, newer, a part of a run."""


class NoResults(ResultsError):
    """A folder or a file that is not there."""
