"""Runs deliverysim, the simulator of push notifications, and reads its results.

    import deliverysim

    results = deliverysim.run("my.yml", replications=50, devices=200)
    results.metrics          # a pandas data frame; docs/reference/results.md explains its columns
    results = deliverysim.read("runs/my")

`python -m deliverysim.report FOLDER` draws a page with charts, `python -m deliverysim.explore
my.yml` serves one with sliders. docs/how-to/python.md tells more."""

from .errors import Error, NoResults, ResultsError, ToolFailed, ToolNotFound
from .results import Results, read
from .runner import run

__version__ = "1.1.0"
__all__ = [
    "Error",
    "NoResults",
    "Results",
    "ResultsError",
    "ToolFailed",
    "ToolNotFound",
    "read",
    "run",
]
