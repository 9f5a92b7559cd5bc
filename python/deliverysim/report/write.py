"""The files of a report: they appear together, and replace an earlier report's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .charts import all_charts, sensitivity
from .live.stories import Stories
from .page import MARK, page
from .place import Occupied, Place
from .style import close, png, small, svg

if TYPE_CHECKING:
    from .chart import Chart
    from .results import Results

__all__ = ["Occupied", "write_report", "write_sensitivity"]
PAGE = "report.html"


def write_report(
    results: Results,
    folder: Path,
    force: bool = False,
    step: Callable[..., Any] = lambda done, total: None,
    tool: str | None = None,
) -> Path:
    """Writes report.html, and each chart as NAME.svg and NAME.png; returns the page's path.

    step: is called before each chart. tool: the path of deliverysim, which tells stories; without
    it the page says that they are missing. Raises Occupied, and OSError."""
    charts = all_charts(results)
    names = [PAGE] + files(chart.name for chart in charts)
    with Place(folder) as place:
        earlier = earlier_report(place.folder)
        place.check_free(names, earlier, force)
        part = place.begin({*names, *earlier})
        with Stories(tool, results.folder, results.focus, len(results.strategies)) as stories:
            draw(results, charts, part, step, stories)
        place.finish(names, earlier, force)
    return Path(folder) / PAGE


def write_sensitivity(directory: Path, folder: Path, force: bool = False) -> Path:
    """Writes the chart of `deliverysim sensitivity` as sensitivity.svg and sensitivity.png; returns
    the path of the first.

    Raises Occupied, and OSError."""
    chart = sensitivity.chart(Path(directory))
    names = files([chart.name])
    with Place(folder) as place:
        place.check_free(names, [], force, "exists")
        part = place.begin(set(names))
        write_pictures(chart, part)
        place.finish(names, [], force)
    return Path(folder) / names[0]


def files(charts: list[str] | Iterator[Any]) -> list[str]:
    """The names of the pictures of charts."""
    return [f"{chart}.{kind}" for chart in charts for kind in ("svg", "png")]


def earlier_report(folder: Path) -> list[Any]:
    """The files of the report that is there; its page names its charts."""
    page = folder / PAGE
    if not page.is_file():
        return []
    text = page.read_text(encoding="utf-8", errors="replace")
    if MARK not in text[:200]:
        return []
    return [PAGE] + files(re.findall(r'<figure id="([a-z0-9-]+)">', text))


def draw(
    results: Results, charts: list[Chart], folder: Path, step: Callable[..., Any], stories: Stories
) -> None:
    pictures = {}
    for done, chart in enumerate(charts):
        step(done, len(charts))
        pictures[chart.name] = small(write_pictures(chart, folder))
    text = page(results, charts, pictures, stories.read())
    (folder / PAGE).write_text(text, encoding="utf-8")


def write_pictures(chart: Chart, folder: Path) -> bytes:
    """Writes a chart as SVG and PNG; returns the PNG."""
    figure = chart.figure()
    picture = png(figure)
    (folder / f"{chart.name}.png").write_bytes(picture)
    (folder / f"{chart.name}.svg").write_bytes(svg(figure))
    close(figure)
    return picture
