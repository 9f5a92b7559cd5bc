"""A sign of life on stderr: a line that is written anew on a terminal, one plain line elsewhere."""

import os
import sys


class Progress:
    """How many of the charts are drawn."""

    def __init__(self, is_quiet=False, stream=None):
        self.stream = stream or sys.stderr
        self.is_quiet = is_quiet
        self.is_live = self.stream.isatty() and os.environ.get("TERM") != "dumb"

    def start(self):
        """Says that something happens, before libraries and tables are read."""
        self._write("\rreading the results\x1b[K" if self.is_live else "drawing the report\n")

    def step(self, done, total):
        """Before each chart."""
        if self.is_live:
            self._write(f"\rdrawing chart {done + 1} of {total}\x1b[K")

    def end(self):
        """Clears the line for whatever comes after it."""
        if self.is_live:
            self._write("\r\x1b[K")

    def _write(self, text):
        if not self.is_quiet:
            self.stream.write(text)
            self.stream.flush()
