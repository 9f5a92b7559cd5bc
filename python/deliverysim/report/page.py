"""The HTML page: self-contained, for screens of 400 pixels and more, and for paper."""

import math
import re
from base64 import b64encode
from html import escape

from . import baseline
from .choice import answer
from .findings import sentence
from .live import SCRIPT, embedded, policy, style
from .metrics import METRIC_WORDS, SHARES, axis_words
from .words import (
    GAP,
    amount_interval,
    column_digits,
    digits_max,
    fixed,
    in_column,
    interval,
    interval_digits,
    metric_value,
    percent,
    sign_of,
    signed,
)

MARK = "<!-- made by deliverysim report -->"
ROWS_MAX = 14
DIFFERENCE = "difference from"
NOTHING = "–"
OWN_CONTROLS = (
    " Each difference has controls of its own, so it may not be the difference of the two values."
)
# They stand behind the metric that comes first.
COLUMNS = [
    "deliverability",
    "pushes_per_notification",
    "resend_requests_per_device_day",
    "interruptions_per_device_day",
]


def page(results, charts, pictures, stories=None):
    """The whole page: pictures for paper and without a script, and a script that draws them anew.

    pictures: WebP or PNG of each chart, by its name. stories: as in `live.embedded`."""
    title = escape(results.title)
    sheet = style(results)
    parts = [
        "<!DOCTYPE html>",
        MARK,
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy(sheet)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        '<link rel="icon" href="data:,">',
        f"<style>{sheet}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{title}</h1>",
        f'<p class="lead">{escape(lead(results))}</p>',
        '<div id="tiles"></div>',
        '<div id="extremes"></div>',
        *baseline.section(results),
        '<form id="controls" aria-label="What to show"></form>',
        '<p id="news" class="unseen" aria-live="polite"></p>',
        '<div id="live"></div>',
        *summary(results),
    ]
    for chart in charts:
        parts += figure(chart, pictures[chart.name])
    parts += [
        *world(results),
        *warnings(results),
        "</main>",
        footer(results),
        f'<script type="application/json" id="tables">{embedded(results, stories)}</script>',
        f"<script>{SCRIPT}</script>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(parts)


def lead(results):
    """One answer: the run's own, if it speaks of the page's choice; else what that choice gains, and
    where others start and stop paying."""
    texts, choice = list(map(plain, answer(results)["sentences"])), results.choice
    if texts and choice.equals is not None:
        return " ".join(texts)
    if not any(choice.orders.values()):
        return "There are no notifications to show."
    if texts and len(results.points) == 1:
        return " ".join(texts)
    parts = [sentence(results, choice.metric) + "."]
    return " ".join(parts + texts if is_break_even(results) else parts)


def plain(text):
    """A sentence of the terminal as the page writes: words for metrics, and true minus signs."""
    text = re.sub(r"[a-z]+_\w+", lambda found: METRIC_WORDS.get(found[0], found[0]), text)
    return re.sub(r"(?<![\w.])-(?=[0-9])", "\N{MINUS SIGN}", text)


def is_break_even(results):
    return bool(results.manifest.get("break_even"))


def warnings(results):
    texts = results.manifest.get("warnings", [])
    return [f'<p class="small">Warning: {escape(text)}.</p>' for text in texts]


def world(results):
    """What a device meets on average, in the words of the run; older results have none."""
    lines = []
    for block in results.manifest.get("world", []):
        devices = f", {block['devices']}" if block["devices"] else ""
        ranges = "; over the design points" if len(results.points) > 1 else ""
        lines.append(
            f'<p class="small">What a device meets on average{escape(devices)}{ranges}:</p>'
        )
        items = "".join(f"<li>{escape(text)}</li>" for text in block["words"])
        lines.append(f'<ul class="small">{items}</ul>')
    return lines


def figure(chart, picture):
    """A chart as a picture; on a screen the script's own drawing takes its place, if it has one."""
    kind = "picture" if chart.is_drawn_live else "always"
    note = '<p class="small unticked">All strategies, whatever is ticked above.</p>'
    return [
        f'<section class="{kind}">',
        f"<h2>{escape(chart.heading)}</h2>",
        f'<figure id="{chart.name}">',
        f'<img alt="{escape(chart.title)}. {escape(chart.alt)}" src="{data(picture)}">',
        f"<figcaption>{escape(chart.sentence)}</figcaption>",
        "</figure>",
        *([] if chart.is_drawn_live else [note]),
        "</section>",
    ]


def data(picture):
    """A picture as an address of its own."""
    kind = "webp" if picture[:4] == b"RIFF" else "png"
    return f"data:image/{kind};base64," + b64encode(picture).decode("ascii")


# The table


def summary(results):
    """A table of all strategies; of many design points only the one that the charts show."""
    points = list(results.points.index)
    lines = ['<section class="picture">', "<h2>Summary</h2>"]
    if len(points) * len(results.strategies) > ROWS_MAX:
        lines.append(f'<p class="small">{escape(results.focus_words)} All: metrics.csv.</p>')
        points = [results.focus]
    table = columns(results, [(point, name) for point in points for name in results.strategies])
    names = ' class="left"' if len(points) > 1 else ""
    left = {"strategy": names}
    cells = "".join(
        f'<th scope="col"{left.get(head, "")}>{escape(head)}</th>' for head in table
    )
    lines += [f"<table><thead><tr>{cells}</tr></thead><tbody>"]
    for texts in zip(*table.values()):
        cells = "".join(
            f'<td data-label="{escape(head)}"{left.get(head, "")}><span>{text}</span></td>'
            for head, text in zip(table, texts)
        )
        lines.append(f"<tr>{cells}</tr>")
    text = f"In small print: {confidence(results)} intervals."
    if any(head.startswith(DIFFERENCE) for head in table):
        if results.choice.metric in SHARES:
            text += " Differences are in percentage points (pp)."
        text += OWN_CONTROLS if results.has_controls else ""
    return [*lines, "</tbody></table>", f'<p class="small">{text}</p>', "</section>"]


def columns(results, keys):
    """The cells of each column by its head; a row for each design point and strategy.

    A column that would say nothing is left out."""
    table = {}
    if len({point for point, _ in keys}) > 1:
        table["design point"] = [escape(results.point_words(point)) for point, _ in keys]
    table["strategy"] = [escape(strategy) for _, strategy in keys]
    first = results.choice.metric
    for metric in dict.fromkeys([first, *COLUMNS]):
        table[axis_words(metric)] = cells(results, metric, keys)
        if metric == first:
            head = f"{DIFFERENCE} {results.baseline or 'the baseline'}"
            table[head] = difference_cells(results, metric, keys)
    return {
        head: texts for head, texts in table.items() if not set(texts) <= {"baseline", NOTHING}
    }


def cells(results, metric, keys):
    """Shares and the metric that comes first have their intervals; other numbers stand alone."""
    if metric in SHARES or metric == results.choice.metric:
        table = results.metric(metric)
        return [
            value_cell(metric, *table.loc[key]) if key in table.index else NOTHING for key in keys
        ]
    return number_cells([results.mean(metric, *key) for key in keys])


def difference_cells(results, metric, keys):
    """Differences from the baseline are told where they have an end."""
    table = results.difference(metric)
    table = table[table["difference"].abs() < math.inf]
    return [
        difference_cell(metric, *table.loc[key])
        if key in table.index
        else ("baseline" if key[1] == results.baseline else NOTHING)
        for key in keys
    ]


def value_cell(metric, value, low, high):
    if metric in SHARES:
        return share_cell(value, low, high)
    return amount_cell(metric, value, low, high, metric_value(metric, value), fixed)


def amount_cell(metric, value, low, high, words, write):
    """A number that is no share has its interval, if both ends are there; `write` writes each."""
    if low != low or high != high:
        return with_range(words, "no interval")
    return with_range(words, amount_interval(metric, value, low, high, write))


def share_cell(share, low, high):
    """A share with its interval, both with the digits that the interval leaves."""
    if low != low or high != high:
        return with_range(percent(share), "no interval")
    low, high = low * 100, high * 100
    digits = min(digits_max(share), interval_digits(min(share, 1 - share) * 100, low, high))
    return with_range(percent(share, digits), interval(low, high, digits, "%"))


def difference_cell(metric, value, low, high):
    if metric in SHARES:
        return points_cell(value, low, high)
    words = sign_of(value) + metric_value(metric, abs(value))
    return amount_cell(metric, value, low, high, words, signed)


def points_cell(value, low, high):
    """A difference of shares is told in points."""
    value, low, high = value * 100, low * 100, high * 100
    if low != low or high != high:
        return with_range(f"{signed(value, 2)}{GAP}pp", "no interval")
    digits = interval_digits(abs(value), low, high)
    return with_range(f"{signed(value, digits)}{GAP}pp", interval(low, high, digits, "pp", signed))


def with_range(text, ends):
    return f'{text} <span class="range">{ends}</span>'


def number_cells(values):
    """Numbers beneath each other, with the same decimals."""
    digits = column_digits([value for value in values if value is not None])
    return [NOTHING if value is None else in_column(value, digits) for value in values]


def confidence(results):
    return f"{float(results.table('metrics')['confidence'].iloc[0]) * 100:g} %"


def footer(results):
    manifest = results.manifest
    texts = [
        f"Scenario {results.scenario['name']}, seed {manifest['seed']}",
        f"{results.replications} replications of {results.scenario.get('devices', '?')} devices",
        f"deliverysim {manifest['tool_version']}, results epoch {manifest['results_epoch']}",
    ]
    if len(results.points) > 1:
        texts.insert(1, f"{len(results.points)} design points")
    return (
        f"<footer>{escape(' · '.join(texts))}. Made by deliverysim report from the CSV files "
        "of the run.</footer>"
    )
