"""A chart is its words and a way to draw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .style import Canvas

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Chart:
    """One picture of the report."""

    name: str  # of its files
    heading: str  # over it on the page
    title: str  # in the picture: what it shows, in words
    sentence: str  # beneath it: how to read it
    alt: str  # its numbers, for those who cannot see it
    draw: Callable[[Any], None]  # (canvas) -> None
    note: str = ""  # in the picture, beneath the title
    is_drawn_live: bool = False  # the page's script draws the same numbers

    def figure(self, is_wide: bool = True) -> Figure:
        canvas = Canvas(self.title, is_wide, self.note)
        self.draw(canvas)
        return canvas.finished()
