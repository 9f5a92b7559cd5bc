"""A real browser, headless: speaks the DevTools protocol to Chromium (Debian: chromium)."""

import asyncio
import base64
import json
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from tornado.websocket import websocket_connect


class Wrong(Exception):
    """A page does not show what it must."""


def must(is_so, what):
    if not is_so:
        raise Wrong(what)


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
        self.count, self.events, self.targets = 0, [], {}
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
        self.targets[session] = target["targetId"]
        self.events.clear()
        await self.ask("Page.navigate", session, url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(await self.next())
        return session

    async def close(self, session):
        await self.ask("Target.closeTarget", targetId=self.targets.pop(session))

    async def look(self, session, expression):
        """The value of an expression of JavaScript in a page."""
        answer = await self.ask(
            "Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            sys.exit(f"error: {answer['exceptionDetails']['exception']['description']}")
        return answer["result"].get("value")

    async def screenshot(self, session, width, height, file):
        picture = await self.ask(
            "Page.captureScreenshot",
            session,
            captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": width, "height": min(height, 16000), "scale": 1},
        )
        file.write_bytes(base64.b64decode(picture["data"]))


def complaints(events, allowed=("file:", "data:")):
    """The faults that the console and the network tell.

    allowed: the beginnings of addresses that a page may ask for."""
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
            if not url.startswith(allowed):
                found.append(f"request: {url}")
    return found


async def rules(browser, session, where):
    """axe-core's rules."""
    axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    # The code runs in a world of its own, where the page's policy does not hold.
    await browser.look(session, axe + ";0")
    found = json.loads(
        await browser.look(
            session,
            "axe.run().then(one => JSON.stringify(one.violations.map(v =>"
            " v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)"
            " + ' ' + n.failureSummary).join(' | '))))",
        )
    )
    must(not found, f"axe-core, {where}: {found}")


async def shot(browser, session, file, width):
    height = await browser.look(session, "document.documentElement.scrollHeight")
    await browser.screenshot(session, width, height, file)
