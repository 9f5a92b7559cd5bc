"""The page: its three files in one, with what it needs to begin."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def page(study: Mapping[str, Any], nonce: str) -> str:
    """The whole page.

    nonce: what its style and script are allowed by."""
    # Nothing in it ends the element that it is in.
    data = json.dumps(study).replace("<", "\\u003c")
    parts = {
        "title": escape(study["title"]),
        "nonce": nonce,
        "style": text("page.css"),
        "script": text("page.js"),
        "study": data,
    }
    # In this order: what is put in has no places of its own.
    pieces = text("page.html").split("%%")
    return "".join(parts.get(piece, piece) for piece in pieces)


def text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
