"""Opens reports in a real browser, headless, and looks: `make browser`.

    python browser.py PAGE... --screenshots FOLDER

At 1280 and 400 pixels: no error on the console, no request to the network, every picture drawn,
nothing wider than the window. Speaks the DevTools protocol to Chromium (Debian: chromium)."""

import argparse
import asyncio
import base64
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tornado.websocket import websocket_connect

WIDTHS = [1280, 400]
LOOK = """(() => {
  const pictures = [...document.querySelectorAll('img, svg')].map(one => {
    const box = one.getBoundingClientRect()
    const drawn = one.tagName == 'IMG' ? one.complete && one.naturalWidth > 0 : true
    return {name: one.closest('figure')?.id ?? '', alt: one.alt ?? '', drawn,
            width: box.width, height: box.height, source: one.currentSrc ?? ''}
  })
  const edge = document.documentElement.clientWidth
  const wide = [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > edge + 1)
    .map(one => one.tagName + ' ' + one.textContent.trim().slice(0, 40))
  return JSON.stringify({pictures, wide, scroll: document.documentElement.scrollWidth, edge,
    height: document.documentElement.scrollHeight})
})()"""


class Browser:
    """A Chromium of its own, with a profile that is thrown away."""

    async def __aenter__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            sys.exit("error: no chromium; on Debian: apt-get install chromium")
        self.profile = tempfile.mkdtemp(prefix="deliverysim-browser-")
        self.process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                f"--user-data-dir={self.profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        place = Path(self.profile) / "DevToolsActivePort"
        for _ in range(300):
            if place.exists() and len(place.read_text().splitlines()) == 2:
                break
            await asyncio.sleep(0.1)
        else:
            sys.exit("error: chromium does not start")
        port, path = place.read_text().splitlines()
        self.socket = await websocket_connect(
            f"ws://127.0.0.1:{port}{path}", max_message_size=1 << 28
        )
        self.count, self.events = 0, []
        return self

    async def __aexit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    async def ask(self, method, session=None, **parameters):
        """Sends a command and waits for its answer; events before it are kept."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        await self.socket.write_message(json.dumps(message))
        while True:
            answer = await self.next()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    sys.exit(f"error: {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    async def next(self):
        text = await asyncio.wait_for(asyncio.ensure_future(self.socket.read_message()), 60)
        if text is None:
            sys.exit("error: chromium has gone")
        return json.loads(text)

    async def open(self, url, width):
        """A page at a width, when it is loaded; returns its session."""
        target = await self.ask("Target.createTarget", url="about:blank")
        session = (
            await self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        )["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            await self.ask(f"{domain}.enable", session)
        await self.ask(
            "Emulation.setDeviceMetricsOverride",
            session,
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.events.clear()
        await self.ask("Page.navigate", session, url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(await self.next())
        return session


def complaints(events):
    """What the console and the network tell."""
    found = []
    for event in events:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            found.append(f"exception: {parameters['exceptionDetails'].get('text')}")
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            found.append(f"console: {parameters['args']}")
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            found.append(f"console: {parameters['entry']['text']}")
        elif method == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            if not url.startswith(("file:", "data:")):
                found.append(f"request: {url}")
    return found


async def check(browser, page, width, folder):
    """Looks at a page at a width; returns what is wrong, and the number of pictures."""
    session = await browser.open(page.resolve().as_uri(), width)
    answer = await browser.ask("Runtime.evaluate", session, expression=LOOK, awaitPromise=True)
    seen = json.loads(answer["result"]["value"])
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
    picture = await browser.ask(
        "Page.captureScreenshot",
        session,
        captureBeyondViewport=True,
        clip={"x": 0, "y": 0, "width": width, "height": min(seen["height"], 16000), "scale": 1},
    )
    name = f"{page.resolve().parent.name}-{width}.png"
    (folder / name).write_bytes(base64.b64decode(picture["data"]))
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
