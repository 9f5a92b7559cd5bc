"""The first screen of reports in a browser: one choice, its words, and what unticking changes."""

import re
import tempfile
from pathlib import Path

from deliverysim.report.page import page
from deliverysim.report.results import Results
from devtools import complaints, must
from report import rare as cases
from report.shipped import Copy, decided

TILES = "[...document.querySelectorAll('.tile')].map(one => one.textContent)"
ENDS = "[...document.querySelectorAll('#extremes li')].map(one => one.textContent)"
CAPTION = "document.querySelector('#live-cost figcaption').textContent"
TABLE_CAPTION = "document.querySelector('#live-table figcaption').textContent"
PLOTS = "[...document.querySelectorAll('#live .plot')].map(one => one.textContent)"
# The last strategy is not the baseline.
RANGES = "[...document.querySelectorAll('#live-table tr:last-child .range')].map(one => one.textContent)"
# The number of strategies that the line of the frontier joins.
LINE = "document.querySelector('#live-cost .join').points.length"
GO = "new Promise(done => { location.hash = '%s'; setTimeout(done, 60) })"


async def opened(browser, results, place):
    file = Path(place) / f"{results.folder.name}.html"
    file.write_text(page(results, [], {}), encoding="utf-8")
    return await browser.open(file.resolve().as_uri(), 1280)


async def answers(browser, published):
    """The decisions of `best` and the run, and their consequence when the reader unticks one."""
    with tempfile.TemporaryDirectory() as place:
        await best_queue(browser, Results(published / "best-queue"), place)
        await escalate(browser, Results(published / "escalate"), place)
        await directions(browser, Results(published / "how-many"), place)
        await savings(browser, Results(published / "how-many"), place)
        await one_end(browser, place)
        await narrow(browser, place)
        await rare(browser, place)
        await endless(browser, place)
        await without_baseline(browser, Results(published / "bursts"), place)


async def best_queue(browser, results, place):
    session = await opened(browser, results, place)
    for point, name in enumerate(["window-5", "window-200"]):
        await browser.look(session, GO % f"at={point}")
        tiles = await browser.look(session, TILES)
        must(tiles and all(f", with {name}" in text for text in tiles), f"tiles: {tiles}")
        must("Payload bytes" in tiles[1], f"the cost that best asks for: {tiles}")
        ends = await browser.look(session, ENDS)
        must(ends[0].startswith("Gains least, at user: commuter:  window-5:"), ends)
        must(ends[1].startswith("Gains most, at user: traveller:  window-200:"), ends)
    await browser.look(session, GO % "at=0&off=")
    must("as good: 15 others" in (await browser.look(session, TILES))[0], "equals")
    # A strategy that breaks the limit never follows.
    names = [name for name in results.strategies if name not in ("retry-until-acked", "queue-1")]
    await browser.look(session, GO % f"off={'+'.join(names)}")
    tiles = await browser.look(session, TILES)
    must(", with queue-1" in tiles[0], f"the rest: {tiles}")
    await browser.look(session, GO % f"off={'+'.join(results.strategies)}")
    must(not await browser.look(session, TILES), "no tiles without a strategy")
    texts = [text for text in await browser.look(session, PLOTS) if "Stories" not in text]
    must(all(text == "No strategy is selected." for text in texts), f"none: {texts}")
    await browser.close(session)


async def escalate(browser, results, place):
    session = await opened(browser, results, place)
    tiles = await browser.look(session, TILES)
    first, second = results.answer.order(0)[:2]
    must(f"Known in time, with {first}" in tiles[0] and f"not told apart: {second}" in tiles[0], tiles)
    await browser.look(session, GO % f"off={first}")
    tiles = await browser.look(session, TILES)
    must(f", with {second}" in tiles[0] and "told apart" not in tiles[0], (second, tiles))
    await browser.look(session, GO % "metric=latency_p50_s")
    texts = await browser.look(
        session, "[...document.querySelectorAll('#live-main option')].map(one => one.text)"
    )
    must(not [text for text in texts if text.endswith("_s") or " p50" in text], texts)
    code = await browser.look(session, "document.querySelector('#live-main code').textContent")
    must(code == "latency_p50_s", f"the column of the files: {code}")
    await browser.close(session)


# The names of metrics, and where the better ones are.
WAYS = {"deliverability": "Up", "latency_mean_s": "Down"}
SIDES = {"resend_requests_per_device_day": "left", "awareness": "right"}


async def directions(browser, results, place):
    """Caption and line of the frontier follow the directions of both metrics."""
    session = await opened(browser, results, place)
    for metric, way in WAYS.items():
        for cost, side in SIDES.items():
            await browser.look(session, GO % f"metric={metric}&cost={cost}")
            caption = await browser.look(session, CAPTION)
            must(caption.startswith(f"{way} and to the {side} is better"), caption)
            is_told = (metric, cost) == (results.answer.metric, results.answer.cost(results.focus))
            wanted = len(results.answer.front(results.focus)) if is_told else 0
            must(await browser.look(session, LINE) == wanted, f"line: {metric}, {cost}: {wanted}")
    await browser.close(session)


async def savings(browser, results, place):
    """The savings by controls for the metric that is asked for; a sentence where both may differ."""
    session = await opened(browser, results, place)
    table = results.table("metrics")
    for metric in ("deliverability", "loss"):
        await browser.look(session, GO % f"at=2&metric={metric}")
        seen = await browser.look(
            session, "[...document.querySelectorAll('#live-controls .spot')].map(one => one.ariaLabel)"
        )
        rows = table[(table["metric"] == metric) & (table["design_point"] == 2)]
        told = [
            text.startswith(f"{row.strategy}: {row.variance_reduction_controls:.3g}\u00a0times")
            for text, row in zip(seen, rows.itertuples(), strict=True)
        ]
        must(all(told), f"controls: {seen}")
    caption = await browser.look(session, TABLE_CAPTION)
    must("Each difference has controls of its own" in caption, caption)
    await browser.look(session, GO % "off=gap-recovery+gap-window+extension-fetch")
    caption = await browser.look(session, TABLE_CAPTION)
    must(not caption, f"the baseline has no difference: {caption}")
    await browser.close(session)


async def one_end(browser, place):
    """Of an interval with one end, that end; a bound that words have is not said twice."""
    with Copy("mail-queue") as copy:

        def cut(row):
            ends = {"deliverability": ("0.9999999", "1"), "latency_p99_s": ("30", "inf"),
                    "loss": ("0", "0.02"), "latency_p50_s": ("", "")}
            if row["metric"] in ends:
                row["ci_low"], row["ci_high"] = ends[row["metric"]]

        copy.edit("metrics", cut)
        session = await opened(browser, Results(copy.results), place)
        wanted = {"deliverability": "at least all but 0.1 per million",
                  "latency_p99_s": "at least 30 s",
                  "loss": "at most 2.00 %", "latency_p50_s": "no interval"}
        for metric, words in wanted.items():
            await browser.look(session, GO % f"metric={metric}")
            cell = await browser.look(session, "document.querySelector('#live-table td .range').textContent")
            must(cell.replace("\u00a0", " ") == words, f"{metric}: {cell}, not {words}")
        await browser.close(session)


# The numbers by metric: value, low, high; and the interval in words, whose ends the value's digits would not
# tell apart.
NARROW = {
    "delay_p90_s": ("11016", "11015.84", "11016.16", "3.05996 to 3.06004 h"),
    "latency_p50_s": ("86400", "86392", "86408", "0.99991 to 1.00009 d"),
    "deliverability": ("0.793861", "0.793855", "0.793867", "79.3855 to 79.3867 %"),
    "pushes_per_notification": ("1234", "1233.97", "1234.03", "1,233.97 to 1,234.03"),
    "interruptions_per_device_day": ("2.5", "2.5", "2.5", "2.50 to 2.50"),
}
DIFFERENCES = {
    "delay_p90_s": ("11016", "11015.84", "11016.16", "+3.05996 to +3.06004 h"),
    "deliverability": ("0.05", "0.04998", "0.05002", "+4.998 to +5.002 pp"),
}


async def narrow(browser, place):
    """An interval has the digits that tell its ends apart, and its unit once."""
    with Copy("mail-queue") as copy:

        def narrowed(metrics, value):
            def change(row):
                if row["metric"] in metrics:
                    row[value], row["ci_low"], row["ci_high"], _ = metrics[row["metric"]]
            return change

        copy.edit("metrics", narrowed(NARROW, "mean"))
        copy.edit("comparisons", narrowed(DIFFERENCES, "difference"))
        session = await opened(browser, Results(copy.results), place)
        for metric, (*_, words) in NARROW.items():
            await browser.look(session, GO % f"metric={metric}")
            seen = await browser.look(session, RANGES)
            must(seen[0] == glued(words), f"{metric}: {seen}, not {words}")
            if metric in DIFFERENCES:
                words = glued(DIFFERENCES[metric][-1])
                must(seen[1] == words, f"difference of {metric}: {seen}, not {words}")
        await browser.close(session)


# The metric that is asked for, of the last strategy, and its difference, with their intervals.
CELLS = (
    "[...document.querySelectorAll('#live-table tr:last-child td')].slice(0, 2)"
    ".map(one => one.textContent)"
)
CARRIERS = ["deliverability", "awareness", "push_loss", "loss", "devices_without_loss"]


async def rare(browser, place):
    """Shares and differences that are rare have the same words as in Python."""
    with Copy("mail-queue") as copy:
        spread_rare(copy)
        session = await opened(browser, Results(copy.results), place)
        for metric, share, difference in zip(CARRIERS, cases.SHARES, cases.DIFFERENCES, strict=True):
            await browser.look(session, GO % f"metric={metric}")
            cells = await browser.look(session, CELLS)
            seen = [cell.replace("\u00a0", " ") for cell in cells]
            wanted = [value + ends for *_, value, ends in (share, difference)]
            must(seen == wanted, f"{metric}: {seen}, not {wanted}")
        must(not complaints(browser.events), complaints(browser.events))
        await browser.close(session)


def spread_rare(copy):
    """Each metric has a rare share and a rare difference of its own, the same of all strategies."""

    def changed(value, rows):
        found = dict(zip(CARRIERS, rows, strict=True))

        def change(row):
            if row["metric"] in found:
                row[value], row["ci_low"], row["ci_high"] = map(repr, found[row["metric"]][:3])

        return change

    copy.edit("metrics", changed("mean", cases.SHARES))
    copy.edit("comparisons", changed("difference", cases.DIFFERENCES))


def glued(words):
    """The words with their unit, if they have one, as no line break parts it."""
    return re.sub(r" (?=[%a-z]+$)", "\u00a0", words)


async def endless(browser, place):
    """A choice whose delay never ends has no tile: the next one has."""
    with Copy("mail-queue") as copy:
        decided(copy, ["as-printed", "fire-and-forget"])
        results = Results(copy.results)
        session = await opened(browser, results, place)
        tiles = await browser.look(session, TILES)
        must(", with gap-recovery" in tiles[0] and "told" not in tiles[0], tiles)
        await browser.look(session, GO % "off=gap-recovery")
        must(not await browser.look(session, TILES), "no tiles without a value")
        must(not complaints(browser.events), complaints(browser.events))
        await browser.close(session)


async def without_baseline(browser, results, place):
    session = await opened(browser, results, place)
    ends = await browser.look(session, ENDS)
    must(ends[0].startswith("Is lowest, at") and ends[1].startswith("Is highest, at"), ends)
    tiles = await browser.look(session, TILES)
    must(not any("interval 1 to 1" in text for text in tiles), tiles)
    must("the same in all replications" in tiles[1], tiles)
    await browser.close(session)
