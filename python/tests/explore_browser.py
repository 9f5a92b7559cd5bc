"""Opens the page of `deliverysim explore` in a real browser and uses it: part of `make browser`.

    python explore_browser.py TOOL SCENARIO --screenshots FOLDER

A slider that is moved by a key gives a new difference in under a second; wrong values, history and
saving work; at 1280 and 400 pixels, light and dark, nothing is wider than the window, every field
has a name, and letters have a contrast of 4.5."""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools import Browser, complaints

MOVES, SECONDS_MAX = 5, 1.0
# Few, so that it has refined before the next move.
REPLICATIONS = 40
KEY = "network.offline.weibull.scale"
USE = """
const later = milliseconds => new Promise(done => setTimeout(done, milliseconds))
const until = async (is, what) => {
  for (let tries = 0; tries < 600; tries++) {
    if (is()) return
    await later(50)
  }
  throw new Error('not within 30 s: ' + what)
}
const rests = () => until(() => / replications$/.test(one('state').textContent), 'an answer')
const difference = () => one('rows').rows[1].cells[3].textContent
const type = (field, text) => {
  field.value = text
  field.dispatchEvent(new Event('change'))
}
"""
# Resolves with the time from the move, and the new difference.
ARM = """
globalThis.moved = new Promise(done => {
  const start = performance.now(), old = one('rows').rows[1].cells[3].textContent
  const watch = new MutationObserver(() => {
    const found = one('rows').rows[1].cells[3].textContent
    if (found == old) return
    watch.disconnect()
    done({seconds: (performance.now() - start) / 1000, old, found})
  })
  watch.observe(one('rows'), {childList: true})
})
one('pin-0-slider').focus()
"""
LOOK = """(() => {
  const edge = document.documentElement.clientWidth
  const wide = [...document.querySelectorAll('body *')]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().right > edge + 1)
    .map(one => `wider than the window: ${one.tagName} ${one.textContent.trim().slice(0, 40)}`)
  const nameless = [...document.querySelectorAll('input, button')]
    .filter(one => !one.labels?.length && !one.ariaLabel && !one.textContent)
    .map(one => `no name: ${one.outerHTML.slice(0, 80)}`)
  const numbers = text => text.match(/[\\d.]+/g).map(Number)
  const light = text => numbers(text).slice(0, 3).map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0)
  const paper = light(getComputedStyle(document.body).backgroundColor)
  const faint = [...document.querySelectorAll('body *')]
    .filter(one => one.checkVisibility() && !one.disabled &&
      [...one.childNodes].some(child => child.nodeType == 3 && child.data.trim()))
    .filter(one => {
      const style = getComputedStyle(one)
      const ink = light(one instanceof SVGElement ? style.fill : style.color)
      return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5
    }).map(one => `contrast: ${one.tagName} ${one.textContent.trim().slice(0, 40)}`)
  return {wrong: [...wide, ...nameless, ...faint], height: document.documentElement.scrollHeight}
})()"""
FAILING = """(async () => {
  type(one('pin-0'), 'many')
  await until(() => one('pin-0').ariaInvalid == 'true', 'an error beside the field')
  const told = one('pin-0-wrong').textContent
  type(one('pin-0'), '1h')
  await rests()
  return [told, one('pin-0-wrong').textContent, one('pin-0-slider').value]
})()"""
HISTORY = """(async () => {
  const boxes = [...one('history').querySelectorAll('input')]
  boxes[0].click()
  one('history').querySelectorAll('input')[boxes.length - 1].click()
  const rows = one('comparison').querySelectorAll('tbody tr').length
  one('history').querySelectorAll('button')[boxes.length - 1].click()
  await later(100)
  await rests()
  return [boxes.length, rows, one('pin-0').value, one('history').querySelectorAll('li').length]
})()"""
SAVING = """(async () => {
  one('name').value = 'found'
  one('saving').requestSubmit()
  await until(() => one('saved').textContent, 'saving')
  return one('saved').textContent
})()"""


class Visit:
    """A page of explore in a browser, and what was wrong there."""

    def __init__(self, browser, url, folder):
        self.browser, self.url, self.folder = browser, url, folder
        self.wrong = []

    async def open(self, width):
        self.session = await self.browser.open(self.url, width)
        await self.look(USE + "; rests()")

    async def look(self, expression):
        return await self.browser.look(self.session, expression)

    def expect(self, is_right, words):
        if not is_right:
            self.wrong.append(words)

    async def press(self, key, code):
        for kind in ["rawKeyDown", "keyUp"]:
            await self.browser.ask(
                "Input.dispatchKeyEvent", self.session, type=kind, key=key, code=key,
                windowsVirtualKeyCode=code,
            )  # fmt: skip

    async def move(self):
        """Moves the slider by a key; returns the seconds to the new difference."""
        await self.look(ARM)
        await self.press("PageUp", 33)
        moved = await self.look("moved")
        print(f"  {moved['old']} -> {moved['found']} after {moved['seconds']:.2f} s")
        await self.look("rests()")
        return moved["seconds"]

    async def use(self):
        await self.open(1280)
        await self.look("one('pin-0').focus()")
        await self.press("Tab", 9)
        outline = await self.look("getComputedStyle(document.activeElement).outlineStyle")
        self.expect(outline == "solid", "the focus cannot be seen")
        seconds = [await self.move() for _ in range(MOVES)]
        # Others may use the machine too.
        self.expect(min(seconds) < SECONDS_MAX, f"new differences take {seconds} s")
        told, after, place = await self.look(FAILING)
        self.expect("found many" in told and after == "", f"a wrong value: {told!r}, {after!r}")
        self.expect(0 < int(place) < 100, f"the slider does not follow the field: {place}")
        count, rows, value, left = await self.look(HISTORY)
        self.expect(count >= MOVES and rows == 3, f"history: {count} entries, {rows} rows")
        self.expect(value == "20m" and left == count + 1, f"restored: {value}, {left} entries")
        saved = await self.look(SAVING)
        self.expect("deliverysim run" in saved, f"saving: {saved}")
        found = complaints(self.browser.events, ("data:", self.url.split("?")[0]))
        # The browser notes the answer to the wrong value.
        self.wrong += [one for one in found if "status of 422" not in one]

    async def picture(self, width, scheme):
        """Looks at the page in a colour scheme."""
        await self.open(width)
        await self.browser.ask(
            "Emulation.setEmulatedMedia", self.session,
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )  # fmt: skip
        await self.look("type(one('pin-0'), '45m'); later(100).then(rests)")
        seen = await self.look(LOOK)
        self.wrong += [f"{width} pixels, {scheme}: {one}" for one in seen["wrong"]]
        file = self.folder / f"explore-{width}-{scheme}.png"
        await self.browser.screenshot(self.session, width, seen["height"], file)


async def visit(url, folder):
    async with Browser() as browser:
        one = Visit(browser, url, folder)
        await one.use()
        for width in [1280, 400]:
            for scheme in ["light", "dark"]:
                await one.picture(width, scheme)
        return one.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("scenario")
    parser.add_argument("--screenshots", type=Path, required=True)
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as out:
        command = [options.tool, "explore", options.scenario, f"--out={out}"]
        command += [f"--replications={REPLICATIONS}", f"--pin={KEY}=5m..4h"]
        command += ["--pin=provider.link.loss=0%..5%", "--pin=strategies.gap-recovery.wait=0s..1m"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            url = server.stdout.readline().strip()
            wrong = asyncio.run(visit(url, options.screenshots)) if url else ["it does not start"]
        finally:
            server.terminate()
            server.communicate()
    print(f"explore: {len(wrong)} errors" + "".join(f"\n  error: {one}" for one in wrong))
    sys.exit(1 if wrong else 0)


main()
