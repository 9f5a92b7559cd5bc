"""A link to a report may say some things, and some stay when the page draws anew."""

import asyncio

from devtools import complaints, must

SPOTS = """[...document.querySelectorAll('#live-fates .spot')].map(one =>
  [one.getAttribute('class') === 'spot button', one.ariaLabel])"""
STORY = "document.querySelector('#live-stories figure').textContent"
FOCUS = """[...document.querySelectorAll('#controls :is(input, select)')]
  .indexOf(document.activeElement)"""
CLICK = """[...document.querySelectorAll('#live-fates .spot.button')]
  .find(one => one.ariaLabel.includes('overwritten')).dispatchEvent(new MouseEvent('click'))"""
TABLES = "JSON.parse(document.getElementById('tables').textContent)"


async def links(browser, report):
    """report: a page with stories of one of its design points."""
    address = report.resolve().as_uri()
    await bars(browser, address)
    await wrong_links(browser, address)
    await what_stays(browser, address)
    wrong = complaints(browser.events)
    must(not wrong, "; ".join(wrong))


async def many(browser, address):
    """address: a page of more than eight strategies. Six are ticked, and a link may have others."""
    session = await browser.open(address, 1280)
    ticked = "[...document.querySelectorAll('#controls input')].map(one => one.checked)"
    seen, legend = await browser.look(
        session, f"[{ticked}, document.querySelector('#controls legend').textContent]"
    )
    must(seen.count(True) == 6, f"ticked at first: {seen}")
    must(legend == f"Strategies: 6 of {len(seen)} selected", legend)
    baseline, marks = await browser.look(
        session,
        f"[{TABLES}.baseline, [...document.querySelectorAll('#live-table tbody .mark')]"
        ".map(one => one.getAttribute('d'))]",
    )
    must(seen[baseline], "the baseline is ticked at first")
    must(len(set(marks)) == 6, "those that are ticked at first look different")
    everything = "[...document.querySelectorAll('#controls button')].find(one => one.textContent == 'All')"
    await browser.look(session, f"{everything}.click()")
    again = await browser.open(await browser.look(session, "location.href"), 1280)
    must(all(await browser.look(again, ticked)), "a link to all of them")
    await browser.close(again)
    await browser.close(session)


async def bars(browser, address):
    """A bar leads to stories where there are some; else it tells the command that looks for them."""
    session = await browser.open(address, 1280)
    here, points = await browser.look(session, f"[{TABLES}.focus, {TABLES}.points.length]")
    kinds = await browser.look(
        session,
        f"(() => {{ const run = {TABLES}; return run.fates.filter(row => row[0] === run.focus)"
        ".map(row => run.stories.stories.some(one => one.strategy === run.strategies[row[1]].name"
        " && [one.fate, one.stage, one.cause, one.repair].join() ==="
        " [row[2], ...row.slice(6, 9)].join())) })()",
    )
    spots = await browser.look(session, SPOTS)
    must(sorted(kinds) == sorted(is_button for is_button, _ in spots), f"bars: {spots}")
    for is_button, text in spots:
        must(is_button == text.endswith("click for stories"), text)
        must(is_button or "deliverysim find " in text, text)
    other = (here + 1) % points
    await browser.look(session, f"location.hash = 'at={other}'")
    await asyncio.sleep(0.1)
    spots = await browser.look(session, SPOTS)
    must(spots and not any(is_button for is_button, _ in spots), f"bars elsewhere: {spots}")
    must(all(f"--design-point {other} --strategy" in text for _, text in spots), f"{spots[0]}")
    await browser.close(session)


async def wrong_links(browser, address):
    """The page shows nothing of the mistakes in a link."""
    focus = None
    for text in ("", "at=", "at=-1", "at=1e0", "at=99999"):
        session = await browser.open(f"{address}#{text}", 1280)
        seen = await browser.look(
            session, "[...document.querySelectorAll('#controls select')].map(one => one.value)"
        )
        focus = focus or seen
        must(seen == focus, f"#{text}: {seen}, not {focus}")
        await browser.close(session)
    for text in ("0+lost+service+overwritten+none", "nobody+lost+a+b+c", "a+b+c+d+e", ""):
        session = await browser.open(f"{address}#story={text}", 1280)
        seen = await browser.look(session, STORY)
        must(seen.startswith("Choose a bar"), f"#story={text}: {seen[:80]}")
        await browser.close(session)


async def what_stays(browser, address):
    """The focus and what is open stay when the address or the width changes."""
    session = await browser.open(address, 1280)
    await browser.look(session, CLICK)
    name = await browser.look(session, f"{TABLES}.strategies.map(one => one.name)")
    told = await browser.look(session, "new URLSearchParams(location.hash.slice(1)).get('story')")
    must(told.split(" ")[0] in name, f"a story's address: {told}")
    await browser.look(session, "document.querySelector('#live-stories details').open = true")
    await browser.look(session, "document.querySelectorAll('#controls input')[1].focus()")
    for what, change in (
        ("width", None),
        ("address", "location.hash = location.hash + '&metric=pushes_per_notification'"),
    ):
        before = await browser.look(session, "document.querySelector('#live-main svg').outerHTML")
        if change:
            await browser.look(session, change)
        else:
            await resize(browser, session, 1000)
        await asyncio.sleep(0.2)
        after = await browser.look(session, "document.querySelector('#live-main svg').outerHTML")
        must(before != after, f"{what}: drawn anew")
        must(await browser.look(session, FOCUS) == 1, f"{what}: the focus stays")
        is_open = "document.querySelector('#live-stories details').open"
        must(await browser.look(session, is_open), f"{what}: what is open stays so")
    await browser.close(session)


async def resize(browser, session, width):
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    await browser.ask("Emulation.setDeviceMetricsOverride", session, **size)
