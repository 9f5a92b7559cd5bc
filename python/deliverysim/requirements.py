"""Says in one sentence what Python lacks. Kept so simple that an old Python can run it."""

from __future__ import annotations

import importlib.util
import sys

OLDEST = (3, 11)
DRAWS = ["matplotlib", "pandas"]


def old_python() -> str | None:
    """The complaint about a Python that is too old; None when it is not."""
    if sys.version_info[:2] >= OLDEST:
        return None
    return "deliverysim needs Python {}.{} or later; {} is {}.{}".format(
        *OLDEST, sys.executable or "this", *sys.version_info[:2]
    )


def missing(modules: list[str]) -> str | None:
    """The complaint about modules that are not installed; None when all are."""
    absent = [name for name in modules if importlib.util.find_spec(name) is None]
    if not absent:
        return None
    return (
        "{} lacks {}: install with pip or as packages of your system; "
        "in a checkout make report-env does it"
    ).format(sys.executable or "this Python", " and ".join(absent))
