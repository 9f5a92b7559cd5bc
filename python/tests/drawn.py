"""Reads the drawing of a page back from its pictures: a mark's place on the axis gives its value.

The axis is what its own texts say, so that a wrong text makes every point wrong, too. The expected
values are those of the CSV files, which are read here without the report's code."""

import csv
import math
import re

from devtools import must

READ = """(() => {
  const number = (one, name) => Number(one.getAttribute(name))
  const strategy = one => Number(/ s([0-9]+)$/.exec(one.getAttribute('class'))[1])
  const chart = svg => {
    const axes = { x: [], y: [] }, base = svg.querySelector('.axis .base')
    for (const text of svg.querySelectorAll('.axis text')) {
      const line = text.previousSibling
      if (line?.tagName !== 'line') continue
      const isGrid = line.getAttribute('class') === 'grid'
      const place = number(line, isGrid ? 'y1' : 'x1')
      if (isGrid || line.getAttribute('x1') === line.getAttribute('x2')) {
        axes[isGrid ? 'y' : 'x'].push([place, text.textContent])
      }
    }
    return {
      axes,
      box: [number(base, 'x1'), number(base, 'x2'), number(base, 'y1')],
      marks: [...svg.querySelectorAll('.mark')].map(one => [strategy(one),
        ...one.getAttribute('transform').match(/-?[0-9.]+(?:e-?[0-9]+)?/g).map(Number)]),
      curves: [...svg.querySelectorAll('polyline.curve')].map(one => [strategy(one),
        one.getAttribute('points').split(' ').map(pair => pair.split(',').map(Number))]),
      bars: [...svg.querySelectorAll('line.curve')].map(one =>
        [strategy(one), ...['x1', 'y1', 'x2', 'y2'].map(name => number(one, name))]),
      texts: [...svg.querySelectorAll('text')].map(one => {
        const box = one.getBBox()
        return [one.parentNode.getAttribute('class') ?? '', one.getAttribute('class') ?? '',
          one.textContent, box.x, box.y, box.width, box.height, Boolean(one.getAttribute('transform'))]
      }),
      size: [number(svg, 'width'), number(svg, 'height')],
    }
  }
  const charts = {}
  for (const section of document.querySelectorAll('#live > section')) {
    const svg = section.querySelector('.plot > svg')
    if (svg) charts[section.id.replace('live-', '')] = chart(svg)
  }
  return charts
})()"""
# The words of the rule over the delays, stop by stop.
STOPS = """(() => {
  const area = document.querySelector('#live-delays [role=slider]'), texts = []
  const press = key => area.dispatchEvent(new KeyboardEvent('keydown', { key }))
  if (!area) return texts
  press('Home')
  for (let place = 0; place <= Number(area.getAttribute('aria-valuemax')); place++) {
    texts.push(area.getAttribute('aria-valuetext'))
    press('ArrowRight')
  }
  return texts
})()"""
UNITS = {"%": 0.01, "ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86400, "": 1}


def rows(folder, name):
    with open(folder / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def value(text):
    """The number of an axis's text: (value, half a unit of its last digit)."""
    if text.endswith("million"):
        size, digit = percentage(text)
        return size / 100, digit / 200
    found = re.fullmatch(r"(?:day )?(-?[0-9][0-9,]*(?:\.[0-9]+)?)\s?([a-z%]*)", text)
    must(found and found[2] in UNITS, f"axis text: {text}")
    unit = UNITS["d" if text.startswith("day ") else found[2]]
    plain = found[1].replace(",", "")
    return float(plain) * unit, unit * 10.0 ** -len(plain.partition(".")[2]) / 2


class Axis:
    """From pixels to values, by its first and last text."""

    def __init__(self, places, where, is_logarithmic=False):
        must(len(places) >= 2, f"{where}: one text or none: {places}")
        texts = [text for _, text in places]
        must(len(set(texts)) == len(texts), f"{where}: the same text twice: {texts}")
        self.into, self.out = (math.log, math.exp) if is_logarithmic else (float, float)
        (self.start, first), (self.end, last) = places[0], places[-1]
        self.low, self.high = self.into(value(first)[0]), self.into(value(last)[0])
        for pixel, text in places:
            told, half = value(text)
            must(abs(self.at(pixel) - told) <= half, f"{where}: {text} at {self.at(pixel)}")

    def at(self, pixel):
        part = (pixel - self.start) / (self.end - self.start)
        return self.out(self.low + part * (self.high - self.low))


def close(one, two):
    return math.isclose(one, two, rel_tol=1e-6, abs_tol=1e-9)


def same(seen, wanted, where):
    """Lists of tuples of numbers, in order."""
    must(len(seen) == len(wanted), f"{where}: {len(seen)} drawn, {len(wanted)} in the file")
    for one, two in zip(seen, wanted):
        must(all(map(close, one, two)), f"{where}: drawn {one}, in the file {two}")
    return len(wanted)


def finite(*texts):
    """Numbers; None if one of them is missing or without end."""
    numbers = [float(text) if text else math.nan for text in texts]
    return numbers if all(map(math.isfinite, numbers)) else None


class Files:
    """The tables of a run, by design point and strategy."""

    def __init__(self, folder):
        metrics = rows(folder, "metrics")
        self.strategies = list(dict.fromkeys(row["strategy"] for row in metrics))
        self.metrics = {
            (int(row["design_point"]), row["strategy"], row["metric"]): row for row in metrics
        }
        self.names = list(dict.fromkeys(row["metric"] for row in metrics))
        self.points = sorted({point for point, _, _ in self.metrics})
        self.tables = {
            name: self.by_curve(rows(folder, name))
            for name in ("latency", "timeline", "concentration")
        }

    @staticmethod
    def by_curve(table):
        found = {}
        for row in table:
            found.setdefault((int(row["design_point"]), row["strategy"]), []).append(row)
        return found

    def row(self, point, place, metric):
        """Mean, low and high of the strategy at that place; None where there is none."""
        row = self.metrics.get((point, self.strategies[place], metric))
        if row is None or finite(row["mean"]) is None:
            return None
        mean = finite(row["mean"])[0]
        return [mean, *(finite(row["ci_low"], row["ci_high"]) or [None, None])]


def compare(charts, files, point, metric, cost, along):
    """The charts of a page at a design point; returns how many points are as in the files.

    along: the design points of the first chart from left to right; None: it has a row for each
    strategy."""
    shown, count = along or [point], 0
    strategies = range(len(files.strategies))
    if any(files.row(at, one, metric) for at in shown for one in strategies):
        count = estimates(charts["main"], files, shown, metric, along is None)
    else:
        must("main" not in charts, f"{metric}: a chart of nothing")
    if "cost" in charts:
        count += pairs(charts["cost"], files, point, metric, cost)
    for name, check in (("delays", delays), ("time", timeline), ("concentration", losses)):
        if name in charts:
            count += check(charts[name], files, point)
    return count


def estimates(chart, files, points, metric, is_rows):
    """Marks and intervals of a metric, along a factor or in rows."""
    name, place = ("x", 1) if is_rows else ("y", 2)
    axis = Axis(chart["axes"][name], f"{metric}, {name}")
    count = 0
    for one, strategy in enumerate(files.strategies):
        found = [files.row(point, one, metric) for point in points]
        marks = [mark for mark in chart["marks"] if mark[0] == one]
        where = f"{metric}, {strategy}"
        if not is_rows:
            must([x for _, x, _ in marks] == sorted(x for _, x, _ in marks), f"{where}: order")
        wanted = [(row[0],) for row in found if row]
        count += same([(axis.at(mark[place]),) for mark in marks], wanted, where)
        is_share = any(re.search("%|million", text) for _, text in chart["axes"][name])
        most = 1 if is_share else math.inf
        seen = spans(axis, chart["bars"], one, is_rows)
        count += same(seen, ends(found, most), f"{where}, intervals")
    return count


def spans(axis, bars, strategy, is_rows):
    """The intervals of a strategy; lines that lead to a name at the right are none."""
    found = []
    for one, x1, y1, x2, y2 in bars:
        if one == strategy and (y1 == y2 if is_rows else x1 == x2):
            found.append((axis.at(x1), axis.at(x2)) if is_rows else (axis.at(y1), axis.at(y2)))
    return found


def ends(found, most):
    """Of intervals, cut: nobody shows more than all, or less than nothing."""
    rows = [row for row in found if row and row[1] is not None]
    return [(max(0, low), min(most, high)) for _, low, high in rows]


def pairs(chart, files, point, metric, cost):
    """A mark for each strategy: cost and benefit."""
    across = Axis(chart["axes"]["x"], f"cost {cost}, x")
    up = Axis(chart["axes"]["y"], f"cost {cost}: {metric}, y")
    wanted = {}
    for one in range(len(files.strategies)):
        both = files.row(point, one, cost), files.row(point, one, metric)
        if all(both):
            wanted[one] = (both[0][0], both[1][0])
    seen = {one: (across.at(x), up.at(y)) for one, x, y in chart["marks"]}
    must(set(seen) == set(wanted), f"cost {cost}: {seen} for {wanted}")
    return same([seen[one] for one in wanted], list(wanted.values()), f"cost {cost}")


def delays(chart, files, point):
    """Every bin with a notification, within the axes; at the end what is shown in the end."""
    across = Axis(chart["axes"]["x"], "delays, x", is_logarithmic=True)
    up = Axis(chart["axes"]["y"], "delays, y")
    left, right, bottom = chart["box"]
    first, last, low = across.at(left), across.at(right), up.at(bottom)
    count = 0
    for one, places in chart["curves"]:
        table = files.tables["latency"][point, files.strategies[one]]
        steps = [row for row in table if int(row["count"]) > 0]
        inside = [finite(row["bin_high_s"], row["cumulative_share"]) for row in steps]
        slack = 1 + 1e-9
        wanted = [
            tuple(row)
            for row in inside
            if row and first / slack <= row[0] <= last * slack and row[1] * slack >= low
        ]
        seen = [(across.at(x), up.at(y)) for x, y in places]
        wanted.append((last, float(table[-1]["cumulative_share"])))
        count += same(seen, wanted, f"delays, {files.strategies[one]}")
    some = [
        (at, strategy)
        for (at, strategy), table in files.tables["latency"].items()
        if at == point and any(int(row["count"]) for row in table)
    ]
    must(len(chart["curves"]) == len(some), f"delays: curves for {some}")
    return count


def percentage(text):
    """A share in words: in percent, and what its last digit stands for."""
    found = re.fullmatch(r"(all but )?([0-9.]+)\s(%|per\smillion)", text)
    must(found, f"share: {text}")
    unit = 1.0 if found[3] == "%" else 1e-4
    size, digit = unit * float(found[2]), unit * 10.0 ** -len(found[2].partition(".")[2])
    return (100 - size if found[1] else size), digit


def edges(stops, files, point):
    """A time of the rule over the delays is the edge of a bin, and the shares are those there."""
    must(stops, "delays: a rule")
    for text in stops:
        head, *parts = text.split("; ")
        told, half = value(head.removeprefix("within "))
        for part in parts:
            name, share = re.match(r" (\S+): (.*?(?:%|million)),", part).groups()
            size, digit = percentage(share)
            table = files.tables["latency"][point, name]
            near = [row for row in table if abs(float(row["bin_high_s"]) - told) <= half * 1.001]
            must(near, f"delays: {head} is no edge")
            off = min(abs(100 * float(row["cumulative_share"]) - size) for row in near)
            must(off <= 0.5 * digit * 1.001, f"delays: {head}: {part}, in the file {near}")
    return len(stops)


def timeline(chart, files, point):
    """In the middle of each bucket, the share of what was created in it."""
    across = Axis(chart["axes"]["x"], "time, x")
    up = Axis(chart["axes"]["y"], "time, y")
    count = 0
    for one, places in chart["curves"]:
        table = files.tables["timeline"][point, files.strategies[one]]
        both = [finite(row["start_s"], row["deliverability"]) for row in table]
        starts = [float(row["start_s"]) for row in table]
        seen = [(across.at(x), up.at(y)) for x, y in places]
        half = (starts[1] - starts[0]) / 2 if len(starts) > 1 else seen[0][0] - starts[0]
        wanted = [(row[0] + half, row[1]) for row in both if row]
        count += same(seen, wanted, f"time, {files.strategies[one]}")
    return count


def losses(chart, files, point):
    across = Axis(chart["axes"]["x"], "losses, x", is_logarithmic=True)
    up = Axis(chart["axes"]["y"], "losses, y")
    count = 0
    for one, places in chart["curves"]:
        table = files.tables["concentration"][point, files.strategies[one]]
        both = [finite(row["quantile"], row["share_of_all_loss"]) for row in table]
        wanted = [(1 - row[0], row[1]) for row in both if row]
        where = f"losses, {files.strategies[one]}"
        count += same([(across.at(x), up.at(y)) for x, y in places], wanted, where)
        marks = [(across.at(x), up.at(y)) for place, x, y in chart["marks"] if place == one]
        count += same(marks, wanted, f"{where}, marks")
    return count


def tidy(charts):
    """Texts of an axis stay in their picture and clear of its title; names at the right, too."""
    for name, chart in charts.items():
        wide, high = chart["size"]
        for parent, kind, text, x, y, width, height, is_turned in chart["texts"]:
            where = f"{name}: {text!r}"
            if is_turned:
                continue
            least = 20 if parent == "axis" and y + height < chart["box"][2] else -1
            must(x >= least and y >= -2 and y + height <= high + 2, f"{where} at {x}, {y}")
            must(x + width <= wide + 2, f"{where} ends at {x + width} of {wide}")
        ends = sorted(y for _, kind, _, _, y, *_ in chart["texts"] if kind == "end")
        must(all(two - one > 15 for one, two in zip(ends, ends[1:])), f"{name}: names touch")
        names = [(x, y, x + width) for _, kind, _, x, y, width, *_ in chart["texts"] if kind == "name"]
        for place, (left, y, right) in enumerate(names):
            for other in names[:place]:
                is_apart = other[0] > right or other[2] < left or abs(other[1] - y) > 12
                must(is_apart, f"{name}: names cover each other")
