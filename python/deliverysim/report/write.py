"""The files of a report: they appear together, the page last, and replace an earlier report's."""

import re
import shutil
from pathlib import Path

from .charts import all_charts, sensitivity
from .live.stories import Stories
from .page import MARK, page
from .style import close, save, small_png, svg

PAGE = "report.html"
PART = ".report.part"


class Occupied(Exception):
    """A file that is no earlier report's stands in the way."""


def write_report(results, folder, force=False, step=lambda done, total: None, tool=None):
    """Writes report.html, and each chart as NAME.svg and NAME.png; returns the charts.

    step: is called before each chart. tool: the path of deliverysim, which tells stories; without
    it the page says that they are missing. Raises Occupied, and OSError."""
    folder = Path(folder)
    charts = all_charts(results)
    names = [PAGE] + [f"{chart.name}.{kind}" for chart in charts for kind in ("svg", "png")]
    earlier = earlier_report(folder)
    for name in names:
        if (folder / name).exists() and name not in earlier and not force:
            raise Occupied(
                f"{folder / name}: not from an earlier report; --force replaces it, --out writes "
                "elsewhere"
            )
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / PART
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    stories = Stories(tool, results.folder, results.focus, len(results.strategies))
    try:
        draw(results, charts, part, step, stories)
        for name in earlier:
            (folder / name).unlink(missing_ok=True)
        for name in reversed(names):
            (part / name).replace(folder / name)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return charts


def write_sensitivity(directory, folder, force=False):
    """Writes the chart of `deliverysim sensitivity` as sensitivity.svg and sensitivity.png.

    Raises Occupied, and OSError."""
    folder, chart = Path(folder), sensitivity.chart(Path(directory))
    for kind in ("svg", "png"):
        path = folder / f"{chart.name}.{kind}"
        if path.exists() and not force:
            raise Occupied(f"{path}: exists; --force replaces it, --out writes elsewhere")
    folder.mkdir(parents=True, exist_ok=True)
    figure = chart.figure()
    save(figure, folder / f"{chart.name}.png")
    (folder / f"{chart.name}.svg").write_bytes(svg(figure))
    close(figure)


def earlier_report(folder):
    """The files of the report that is there; its page names its charts."""
    page = folder / PAGE
    if not page.is_file():
        return []
    text = page.read_text(encoding="utf-8", errors="replace")
    if MARK not in text[:200]:
        return []
    charts = re.findall(r'<figure id="([a-z-]+)">', text)
    return [PAGE] + [f"{chart}.{kind}" for chart in charts for kind in ("svg", "png")]


def draw(results, charts, folder, step, stories):
    pictures = {}
    for done, chart in enumerate(charts):
        step(done, len(charts))
        figure = chart.figure()
        pictures[chart.name] = small_png(figure)
        (folder / f"{chart.name}.png").write_bytes(pictures[chart.name])
        (folder / f"{chart.name}.svg").write_bytes(svg(figure))
        close(figure)
    text = page(results, charts, pictures, stories.read())
    (folder / PAGE).write_text(text, encoding="utf-8")
