"""The HTML page: self-contained, for screens of 400 pixels and more, and for paper."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..markup import Markup, joined, listing, tag
from ..vocabulary import axis_words, is_share, prominent
from . import baseline
from .live import SCRIPT, embedded, policy, style
from .words import (
    amount_interval,
    column_digits,
    digits_max,
    fixed,
    in_column,
    interval_digits,
    is_rare,
    metric_value,
    percent,
    points_interval,
    share_interval,
    sign_of,
    signed,
    signed_points,
)

if TYPE_CHECKING:
    from .chart import Chart
    from .results import Results

MARK = "<!-- made by deliverysim report -->"
ROWS_MAX = 14
DIFFERENCE = "difference from"
NOTHING = "–"
OWN_CONTROLS = (
    " Each difference has controls of its own, so it may not be the difference of the two values."
)


def page(
    results: Results,
    charts: list[Any],
    pictures: dict[Any, Any],
    stories: dict[str, Any] | None = None,
) -> str:
    """The whole page: pictures for paper and without a script, and a script that draws them anew.

    pictures: WebP or PNG of each chart, by its name. stories: as in `live.embedded`."""
    sheet = style(results)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy(sheet)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", results.title),
        tag("link", rel="icon", href="data:,"),
        tag("style", Markup(sheet)),
    )
    body = tag(
        "body",
        tag("main", *content(results, charts, pictures)),
        footer(results),
        tag("script", embedded(results, stories), type="application/json", id="tables"),
        tag("script", Markup(SCRIPT)),
    )
    return "\n".join(["<!DOCTYPE html>", MARK, tag("html", head, body, lang="en"), ""])


def content(results: Results, charts: list[Any], pictures: dict[Any, Any]) -> list[Markup]:
    """The parts of the page: the answer, places for the script to draw in, and pictures for readers who
    run no script."""
    return [
        tag("h1", results.title),
        tag("p", lead(results), class_="lead"),
        tag("div", id="tiles"),
        tag("div", id="extremes"),
        *baseline.section(results),
        tag("form", id="controls", aria_label="What to show"),
        tag("p", id="news", class_="unseen", aria_live="polite"),
        tag("div", id="live"),
        summary(results),
        *(figure(chart, pictures[chart.name]) for chart in charts),
        *world(results),
        *warnings(results),
    ]


def lead(results: Results) -> str:
    """The answer of the run."""
    return " ".join(results.answer.sentences) or "There are no notifications to show."


def warnings(results: Results) -> list[Any]:
    texts = results.answer.warnings
    return [tag("p", f"Warning: {text}.", class_="small") for text in texts]


def world(results: Results) -> list[Markup]:
    """The world that a device meets on average, in the words of the run."""
    lines = []
    for block in results.answer.world:
        devices = f", {block['devices']}" if block["devices"] else ""
        ranges = "; over the design points" if len(results.points) > 1 else ""
        words = f"A device meets on average{devices}{ranges}:"
        lines += [tag("p", words, class_="small"), *listing(block["words"])]
    return lines


def figure(chart: Chart, picture: bytes) -> Markup:
    """A chart as a picture; on a screen the script's own drawing takes its place, if it has one."""
    note = tag("p", "All strategies, whatever is ticked above.", class_="small unticked")
    return tag(
        "section",
        tag("h2", chart.heading),
        tag(
            "figure",
            tag("img", alt=f"{chart.title}. {chart.alt}", src=data(picture)),
            tag("figcaption", chart.sentence),
            id=chart.name,
        ),
        *([] if chart.is_drawn_live else [note]),
        class_="picture" if chart.is_drawn_live else "always",
    )


def data(picture: bytes) -> str:
    """A picture as an address of its own."""
    kind = "webp" if picture[:4] == b"RIFF" else "png"
    return f"data:image/{kind};base64," + b64encode(picture).decode("ascii")


# The table


def summary(results: Results) -> Markup:
    """A table of all strategies; of many design points only the one that the charts show."""
    points = list(results.points.index)
    parts = [tag("h2", "Summary")]
    if len(points) * len(results.strategies) > ROWS_MAX:
        parts.append(tag("p", f"{results.focus_words} All: metrics.csv.", class_="small"))
        points = [results.focus]
    table = columns(results, [(point, name) for point in points for name in results.strategies])
    left = {"strategy": "left" if len(points) > 1 else ""}
    heads = [tag("th", head, scope="col", class_=left.get(head, "")) for head in table]
    rows = [
        tag(
            "tr",
            *(
                tag("td", tag("span", text), data_label=head, class_=left.get(head, ""))
                for head, text in zip(table, texts)
            ),
        )
        for texts in zip(*table.values())
    ]
    parts.append(tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows)))
    text = results.small_print
    if any(head.startswith(DIFFERENCE) for head in table):
        if is_share(results.leading):
            text += " Differences are in percentage points (pp)."
        text += OWN_CONTROLS if results.has_controls else ""
    return tag("section", *parts, tag("p", text, class_="small"), class_="picture")


def columns(results: Results, keys: list[tuple[int, str]]) -> dict[str, list[str]]:
    """The cells of each column by its head; a row for each design point and strategy.

    A column that would say nothing is left out."""
    table = {}
    if len({point for point, _ in keys}) > 1:
        table["design point"] = [results.point_words(point) for point, _ in keys]
    table["strategy"] = [strategy for _, strategy in keys]
    first = results.leading
    for metric in dict.fromkeys([first, *prominent(1)]):
        table[axis_words(metric)] = cells(results, metric, keys)
        if metric == first:
            head = f"{DIFFERENCE} {results.baseline or 'the baseline'}"
            table[head] = difference_cells(results, metric, keys)
    return {head: texts for head, texts in table.items() if not set(texts) <= {"baseline", NOTHING}}


def cells(results: Results, metric: str, keys: list[tuple[int, str]]) -> list[str]:
    """Shares and the metric that comes first have their intervals; other numbers stand alone."""
    if is_share(metric) or metric == results.leading:
        table = results.metric(metric)
        rows = {key: tuple(row) for key, row in table.iterrows()}
        return [value_cell(metric, *rows[key]) if key in rows else NOTHING for key in keys]
    return number_cells([results.mean(metric, *key) for key in keys])


def difference_cells(results: Results, metric: str, keys: list[tuple[int, str]]) -> list[str]:
    """Differences from the baseline are told where they have an end."""
    table = results.difference(metric)
    table = table[table["difference"].abs() < math.inf]
    rows = {key: tuple(row) for key, row in table.iterrows()}
    return [
        difference_cell(metric, *rows[key])
        if key in rows
        else ("baseline" if key[1] == results.baseline else NOTHING)
        for key in keys
    ]


def value_cell(metric: str, value: float, low: float, high: float) -> Markup:
    if is_share(metric):
        return share_cell(value, low, high)
    return amount_cell(metric, value, low, high, metric_value(metric, value), fixed)


def amount_cell(
    metric: str, value: float, low: float, high: float, words: str, write: Callable[..., Any]
) -> Markup:
    """A number that is no share has its interval, if both ends are there; `write` writes each."""
    if low != low or high != high:
        return with_range(words, "no interval")
    return with_range(words, amount_interval(metric, value, low, high, write))


def share_cell(share: float, low: float, high: float) -> Markup:
    """A share with its interval, both with the digits that the interval leaves."""
    if low != low or high != high:
        return with_range(percent(share), "no interval")
    told = interval_digits(min(share, 1 - share) * 100, low * 100, high * 100)
    is_all_or_none = share in (0, 1) and is_rare(high - low)
    digits = 0 if is_all_or_none else min(digits_max(share), told)
    return with_range(percent(share, digits, low, high), share_interval(low, high, digits))


def difference_cell(metric: str, value: float, low: float, high: float) -> Markup:
    if is_share(metric):
        return points_cell(value, low, high)
    words = sign_of(value) + metric_value(metric, abs(value))
    return amount_cell(metric, value, low, high, words, signed)


def points_cell(value: float, low: float, high: float) -> Markup:
    """A difference of shares is told in points."""
    if low != low or high != high:
        return with_range(signed_points(value, 2), "no interval")
    digits = interval_digits(abs(value) * 100, low * 100, high * 100)
    return with_range(
        signed_points(value, digits, low, high), points_interval(low, high, digits)
    )


def with_range(text: str, ends: str) -> Markup:
    return joined(f"{text} ", tag("span", ends, class_="range"))


def number_cells(values: list[float | None]) -> list[str]:
    """Numbers beneath each other, with the same decimals."""
    digits = column_digits([value for value in values if value is not None])
    return [NOTHING if value is None else in_column(value, digits) for value in values]


def footer(results: Results) -> Markup:
    manifest = results.manifest
    texts = [
        f"Scenario {results.scenario['name']}, seed {manifest['seed']}",
        f"{results.replications} replications of {results.scenario.get('devices', '?')} devices",
        f"deliverysim {manifest['tool_version']}, results epoch {manifest['results_epoch']}",
    ]
    if len(results.points) > 1:
        texts.insert(1, f"{len(results.points)} design points")
    made = "Made by deliverysim report from the CSV files of the run."
    return tag("footer", f"{' · '.join(texts)}. {made}")
