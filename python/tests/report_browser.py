"""Uses reports in a real browser: part of `make browser`.

    python report_browser.py RESULTS REPORT --screenshots FOLDER

RESULTS: the published results. In the page of each, every design point's figures are those of the
CSV files, which are read here without the report's code. REPORT: a report of a sweep with two
factors, made by the tool. In it: strategies, selects, hover, keyboard, address, stories, dark mode,
paper, 400 pixels, no script, and axe-core's rules."""

import argparse
import asyncio
import json
import math
import re
import sys
import tempfile
from pathlib import Path

from deliverysim.report.page import page
from deliverysim.report.results import Results
from devtools import Browser, Wrong, complaints, must, rules, shot
from drawn import READ as DRAWN
from drawn import STOPS, Files, compare, edges, percentage, rows, tidy
from report.shipped import Copy
from report_answers import answers, spread_rare
from report_links import links, many

READ = """(() => {
  // Without the interval, which follows in small print.
  const cells = row => [...row.cells].map(cell =>
    cell.querySelector('.range') ? cell.firstChild.textContent : cell.textContent)
  return {
    rows: [...document.querySelectorAll('#live-table tr')].map(cells),
    bars: [...document.querySelectorAll('#live-fates .spot')].map(one => one.ariaLabel),
    values: document.querySelector('#live-main [role=slider]')?.ariaValueText,
    count: document.querySelectorAll('#controls input[type=checkbox]').length,
  }
})()"""
# The page's own listener comes first.
GO = """new Promise(done => {
  if (location.hash === '#%s') return done()
  addEventListener('hashchange', done, {once: true})
  location.hash = '%s'
})"""
FRAME = """(() => {
  const { name, factors, axis, points, isSample, focus, metrics } =
    JSON.parse(document.getElementById('tables').textContent)
  return { name, factors, axis, points, isSample, focus, benefit: metrics.benefit,
    cost: metrics.cost, metrics: Object.keys(metrics.all) }
})()"""


def near(text, value, scale=1.0):
    """Whether a number as the page writes it is a value, to half a unit of its last digit."""
    text = text.replace("−", "-").replace(",", "").replace("+", "")
    if text.endswith("million"):
        value, scale = 1 - value if text.startswith("all but ") else value, 1e6
    found = re.search(r"-?[0-9]+(?:\.[0-9]+)?", text)
    if found is None:
        return False
    value *= scale
    if text.startswith("over "):
        return value > float(found[0])
    if text.startswith("under "):
        return abs(value) < float(found[0])
    unit = 10.0 ** -len(found[0].partition(".")[2])
    # Three digits of a number that is not a share.
    size = 10.0 ** (math.floor(math.log10(abs(value))) - 2) if value else 0
    return abs(float(found[0]) - value) <= max(unit, size) / 2 * (1 + 1e-9)


async def figures(browser, folder, report):
    """Compares what the page shows at every design point with the files; returns how much."""
    session = await browser.open(report.resolve().as_uri(), 1280)
    metrics = rows(folder, "metrics")
    gaps = {
        (row["design_point"], row["strategy"], row["metric"]): row
        for row in rows(folder, "comparisons")
    }
    shares = {}
    for row in rows(folder, "fates"):
        key = (row["design_point"], row["strategy"], row["fate"])
        shares.setdefault(key, []).append(float(row["share"]))
    numbers = sorted({int(row["design_point"]) for row in metrics})
    answer = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    benefit = answer["question"]["metric"]
    count = 0
    for point in numbers:
        await go(browser, session, f"at={point}&off=")
        seen = await browser.look(session, READ)
        here = [row for row in metrics if row["design_point"] == str(point)]
        count += table(seen["rows"], here, gaps, benefit)
        count += bars(seen["bars"], shares, str(point))
    count += await points(browser, session, folder)
    wrong = complaints(browser.events)
    must(not wrong, "; ".join(wrong))
    await browser.close(session)
    return count


async def rare(browser):
    """Axes that count per million: every point is where the files say."""
    with Copy("mail-queue") as copy:
        spread_rare(copy)
        place = copy.folder / "report.html"
        place.write_text(page(Results(copy.results), [], {}), encoding="utf-8")
        session = await browser.open(place.resolve().as_uri(), 1280)
        count = await points(browser, session, copy.results)
        await browser.close(session)
    return count


async def go(browser, session, address):
    await browser.look(session, GO % (address, address))


async def points(browser, session, folder):
    """Every point of every curve, at every design point; there every metric where it opens."""
    files = Files(folder)
    frame = await browser.look(session, FRAME)
    asked = [(point, frame["benefit"], frame["cost"]) for point in files.points]
    asked += [(frame["focus"], name, name) for name in frame["metrics"]]
    count = 0
    for point, metric, cost in asked:
        address = f"off=&at={point}&metric={metric}" + (f"&cost={cost}" if cost else "")
        await go(browser, session, address)
        charts = await browser.look(session, DRAWN)
        try:
            tidy(charts)
            count += compare(charts, files, point, metric, cost, along(frame, point))
        except Wrong as error:
            raise Wrong(f"#{address}: {error}") from error
    if "delays" in charts:
        count += edges(await browser.look(session, STOPS), files, frame["focus"])
    return count


def along(frame, point):
    """The design points of the first chart, from left to right; None: it has no axis of them."""
    place = frame["axis"] if frame["axis"] is not None else (0 if frame["factors"] else None)
    if place is None:
        return None
    here = frame["points"][point]
    apart = lambda one: [value for number, value in enumerate(one) if number != place]  # noqa: E731
    numbers = [
        number
        for number, values in enumerate(frame["points"])
        if frame["isSample"] or apart(values) == apart(here)
    ]
    return sorted(numbers, key=lambda number: frame["points"][number][place])


def table(shown, metrics, gaps, benefit):
    """The table of strategies: the metric asked first, its difference, and the costs."""
    values = {(row["strategy"], row["metric"]): row for row in metrics}
    names = list(dict.fromkeys(row["strategy"] for row in metrics))
    must([row[0].strip() for row in shown[1:]] == names, f"strategies: {shown}")
    count = 0
    for cells in shown[1:]:
        name = cells[0].strip()
        row = values[name, benefit]
        must(near(cells[1], float(row["mean"]), 100), (name, cells[1], row["mean"]))
        count += 1
        gap = gaps.get((row["design_point"], name, benefit))
        if shown[0][2].startswith("Difference") and gap:
            must(near(cells[2], float(gap["difference"]), 100), (name, cells[2], gap))
            count += 1
        cost = shown[0].index("Pushes per notification")
        mean = float(values[name, "pushes_per_notification"]["mean"])
        must(near(cells[cost], mean), (name, cells[cost], mean))
        count += 1
    return count


def bars(shown, shares, point):
    """The bars of each strategy and fate, summed up."""
    sums, parts = {}, {}
    for text in shown:
        found = re.match(r"(\S+): ((?:all but )?[0-9.]+\s(?:%|per\smillion))\s(\w+),", text)
        must(found, f"bar: {text}")
        key, (size, digit) = (point, found[1], found[3]), percentage(found[2])
        sums[key] = sums.get(key, 0) + size
        parts.setdefault(key, []).append(digit)
    for key, total in sums.items():
        allowed = sum(parts[key])
        must(abs(total - 100 * sum(shares[key])) <= allowed, (key, total, shares[key]))
    wanted = {key for key, found in shares.items() if key[0] == point and key[2] != "shown"}
    must(set(sums) == {key for key in wanted if sum(shares[key]) > 0}, (set(sums) ^ wanted))
    return len(sums)


async def press(browser, session, key, code=None):
    """A key that goes down and up."""
    for kind in ("rawKeyDown", "keyUp"):
        await browser.ask(
            "Input.dispatchKeyEvent",
            session,
            type=kind,
            key=key,
            code=key,
            windowsVirtualKeyCode=code or ord(key[0]),
        )


KEYS = {"Tab": 9, "ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Home": 36}


async def use(browser, report, folder):
    """The actions of a reader, with the pointer and without it."""
    session = await browser.open(report.resolve().as_uri(), 1280)
    look = lambda text: browser.look(session, text)  # noqa: E731
    names = await look(
        "[...document.querySelectorAll('#live-table th[scope=row]')].map(x => x.textContent.trim())"
    )
    # A strategy off.
    await look("document.querySelectorAll('#controls input')[1].click()")
    left = await look(
        "[...document.querySelectorAll('#live-table th[scope=row]')].map(x => x.textContent.trim())"
    )
    must(left == [names[0], *names[2:]], f"a strategy off: {left}")
    must(f"off={names[1]}" in await look("location.hash"), "the address keeps the choice")
    await look("document.querySelectorAll('#controls input')[1].click()")
    # Another design point, by a select.
    before = await look("document.querySelector('#live-table').textContent")
    await look(
        "(() => { const one = document.querySelector('#controls select');"
        "one.value = [...one.options].find(x => x.value != one.value).value;"
        "one.dispatchEvent(new Event('change')) })()"
    )
    must(before != await look("document.querySelector('#live-table').textContent"), "a select")
    must("at=" in await look("location.hash"), "the address keeps the design point")
    at = re.search(r"at=(\d+)", await look("location.hash"))[1]
    count = await look("JSON.parse(document.getElementById('tables').textContent).points.length")
    must(
        f"Design point {at}; they run from 0 to {count - 1}."
        in await look("document.getElementById('controls').textContent"),
        "the number of the design point",
    )
    # Hover.
    box = await look(
        "(() => { const one = document.querySelector('#live-main [role=slider]');"
        "one.scrollIntoView({block: 'center'}); const box = one.getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2] })()"
    )
    await browser.ask("Input.dispatchMouseEvent", session, type="mouseMoved", x=box[0], y=box[1])
    tip = await look("document.getElementById('tip').textContent")
    must(all(name in tip for name in names), f"hover: {tip}")
    must(re.search(r"\(.+ to .+\)", tip) and "replication" in tip, f"hover: {tip}")
    # Keyboard only: tabulator to the chart, arrows, Enter.
    await look("document.activeElement.blur()")
    for _ in range(80):
        await press(browser, session, "Tab", KEYS["Tab"])
        if await look("document.activeElement.getAttribute('role') == 'slider'"):
            break
    else:
        raise Wrong("the tabulator does not reach the chart")
    must(await look("getComputedStyle(document.activeElement).outlineStyle != 'none'"), "focus")
    await press(browser, session, "Home", KEYS["Home"])
    first = await look("document.activeElement.ariaValueText")
    await press(browser, session, "ArrowRight", KEYS["ArrowRight"])
    second = await look("document.activeElement.ariaValueText")
    must(first != second, "arrow keys")
    await press(browser, session, "Enter", KEYS["Enter"])
    must(
        await look("document.activeElement.getAttribute('role') == 'slider'"),
        "the focus stays after Enter",
    )
    # A story.
    await look("location.hash = ''")
    await asyncio.sleep(0.1)
    await look(
        "[...document.querySelectorAll('#live-fates .spot')]"
        ".find(x => x.ariaLabel.includes('overwritten')).dispatchEvent(new MouseEvent('click'))"
    )
    told = await look("document.querySelectorAll('#live-stories article').length")
    must(told == 3, f"stories: {told}")
    must(
        await look("document.querySelectorAll('#live-stories svg.lanes .event').length > 5"),
        "swim lanes",
    )
    link = await look("location.href")
    again = await browser.open(link, 1280)
    told = await browser.look(again, "document.querySelectorAll('#live-stories article').length")
    must(told == 3, "a link shows the same")
    await browser.close(again)
    wrong = complaints(browser.events)
    must(not wrong, "; ".join(wrong))
    await rules(browser, session, "light")
    await browser.ask(
        "Emulation.setEmulatedMedia",
        session,
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    await rules(browser, session, "dark")
    await shot(browser, session, folder / "report-dark.png", 1280)
    await browser.ask("Emulation.setEmulatedMedia", session, media="print", features=[])
    is_static = await look(
        "[getComputedStyle(document.getElementById('live')).display,"
        "getComputedStyle(document.querySelector('section.picture')).display]"
    )
    must(is_static == ["none", "block"], f"paper: {is_static}")
    await browser.close(session)


async def narrow(browser, report, folder):
    """Nothing wider than a window of 400 pixels, but in a box of its own that scrolls."""
    session = await browser.open(report.resolve().as_uri(), 400)
    wide = await browser.look(
        session,
        "[...document.querySelectorAll('body *')].filter(x => x.checkVisibility()"
        " && !x.closest('.wide') && x.getBoundingClientRect().right > innerWidth + 1)"
        ".map(x => x.outerHTML.slice(0, 90))",
    )
    must(not wide, f"wider than 400 pixels: {wide[:3]}")
    await table_words(browser, session)
    await rules(browser, session, "400 pixels")
    await shot(browser, session, folder / "report-400.png", 400)
    await browser.close(session)


async def table_words(browser, session):
    """The words above the table stay where they are while it scrolls."""
    told = await browser.look(
        session,
        "(() => { const box = document.querySelector('#live-table .wide');"
        "const words = document.getElementById(box.firstChild.getAttribute('aria-labelledby'));"
        "const before = words.getBoundingClientRect(); box.scrollLeft = 60;"
        "const after = words.getBoundingClientRect(), moved = box.scrollLeft; box.scrollLeft = 0;"
        "return [words.textContent, moved, before.left === after.left, after.right <= innerWidth] })()",
    )
    must(told[0].startswith("All strategies"), f"words of the table: {told}")
    must(told[1:] == [60, True, True], f"words of the table scroll: {told}")


async def without_script(browser, report):
    """The pictures and the table stand there, with the same figures."""
    session = await browser.open("about:blank", 1280)
    await browser.ask("Emulation.setScriptExecutionDisabled", session, value=True)
    await browser.ask("Page.navigate", session, url=report.resolve().as_uri())
    await asyncio.sleep(1)
    document = await browser.ask("DOM.getDocument", session, depth=0)
    found = await browser.ask(
        "DOM.querySelectorAll",
        session,
        nodeId=document["root"]["nodeId"],
        selector="section.picture img",
    )
    must(len(found["nodeIds"]) >= 5, "pictures without a script")
    for node in found["nodeIds"][:1]:
        model = await browser.ask("DOM.getBoxModel", session, nodeId=node)
        must(model["model"]["width"] > 300, "a picture is seen without a script")
    await browser.close(session)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("--screenshots", type=Path, required=True)
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    is_wrong = False
    async with Browser() as browser:

        async def attempt(what, step):
            nonlocal is_wrong
            try:
                count = await step
                print(f"{what}: " + ("right" if count is None else f"{count} figures as in the files"))
            except Wrong as error:
                is_wrong = True
                print(f"{what}: error: {error}")

        for folder in sorted(path.parent for path in options.results.glob("*/metrics.csv")):
            with tempfile.TemporaryDirectory() as place:
                made = Path(place) / "report.html"
                made.write_text(page(Results(folder), [], {}), encoding="utf-8")
                await attempt(folder.name, figures(browser, folder, made))
                if len(Files(folder).strategies) > 8:
                    await attempt(f"{folder.name}, at first", many(browser, made.as_uri()))
        report = options.report
        await attempt("rare shares", rare(browser))
        await attempt("answers", answers(browser, options.results))
        await attempt("use", use(browser, report, options.screenshots))
        await attempt("links", links(browser, report))
        await attempt("400 pixels", narrow(browser, report, options.screenshots))
        await attempt("no script", without_script(browser, report))
    sys.exit(1 if is_wrong else 0)


asyncio.run(main())
