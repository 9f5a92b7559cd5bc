"""The markup of pages. No other file writes any: whatever a text holds, it is encoded here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

# These have no content, and no end.
EMPTY = {"img", "link", "meta"}
# Each child of these stands on a line of its own.
LINES = {"body", "details", "figure", "head", "html", "main", "section"}


class Markup(str):
    """A text that is markup, or a script, and stays as it is; every other text is encoded."""


def encoded(text: str) -> Markup:
    return text if isinstance(text, Markup) else Markup(escape(text))


def joined(*parts: str) -> Markup:
    return Markup("".join(map(encoded, parts)))


def data(value: Any) -> Markup:
    """A value as JSON that can stand in a script element: nothing in it ends the element, or opens a
    comment in it."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def tag(name: str, /, *children: str, **attributes: str) -> Markup:
    """An element; its children are elements and texts. Attributes such as `class_` and `aria_label`
    are written without the last and with the other underscores as hyphens; empty ones are left out."""
    words = [
        f' {key.rstrip("_").replace("_", "-")}="{encoded(value)}"'
        for key, value in attributes.items()
        if value
    ]
    head = f"<{name}{''.join(words)}>"
    if name in EMPTY:
        return Markup(head)
    parts = [head, *map(encoded, children), f"</{name}>"]
    return Markup(("\n" if name in LINES else "").join(parts))


def listing(texts: Sequence[str]) -> list[Markup]:
    """A list in small print; nothing without texts."""
    return [tag("ul", *(tag("li", text) for text in texts), class_="small")] if texts else []
