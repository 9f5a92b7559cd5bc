"""All pictures have these fonts, colours and labels."""

from __future__ import annotations

import io
import itertools
import math
import textwrap
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import matplotlib
from PIL import Image, features

matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import to_hex, to_rgb  # noqa: E402
from matplotlib.font_manager import FontProperties  # noqa: E402
from matplotlib.textpath import text_to_path  # noqa: E402
from matplotlib.ticker import FuncFormatter  # noqa: E402

from ..vocabulary import BASELINE, COLOURS, MARKERS
from .words import is_rare

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, GRID = "#222222", "#666666", "#dddddd"
WEEKEND = "#eeeeee"
NIGHT = "#16181c"  # the ground of a page in dark mode

WIDE, NARROW = 8.4, 4.3  # [inch]; a picture for screens and paper, and one for telephones
DPI = 170  # sharp on good screens
_LINE = 0.21  # of the title [inch]
_TICK_WIDTH = 0.95  # of such a label [inch]
TICK_LINE = 0.17  # the second line of the labels beneath an axis of rare shares [inch]

plt.rcdefaults()  # whatever a user's matplotlibrc says
plt.rcParams.update(
    {
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "text.color": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.edgecolor": "#999999",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": GRID,
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "axes.titlesize": 9.5,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "axes.labelsize": 9.5,
        "lines.linewidth": 1.8,
        "lines.markersize": 5,
        "hatch.linewidth": 0.8,
        "savefig.facecolor": "white",
        # Names inside an SVG are hashes of their content and of this, not random numbers.
        "svg.hashsalt": "deliverysim",
        "svg.fonttype": "path",
        "path.simplify": True,
        # A `$` in a label is a dollar.
        "text.parse_math": False,
    }
)


def luminance(colour: str) -> float:
    """Relative, 0 to 1 (WCAG 2.2)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, ground: str = "white") -> float:
    """The contrast of a colour to its ground, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(colour), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def hexed(parts: Iterable[float]) -> str:
    red, green, blue = parts
    return to_hex((red, green, blue))


@cache
def readable(colour: str) -> str:
    """The colour of words that belong to a mark: darker where letters would be too pale.

    WCAG asks 4.5 to 1 of text, and only 3 to 1 of marks."""
    shades = (hexed(part * step / 50 for part in to_rgb(colour)) for step in range(50, 0, -1))
    return next(shade for shade in shades if contrast(shade) >= 4.5)


@cache
def on_dark(colour: str) -> str:
    """The colour of a mark on a dark page: lighter where it would not stand out."""
    shades = (hexed(part + (1 - part) * step / 50 for part in to_rgb(colour)) for step in range(50))
    return next(shade for shade in shades if contrast(shade, NIGHT) >= 4.5)


class Look:
    """The colour, marker and dash of each strategy, the same in all charts of a report."""

    def __init__(self, strategies: list[str], baseline: str | None) -> None:
        others = [name for name in strategies if name != baseline or len(strategies) == 1]
        place = {name: number for number, name in enumerate(others)}
        self.colour = {
            name: COLOURS[place[name] % len(COLOURS)] if name in place else BASELINE
            for name in strategies
        }
        self.marker = {name: MARKERS[strategies.index(name) % len(MARKERS)] for name in strategies}
        self.dash = {
            name: "-" if place.get(name, 0) < len(COLOURS) else "--" for name in strategies
        }


class Canvas:
    """A picture under construction: a title over one or more panels."""

    def __init__(self, title: str, is_wide: bool, note: str = "") -> None:
        self.is_wide = is_wide
        self.width = WIDE if is_wide else NARROW
        self.title = wrap(title, self.width - 0.2, 12, "bold")
        self.note = wrap(note, self.width - 0.2, 9) if note else ""
        self._figure: Figure | None = None

    @property
    def figure(self) -> Figure:
        """Only after `panels`."""
        assert self._figure is not None, "there are no panels yet"
        return self._figure

    def panels(
        self,
        count: int = 1,
        height: float = 3.2,
        columns: int = 3,
        narrow_columns: int = 1,
        **options: Any,
    ) -> tuple[list[Axes], int]:
        """Axes in rows from the left.

        height: of each panel [inch]. columns: at most so many beside each other."""
        columns = min(count, columns if self.is_wide else narrow_columns)
        rows = -(-count // columns)
        top = _LINE * len(self.title.splitlines()) + 0.2
        top += 0.17 * len(self.note.splitlines()) + (0.06 if self.note else 0)
        whole = rows * height + top
        self._figure, grid = plt.subplots(
            rows,
            columns,
            squeeze=False,
            figsize=(self.width, whole),
            layout="constrained",
            **options,
        )
        self.set_layout(rect=(0.005, 0.005, 0.99, 1 - top / whole - 0.005))
        left = 0.1 / self.width
        self.figure.text(
            left, 1 - 0.08 / whole, self.title, weight="bold", size=12, va="top", linespacing=1.15
        )
        if self.note:
            down = 0.08 + _LINE * len(self.title.splitlines()) + 0.05
            self.figure.text(
                left, 1 - down / whole, self.note, size=9, color=FAINT, va="top", linespacing=1.2
            )
        axes = list(grid.flat)
        for axis in axes[count:]:
            axis.set_visible(False)
        return axes[:count], columns

    def set_layout(self, **options: Any) -> None:
        """Options of the engine that lays out the panels."""
        engine = self.figure.get_layout_engine()
        assert engine is not None, "panels have one"
        engine.set(**options)

    def finished(self) -> Figure:
        """The figure with its panels in their places for good.

        The layout's solver goes by addresses in memory, so that its last digits differ from run
        to run; rounded, the same figure gives the same bytes."""
        self.figure.draw_without_rendering()
        self.figure.set_layout_engine("none")
        for axes in self.figure.axes:
            left, bottom, width, height = axes.get_position(True).bounds
            axes.set_position((round(left, 6), round(bottom, 6), round(width, 6), round(height, 6)))
        return self.figure


def fold(text: str, columns: int) -> str:
    """Breaks a text at spaces; at hyphens, which are part of names, only where it must."""
    is_long = any(len(word) > columns for word in text.split())
    return textwrap.fill(text, columns, break_on_hyphens=is_long)


def wrap(text: str, width: float, size: int, weight: str = "normal") -> str:
    """Breaks a text into lines of at most a width [inch], as its letters measure."""
    font = FontProperties(family="DejaVu Sans", weight=weight, size=size)
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        # The outlines of the letters are left out: they take ten times as long.
        wide, _, _ = text_to_path.get_text_width_height_descent(longer, font, ismath=False)
        if lines[-1] and wide > width * 72:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def percent_axis(axis: Any, unit: str = "%") -> None:
    """Shares are drawn as shares and labelled in %; their differences in points (pp). Where all of
    the axis is rare, it counts per million."""
    gap = "\n" if axis.axis_name == "x" else " "  # no room beside each other

    def label(place: float, _: Any) -> str:
        low, high = sorted(axis.get_view_interval())
        return tick(place, low, high, unit, gap)

    axis.set_major_formatter(_Ticks(label))


class _Ticks(FuncFormatter):
    """Labels of an axis; of wide ones, which have two lines, those that have room."""

    axis: Any  # Matplotlib's own type also names axes that are none

    def format_ticks(self, values: Iterable[float]) -> list[str]:
        values = list(values)
        labels: list[str] = super().format_ticks(values)
        if len(values) < 2 or not any("\n" in label for label in labels):
            return labels
        low, high = sorted(self.axis.get_view_interval())
        length = self.axis.axes.bbox.width / self.axis.figure.dpi
        apart = length * (values[1] - values[0]) / (high - low)
        step = math.ceil(_TICK_WIDTH / apart)
        # All or nothing, or what is next to it, keeps its label.
        ends = [min(abs(value), abs(1 - value)) for value in values]
        first = ends.index(min(ends))
        return [
            label if (place - first) % step == 0 else "" for place, label in enumerate(labels)
        ]


def tick(place: float, low: float, high: float, unit: str, gap: str) -> str:
    """The label at a place of an axis from low to high; there is none beyond all."""
    if is_rare(max(abs(low), abs(high))):
        return f"{_trimmed(place * 1e6, high - low, 1e6)}{gap}per million"
    if unit == "%" and is_rare(1 - low):
        missing = _trimmed((1 - place) * 1e6, high - low, 1e6)
        if missing == "0":
            return "100 %"
        return f"all but {missing}{gap}per million" if place < 1 else ""
    return f"{_trimmed(place * 100, high - low, 100)} {unit}"


def _trimmed(number: float, width: float, scale: float) -> str:
    """With the decimals that tell ticks apart, four at least, and without zeros at the end."""
    decimals = max(4, 2 - math.floor(math.log10(width * scale))) if width > 0 else 4
    text = f"{number:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def spread(places: list[Any], gap: float, low: float = 0.0, high: float = 1.0) -> list[Any]:
    """Moves numbers apart, as little as possible and without changing their order.

    Neighbours that are too near are pooled around their mean (isotonic regression)."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    pools = []  # [sum, count] of places less their share of gaps
    for rank, number in enumerate(order):
        pools.append([places[number] - rank * gap, 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            total, count = pools.pop()
            pools[-1][0] += total
            pools[-1][1] += count
    flat = [total / count for total, count in pools for _ in range(count)]
    room = max(low, high - gap * (len(places) - 1))
    moved = [0.0] * len(places)
    for rank, number in enumerate(order):
        moved[number] = min(max(flat[rank], low), room) + rank * gap
    return moved


def untangle(points: list[Any], places: list[float], right: float) -> list[float]:
    """Swaps the places of labels whose lines, from a point to (right, place), cross.

    A swap makes the lines shorter in all, so that there is an end."""
    places = list(places)

    def height(number: Any, at: Any) -> Any:
        x, y = points[number]
        return y if x == right else y + (places[number] - y) * (at - x) / (right - x)

    def find() -> Any:
        order = sorted(range(len(places)), key=lambda number: places[number])
        for lower, upper in itertools.combinations(order, 2):
            at = max(points[lower][0], points[upper][0])
            if height(lower, at) > height(upper, at) + 1e-9:
                return lower, upper
        return None

    for _ in range(len(places) ** 2):
        crossing = find()
        if not crossing:
            break
        lower, upper = crossing
        places[lower], places[upper] = places[upper], places[lower]
    return places


def label_right(
    axes: Axes, ends: Sequence[tuple[float, float, str, str]], height: float, size: float = 9.0
) -> None:
    """Writes labels at the right of a panel, level with their points, and joins them.

    ends: (x, y, text, colour) in the panel's units, after its limits are set.
    height: of the panel [inch]."""
    axes.get_xlim(), axes.get_ylim()  # so that they are up to date
    ends = [
        (x, y, "\n".join(fold(line, 30) for line in text.split("\n")), colour)
        for x, y, text, colour in ends
    ]
    lines = max((text.count("\n") + 1 for _, _, text, _ in ends), default=1)
    gap = size * 1.3 * lines / 72 / (height * 0.8)
    to_share = axes.transData + axes.transAxes.inverted()
    points = [to_share.transform((x, y)) for x, y, _, _ in ends]
    places = untangle(points, spread([y for _, y in points], gap), right=1.03)
    for (x, y, text, colour), place in zip(ends, places):
        axes.annotate(
            text,
            xy=(x, y),
            xytext=(1.03, place),
            textcoords="axes fraction",
            va="center",
            ha="left",
            color=readable(colour),
            size=size,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "alpha": 0.7,
                # The line starts at the left edge of the words, so that it crosses none.
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 2,
            },
        )


def svg(figure: Figure) -> bytes:
    """The picture as bytes; the same figure gives the same ones."""
    stream = io.BytesIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()


def png(figure: Figure) -> bytes:
    """The picture as bytes of a PNG with every colour that was drawn: marks keep their hue."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=DPI, metadata={"Software": None})
    stream = io.BytesIO()
    # Nothing shows through, so that a quarter of the numbers says nothing.
    Image.open(drawn).convert("RGB").save(stream, format="png", compress_level=6)
    return stream.getvalue()


def small(png: bytes) -> bytes:
    """The same picture for a page: WebP without loss takes half of PNG."""
    if not features.check("webp"):
        return png
    stream = io.BytesIO()
    Image.open(io.BytesIO(png)).save(stream, format="webp", lossless=True, method=4, quality=50)
    return stream.getvalue()


def close(figure: Figure) -> None:
    plt.close(figure)
