"""All that users of the package call."""

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
