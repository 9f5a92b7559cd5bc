"""The HTML page: self-contained, for screens of 400 pixels and more, and for paper."""

import math
from base64 import b64encode
from html import escape

from .words import interval_digits, number

MARK = "<!-- made by deliverysim report -->"
ROWS_MAX = 14
COLUMNS = [
    ("pushes_per_notification", "pushes per notification"),
    ("resend_requests_per_device_day", "re-requests per device and day"),
    ("interruptions_per_device_day", "interruptions per device and day"),
]

STYLE = """
:root { color-scheme: light }
body { font: 16px/1.45 system-ui, sans-serif; color: #222; background: #fff; margin: 0 auto;
  max-width: 60rem; padding: 1rem; overflow-wrap: break-word }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; border-top: 1px solid #ddd; padding-top: .8rem }
p { margin: .4rem 0 } figure { margin: 0; break-inside: avoid }
figure img { display: block; width: 100%; height: auto }
figcaption, footer, .small { color: #555; font-size: .9rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid #ddd;
  vertical-align: top }
th { font-size: .85rem } th:first-child, td:first-child, .left { text-align: left }
td:first-child, td.left { white-space: nowrap }
.range { display: block; color: #555; font-size: .8rem; white-space: nowrap }
footer { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: .6rem }
@media (max-width: 600px) {
  thead { display: none } tr { display: block; border-bottom: 2px solid #999; padding: .4rem 0 }
  td { display: flex; justify-content: space-between; gap: 1rem; border: 0; padding: .12rem 0 }
  td:first-child { font-weight: bold } td::before { content: attr(data-label); color: #555;
    font-weight: normal; text-align: left }
  td:first-child, td.left { white-space: normal }
}
@media print { body { max-width: none; font-size: 10pt } h2 { break-after: avoid } }
"""


def page(results, charts, pictures):
    """The whole page.

    pictures: (wide, narrow) SVG of each chart, by its name."""
    title = escape(results.title)
    parts = [
        "<!DOCTYPE html>",
        MARK,
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        '<link rel="icon" href="data:,">',
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{title}</h1>",
        f"<p>{escape(lead(results, charts))}</p>",
        *warnings(results),
        *summary(results),
    ]
    for chart in charts:
        parts += figure(chart, *pictures[chart.name])
    parts += [footer(results), "</body>", "</html>", ""]
    return "\n".join(parts)


def lead(results, charts):
    """The point of the first chart."""
    return (charts[0].title + ".") if charts else "There are no notifications to show."


def warnings(results):
    texts = results.manifest.get("warnings", [])
    return [f'<p class="small">Warning: {escape(text)}.</p>' for text in texts]


def figure(chart, wide, narrow):
    """Screens choose between two drawings of the same numbers."""
    return [
        "<section>",
        f"<h2>{escape(chart.heading)}</h2>",
        f'<figure id="{chart.name}">',
        "<picture>",
        f'<source media="(max-width: 600px)" srcset="{data(narrow)}">',
        f'<img alt="{escape(chart.title)}. {escape(chart.alt)}" src="{data(wide)}">',
        "</picture>",
        f"<figcaption>{escape(chart.sentence)}</figcaption>",
        "</figure>",
        "</section>",
    ]


def data(svg):
    return "data:image/svg+xml;base64," + b64encode(svg).decode("ascii")


# The table


def summary(results):
    """A table of all strategies; of many design points only the one that the charts show."""
    points = list(results.points.index)
    lines = ["<section>", "<h2>Summary</h2>"]
    if len(points) * len(results.strategies) > ROWS_MAX:
        lines.append(f'<p class="small">{escape(results.focus_words)} metrics.csv has all.</p>')
        points = [results.focus]
    has_points = len(points) > 1
    heads = ["strategy", "deliverability", f"difference to {results.baseline or 'the baseline'}"]
    heads += [head for _, head in COLUMNS]
    if has_points:
        heads.insert(0, "design point")
    left = ' class="left"'
    cells = "".join(
        f"<th{left if head == 'strategy' else ''}>{escape(head)}</th>" for head in heads
    )
    lines += [f"<table><thead><tr>{cells}</tr></thead><tbody>"]
    for point in points:
        for strategy in results.strategies:
            texts = row(results, point, strategy)
            if has_points:
                texts.insert(0, escape(results.point_words(point)))
            lines.append(
                "<tr>"
                + "".join(
                    f'<td data-label="{escape(head)}"'
                    f"{' class=left' if has_points and head == 'strategy' else ''}>"
                    f"<span>{text}</span></td>"
                    for head, text in zip(heads, texts)
                )
                + "</tr>"
            )
    text = f"Small: {confidence(results)} intervals. Differences are in percentage points (pp)."
    return [*lines, "</tbody></table>", f'<p class="small">{text}</p>', "</section>"]


def row(results, point, strategy):
    """The cells of a strategy: numbers of metrics.csv and comparisons.csv."""
    texts = [escape(strategy)]
    shown, difference = results.metric("deliverability"), results.difference("deliverability")
    key = (point, strategy)
    texts.append(cell(*shown.loc[key], 100, " %", "") if key in shown.index else "–")
    if strategy == results.baseline:
        texts.append("baseline")
    else:
        texts.append(
            cell(*difference.loc[key], 100, " pp", "+") if key in difference.index else "–"
        )
    for name, _ in COLUMNS:
        value = results.mean(name, point, strategy)
        texts.append("–" if value is None else number(value))
    return texts


def cell(value, low, high, scale, unit, sign):
    """A number with its interval, both with the digits that the interval leaves."""
    value, low, high = value * scale, low * scale, high * scale
    if math.isnan(low):
        return f'{value:{sign}.2f}{unit} <span class="range">no interval</span>'
    digits = interval_digits(low, high)
    main, first, last = (f"{one:{sign}.{digits}f}" for one in (value, low, high))
    return f'{main}{unit} <span class="range">{first} to {last}</span>'


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
