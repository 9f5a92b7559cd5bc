"""The page: its three files in one, with what it needs to begin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..markup import data, encoded

HERE = Path(__file__).parent


def page(study: Mapping[str, Any], nonce: str) -> str:
    """The whole page.

    nonce: what its style and script are allowed by."""
    parts = {
        "title": encoded(study["title"]),
        "nonce": nonce,
        "style": text("page.css"),
        "script": text("page.js"),
        "study": data(study),
    }
    # The order matters: no part that is put in has places of its own.
    pieces = text("page.html").split("%%")
    return "".join(parts.get(piece, piece) for piece in pieces)


def text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
