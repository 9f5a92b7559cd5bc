"""The script and the style of the page, and the policy that lets nothing else run."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from ...vocabulary import FATES
from ..style import Look, on_dark, readable
from ..words import NOISE_MAX, PER_MILLION_MAX

if TYPE_CHECKING:
    from ..results import Results

# In this order: each uses only what is before it, but for main.js, which starts all. The folder lanes is
# also in the tool, for `explain --format html` (a link in Sources/Stories/Page).
SCRIPTS = [
    "lanes/amounts",
    "words",
    "selection",
    "lanes/shapes",
    "drawing",
    "metrics",
    "lanes/lanes",
    "stories",
    "fates",
    "curves",
    "controls",
    "table",
    "answer",
    "main",
]


def _read(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


# The limits of shares that both pages have.
_LIMITS = f"const PER_MILLION_MAX = {PER_MILLION_MAX}, NOISE_MAX = {NOISE_MAX}\n"
SCRIPT = "'use strict';\n(() => {\n" + _LIMITS + "\n".join(_read(f"{name}.js") for name in SCRIPTS) + "})()\n"
_STYLE = _read("lanes/lanes.css") + _read("style.css")


def style(results: Results) -> str:
    """The style of a page, with a colour for each strategy on light and on dark ground."""
    look = Look(results.strategies, results.baseline)
    colours = [look.colour[name] for name in results.strategies]
    light = "".join(f".s{place}{{--s:{readable(one)}}}" for place, one in enumerate(colours))
    dark = "".join(f".s{place}{{--s:{on_dark(one)}}}" for place, one in enumerate(colours))
    fates = "".join(f".{name}{{fill:{colour}}}" for name, colour in FATES.items())
    return f"{_STYLE}{fates}{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n"


def _hash(text: str) -> str:
    return "'sha256-" + b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii") + "'"


def policy(style: str) -> str:
    """A content security policy: this script, this style, pictures in the page, no request."""
    return (
        f"default-src 'none'; script-src {_hash(SCRIPT)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
