"""The line that says how far the tool is: written anew on a terminal and in a notebook."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any, Protocol

# The tool writes such a line although nobody looks at a terminal (Sources/CLI/Process/Console.swift).
VARIABLE = "DELIVERYSIM_PROGRESS"
LIVE = {VARIABLE: "live"}
NONE = "none"
# A line ends, and stays, or is written over.
_CUT = re.compile(r"([\r\n])")
_CLEAR = "\x1b[K"


class Line(Protocol):
    """A line that is written over. is_live: it is; else others follow it."""

    is_live: bool

    def show(self, text: str) -> None: ...

    def end(self) -> None:
        """Removes it."""


class Terminal:
    is_live = True

    def show(self, text: str) -> None:
        sys.stderr.write(f"\r{text}{_CLEAR}")
        sys.stderr.flush()

    def end(self) -> None:
        self.show("\r")


class Plain:
    """A line below the other, where none can be written over."""

    is_live = False

    def show(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """They stay."""


class Notebook:
    """An output of a cell of Jupyter."""

    is_live = True

    def __init__(self, display: Callable[..., Any]) -> None:
        self._display = display
        self._handle: Any = None

    def show(self, text: str) -> None:
        data = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def end(self) -> None:
        if self._handle is not None:
            self.show("")


class Marimo:
    """The output of a cell of marimo, until the cell has one of its own."""

    is_live = True

    def __init__(self, library: Any) -> None:
        self._library = library

    def show(self, text: str) -> None:
        self._library.output.replace(self._library.plain_text(text))

    def end(self) -> None:
        self._library.output.clear()


def line(wanted: bool | None) -> Line | None:
    """The line to show; None: none.

    wanted: None: in a notebook and on a terminal, unless DELIVERYSIM_PROGRESS is "none"."""
    if wanted is None:
        wanted = os.environ.get(VARIABLE) != NONE
        return _live() if wanted else None
    return (_live() or Plain()) if wanted else None


def _live() -> Line | None:
    """Libraries that nobody has loaded run no notebook."""
    marimo = sys.modules.get("marimo")
    if marimo is not None and marimo.running_in_notebook():
        return Marimo(marimo)
    python = sys.modules.get("IPython")
    shell = python.get_ipython() if python is not None else None
    if shell is not None and hasattr(shell, "kernel"):
        from IPython.display import display

        return Notebook(display)
    is_live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return Terminal() if is_live else None


class Watch:
    """Reads what the tool says while it works, and keeps what stays."""

    def __init__(self, shown: Line | None) -> None:
        self.shown = shown
        self.notes: list[str] = []
        self._open = ""

    def take(self, text: str) -> None:
        """A piece of the tool's messages, as they come."""
        for piece in _CUT.split(text):
            if piece == "\n":
                self._keep()
                self._show(self._open)
            if piece in ("\n", "\r"):
                self._open = ""
            else:
                self._open += piece.replace(_CLEAR, "")
        self._show(self._open)

    def end(self) -> None:
        """The tool says no more."""
        self._keep()
        if self.shown is not None:
            self.shown.end()

    def _show(self, text: str) -> None:
        if self.shown is not None and text.strip():
            self.shown.show(text)

    def _keep(self) -> None:
        if self._open.strip():
            self.notes.append(self._open)
