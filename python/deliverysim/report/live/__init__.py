"""The part of a report that answers: the tables of a run as JSON, and the program that draws them.

It runs in the page, without a framework and without a request to anywhere."""

from .data import embedded
from .program import SCRIPT, policy, style

__all__ = ["SCRIPT", "embedded", "policy", "style"]
