"""A sign of life on stderr: a line that is written anew on a terminal, one plain line elsewhere."""

from __future__ import annotations

import os
import sys
from typing import Any


class Progress:
    """The line that says how many of the charts are drawn."""

    def __init__(self, is_quiet: bool = False, stream: Any = None) -> None:
        self.stream = stream or sys.stderr
        self.is_quiet = is_quiet
        self.is_live = self.stream.isatty() and os.environ.get("TERM") != "dumb"

    def start(self) -> None:
        """Says that something happens, before libraries and tables are read."""
        self._write("\rreading the results\x1b[K" if self.is_live else "drawing the report\n")

    def step(self, done: int, total: int) -> None:
        """Says which chart is drawn next."""
        if self.is_live:
            self._write(f"\rdrawing chart {done + 1} of {total}\x1b[K")

    def end(self) -> None:
        """Clears the line for whatever comes after it."""
        if self.is_live:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if not self.is_quiet:
            self.stream.write(text)
            self.stream.flush()
