"""Uses the pages of `deliverysim explain --format html` in a real browser: part of `make browser`.

    python story_browser.py TOOL SCENARIO --screenshots FOLDER

A device, and a message of it, under two strategies, at 1280 and 400 pixels, light and dark: one axis,
one mark, no text on another one, the keyboard, no request, axe-core's rules; no script; a text that
tries to leave its element."""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools import Browser, Wrong, complaints, must, rules, shot

ONE, OTHER = "fire-and-forget", "gap-recovery"
LOOK = """(() => {
  const all = (from, what) => [...from.querySelectorAll(what)]
  const texts = (from, what) => all(from, what).map(one => one.textContent)
  const side = one => { const box = one.getBBox(); return [box.x, box.x + box.width] }
  return {
    stories: all(document, 'section').map(section => {
      const picture = section.querySelector('.swim svg:not(.names)')
      return {
        width: Number(picture.getAttribute('width')),
        ticks: all(picture, '.time').map(one => one.textContent + ' ' + one.getAttribute('x')),
        marks: all(picture, 'line.difference').map(one => one.getAttribute('x1')),
        names: texts(section, 'svg.names text'),
        // By lane: where marks and their texts begin and end.
        rows: Object.values(Object.groupBy(all(picture, '.event'),
          one => one.querySelector('rect').getAttribute('y')))
          .map(row => row.flatMap(one => all(one, 'rect, .text')).map(side)),
        kinds: texts(section, 'ul.legend .kind'),
        events: texts(section, 'ol li'),
        numbers: texts(picture, '.number'),
      }
    }),
    isTextOpen: document.getElementById('text').open,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }
})()"""
EVIL = "</script><!--<script>document.title = 'gone'</script><b>bold</b>"


def found(tool, scenario):
    """A message that is lost, by its device and number."""
    lines = subprocess.run(
        [tool, "explain", scenario, "--strategy", ONE, "--find", "lost", "--limit", "1"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return re.search(r"^ +(\d+) +(\d+)  day", lines, re.MULTILINE).groups()


def write(tool, scenario, file, *options):
    command = [tool, "explain", scenario, "--strategy", ONE, "--compare", OTHER, *options]
    with open(file, "wb") as output:
        subprocess.run([*command, "--format", "html"], check=True, stdout=output)
    return file


def judge(seen):
    """This holds of each page with two strategies."""
    must(seen["overflow"] <= 0, f"wider than the window: {seen['overflow']}")
    must(not seen["isTextOpen"], "the text is folded")
    one, other = seen["stories"]
    for key in ("width", "ticks", "marks", "names"):
        must(one[key] and one[key] == other[key], f"{key}: {one[key]}, {other[key]}")
    must(len(one["marks"]) == 1 and len(one["names"]) == 6, f"{one['marks']} {one['names']}")
    for story in seen["stories"]:
        must(story["kinds"] and story["width"] <= 12000, f"{story['kinds']} {story['width']}")
        for row in map(sorted, story["rows"]):
            touching = [two for one, two in zip(row, row[1:], strict=False) if one[1] > two[0] + 1]
            must(not touching, f"texts overlap at {touching[:3]}")
        ends = [int(one) for text in story["numbers"] for one in text.split("\N{EN DASH}")]
        must([min(ends), max(ends)] == [1, len(story["events"])], f"numbers of marks: {ends}")


async def look(browser, page, width, scheme, folder):
    session = await browser.open(page.resolve().as_uri(), width)
    scheme = [{"name": "prefers-color-scheme", "value": scheme}]
    await browser.ask("Emulation.setEmulatedMedia", session, features=scheme)
    judge(await browser.look(session, LOOK))
    wrong = complaints(browser.events)
    must(not wrong, "; ".join(wrong))
    await rules(browser, session, f"{page.name}, {width} pixels, {scheme}")
    await shot(browser, session, folder / f"{page.stem}-{width}-{scheme[0]['value']}.png", width)
    await browser.close(session)


async def keyboard(browser, page):
    """The arrow keys scroll a box that has the focus, and the other one goes along."""
    session = await browser.open(page.resolve().as_uri(), 1280)
    place = "[...document.querySelectorAll('.swim')].map(one => one.scrollLeft)"
    for kind in ("keyDown", "keyUp"):
        await browser.ask(
            "Input.dispatchKeyEvent", session, type=kind, key="Tab", windowsVirtualKeyCode=9
        )
    must(await browser.look(session, "document.activeElement.className") == "wide swim", "Tab")
    key = {"key": "ArrowRight", "windowsVirtualKeyCode": 39}
    await browser.ask("Input.dispatchKeyEvent", session, type="keyDown", **key)
    await asyncio.sleep(1)
    one, other = await browser.look(session, place)
    must(one > 0 and abs(one - other) <= 1, f"scrolled by {one} and {other}")
    await browser.close(session)


async def without_script(browser, page):
    """Who has no script reads the text."""
    session = await browser.open("about:blank", 1280)
    await browser.ask("Emulation.setScriptExecutionDisabled", session, value=True)
    await browser.ask("Page.navigate", session, url=page.resolve().as_uri())
    await asyncio.sleep(1)
    document = await browser.ask("DOM.getDocument", session, depth=0)
    node = await browser.ask(
        "DOM.querySelector", session, nodeId=document["root"]["nodeId"], selector="#text pre"
    )
    model = await browser.ask("DOM.getBoxModel", session, nodeId=node["nodeId"])
    must(model["model"]["height"] > 100, "the text is seen without a script")
    await browser.close(session)


async def evil(browser, page):
    """A text of the story stays a text; a script that the page did not bring does not run."""
    text = page.read_text(encoding="utf-8")
    data = re.search(r'id="stories">(.*?)</script>', text)[1]
    content = json.loads(data)
    content["stories"][0]["events"][0]["text"] = EVIL
    forged = json.dumps(content).replace("<", "\\u003c")
    bad = page.with_name("forged.html")
    bad.write_text(text.replace(data, forged), encoding="utf-8")
    session = await browser.open(bad.resolve().as_uri(), 1280)
    seen = await browser.look(session, LOOK)
    must(seen["stories"][0]["events"][0].endswith(EVIL), seen["stories"][0]["events"][0])
    title = "[document.title, document.querySelectorAll('b').length]"
    must((await browser.look(session, title))[1] == 0, "a text became an element")
    script = text.index("<script>") + len("<script>")
    bad.write_text(text[:script] + "document.title = 'gone';" + text[script:], encoding="utf-8")
    again = await browser.open(bad.resolve().as_uri(), 1280)
    must(await browser.look(again, "document.title != 'gone'"), "another script runs")
    await browser.close(session)
    await browser.close(again)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", type=Path)
    parser.add_argument("scenario", type=Path)
    parser.add_argument("--screenshots", type=Path, required=True)
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    tool, scenario = options.tool.absolute(), options.scenario
    device, message = found(tool, scenario)
    with tempfile.TemporaryDirectory() as place:
        where = ["--device", device]
        whole = write(tool, scenario, Path(place) / "story-device.html", *where)
        one = write(
            tool, scenario, Path(place) / "story-message.html", *where, "--message", message
        )
        async with Browser() as browser:
            try:
                for page in (whole, one):
                    for width, scheme in ((1280, "light"), (1280, "dark"), (400, "light")):
                        await look(browser, page, width, scheme, options.screenshots)
                    await without_script(browser, page)
                    await evil(browser, page)
                await keyboard(browser, whole)
            except Wrong as error:
                sys.exit(f"stories: error: {error}")
    print("stories: right")


asyncio.run(main())
