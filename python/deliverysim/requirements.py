"""Says in one sentence what Python lacks. Kept so simple that an old Python can run it."""

from __future__ import annotations

import sys

OLDEST = (3, 11)
# pyproject.toml has the same. Tables need pandas, charts both.
LIBRARIES = {"matplotlib": (3, 7), "pandas": (2, 0)}
# The libraries that commands of the tool need.
NEEDS: dict[str, list[str]] = {"report": list(LIBRARIES), "explore": []}


def old_python() -> str | None:
    """The complaint about a Python that is too old; None when it is not."""
    if sys.version_info[:2] >= OLDEST:
        return None
    return "deliverysim needs Python {}.{} or later; {} is {}.{}".format(
        *OLDEST, sys.executable or "this", *sys.version_info[:2]
    )


def missing(modules: list[str]) -> str | None:
    """The complaint about modules that are not installed, or too old; None when all are there."""
    absent = [
        "{} {} or later".format(name, ".".join(map(str, LIBRARIES[name])))
        for name in modules
        if version(name) < LIBRARIES[name]
    ]
    if not absent:
        return None
    return (
        "{} lacks {}: install with pip or as packages of your system; "
        "in a checkout make report-env does it"
    ).format(sys.executable or "this Python", " and ".join(absent))


def version(name: str) -> tuple[int, ...]:
    """The first two numbers of an installed library's version; (0, 0) where there is none."""
    from importlib import metadata  # Python 3.8

    try:
        return tuple(int(part) for part in metadata.version(name).split(".")[:2])
    except (metadata.PackageNotFoundError, ValueError):
        return (0, 0)
