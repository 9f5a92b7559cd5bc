"""Runs deliverysim, the simulator of push notifications, and reads its results.

    import deliverysim

    results = deliverysim.run({"extends": "mail"}, replications=50, devices=200)
    results.answer                   # what to choose, how much better it is, and how sure that is
    results.metrics.pandas()         # docs/reference/results.md explains the columns
    results = deliverysim.read("runs/my")

docs/how-to/python.md tells more."""

from importlib import metadata

from .answer import Answer
from .commands import (
    best,
    calibrate,
    check,
    explain,
    fit,
    plan,
    run,
    sensitivity,
    start,
    stories,
    validate,
)
from .errors import Error, NoResults, Place, ResultsError, ToolFailed, ToolNotFound
from .outcomes import Calibration, Check, Fit, Plan, Sensitivity, Start, Stories, Story
from .results import Results, read
from .tables import Table

__all__ = [
    "Answer",
    "Calibration",
    "Check",
    "Error",
    "Fit",
    "NoResults",
    "Place",
    "Plan",
    "Results",
    "ResultsError",
    "Sensitivity",
    "Start",
    "Stories",
    "Story",
    "Table",
    "ToolFailed",
    "ToolNotFound",
    "best",
    "calibrate",
    "check",
    "explain",
    "fit",
    "plan",
    "read",
    "run",
    "sensitivity",
    "start",
    "stories",
    "validate",
]


def __getattr__(name: str) -> str:
    """`__version__`: of the package that is installed, which is the tool's."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return metadata.version(__name__)
