"""Opens reports in a real browser, headless, and looks: `make browser`.

    python browser.py PAGE... --screenshots FOLDER

At 1280 and 400 pixels: no error on the console, no request to the network, every picture drawn,
nothing wider than the window."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from devtools import Browser, complaints

WIDTHS = [1280, 400]
LOOK = """(() => {
  const pictures = [...document.querySelectorAll('img, .plot > svg')]
    .filter(one => one.checkVisibility()).map(one => {
    const box = one.getBoundingClientRect()
    const drawn = one.tagName == 'IMG' ? one.complete && one.naturalWidth > 0 : true
    const alt = one.alt ?? one.querySelector('[aria-label]')?.ariaLabel ?? ''
    return {name: one.closest('figure')?.id ?? '', alt, drawn,
            width: box.width, height: box.height, source: one.currentSrc ?? ''}
  })
  const edge = document.documentElement.clientWidth
  const wide = [...document.querySelectorAll('body *')]
    .filter(one => one.checkVisibility() && !one.closest('.wide')
      && one.getBoundingClientRect().right > edge + 1)
    .map(one => one.tagName + ' ' + one.textContent.trim().slice(0, 40))
  return JSON.stringify({pictures, wide, scroll: document.documentElement.scrollWidth, edge,
    height: document.documentElement.scrollHeight})
})()"""


async def check(browser, page, width, folder):
    """Looks at a page at a width; returns what is wrong, and the number of pictures."""
    session = await browser.open(page.resolve().as_uri(), width)
    seen = json.loads(await browser.look(session, LOOK))
    wrong = complaints(browser.events)
    if not seen["pictures"]:
        wrong.append("no picture")
    for picture in seen["pictures"]:
        if not picture["drawn"] or picture["width"] <= 0 or picture["height"] <= 0:
            wrong.append(f"{picture['name']}: not drawn")
        if not picture["alt"]:
            wrong.append(f"{picture['name']}: no alternative text")
    wrong += [f"wider than the window: {one}" for one in seen["wide"]]
    if seen["scroll"] > seen["edge"]:
        wrong.append(f"{seen['scroll']} pixels in a window of {seen['edge']}")
    name = f"{page.resolve().parent.name}-{width}.png"
    await browser.screenshot(session, width, seen["height"], folder / name)
    return wrong, len(seen["pictures"])


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=Path, nargs="+")
    parser.add_argument("--screenshots", type=Path, required=True)
    options = parser.parse_args()
    options.screenshots.mkdir(parents=True, exist_ok=True)
    is_wrong = False
    async with Browser() as browser:
        for page in options.pages:
            for width in WIDTHS:
                wrong, count = await check(browser, page, width, options.screenshots)
                is_wrong = is_wrong or bool(wrong)
                print(
                    f"{page} at {width} pixels: {count} pictures drawn"
                    + "".join(f"\n  error: {one}" for one in wrong)
                )
    sys.exit(1 if is_wrong else 0)


asyncio.run(main())
