"""The names of metrics, columns and endings, and how they look: `deliverysim vocabulary` prints
vocabulary.json. No other file of this package has a table of names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

FORMAT = 1
_DOCUMENT: dict[str, Any] = json.loads(
    (files(__package__) / "vocabulary.json").read_text(encoding="utf-8")
)
assert _DOCUMENT["format"] == FORMAT, "vocabulary.json is of another version"

RARE_BELOW = float(_DOCUMENT["rare_below"])
"""Shares below this one, and those so near 1, are told per million."""

# Metrics


@dataclass(frozen=True)
class Metric:
    """A metric of the results.

    words: after "show" or a value. axis: beside an axis. label: beside its unit. kind: "share",
    "seconds" or "number". better: "higher" or "lower". prominence: 1 of what every table shows, to
    3. cost: its place among the prices of a strategy. never_ends: it may be infinite."""

    name: str
    words: str
    axis: str
    label: str
    kind: str = "number"
    unit: str = ""
    share_of: str = ""
    better: str = "lower"
    needs: str = ""
    prominence: int | None = None
    cost: int | None = None
    never_ends: bool = False


_SORTED = sorted(_DOCUMENT["metrics"], key=lambda one: one["kind"] != "share")
METRICS = {one["name"]: Metric(**one) for one in _SORTED}
"""In the order in which pages offer them: shares first, then as in the results."""
COSTS = sorted(
    (one.name for one in METRICS.values() if one.cost), key=lambda name: METRICS[name].cost or 0
)
"""The price is the first of these in which a choice differs from the baseline."""


def metric(name: str) -> Metric:
    """A metric; of a name that is not known, what the name says."""
    words = name.replace("_", " ")
    return METRICS.get(name) or Metric(name, words, words, words)


def prominent(most: int) -> list[str]:
    """The metrics that tables show which have room for those up to this prominence."""
    return [one.name for one in METRICS.values() if one.prominence and one.prominence <= most]


def metric_words(name: str) -> str:
    return metric(name).words


def axis_words(name: str) -> str:
    return metric(name).axis


def after_value(name: str) -> str:
    """A metric's words after its value."""
    return ("of " if metric(name).share_of == "devices" else "") + metric_words(name)


def is_share(name: str) -> bool:
    return metric(name).kind == "share"


def is_time(name: str) -> bool:
    return metric(name).kind == "seconds"


def is_more_better(name: str) -> bool:
    return metric(name).better == "higher"


def sign(name: str) -> int:
    """1 where more is better, -1 where less is."""
    return 1 if is_more_better(name) else -1


# Columns

_COLUMNS = {one["name"]: one for one in _DOCUMENT["columns"]}
_TYPES = {"text": "str", "key": "int64", "count": "Int64", "number": "float64", "hash": "UInt64"}
TEXTS = frozenset(one["name"] for one in _COLUMNS.values() if one["kind"] == "text")


def kind(column: str) -> str:
    """The kind of values that a column of results has: "text", "key", "count", "number" or "hash"."""
    return str(_COLUMNS[column]["kind"]) if column in _COLUMNS else "number"


def dtype(column: str) -> str:
    """The type as which a column is read; texts become categories afterwards."""
    return _TYPES[kind(column)]


def unit(column: str) -> str | None:
    """The unit of a column or metric; None for names that are no column's."""
    return str(_COLUMNS[column].get("unit", "")) if column in _COLUMNS else None


def label(column: str) -> str:
    """A column or metric in words, without its unit."""
    return str(_COLUMNS[column]["label"]) if column in _COLUMNS else column.replace("_", " ")


# Endings


def _words(part: str) -> dict[str, str]:
    return {one["name"]: one["words"] for one in _DOCUMENT[part]}


_FATES, _STAGES, _REPAIRS = _words("fates"), _words("stages"), _words("repairs")
_CAUSES = {(one["stage"], one["name"]): one["words"] for one in _DOCUMENT["causes"]}


def ending_words(fate: str, stage: Any, cause: Any) -> str:
    """The place where a copy was destroyed last, and the cause; without a stage, its fate."""
    if not isinstance(stage, str) or not stage:
        return _FATES.get(fate, fate)
    what = cause if isinstance(cause, str) else ""
    words = _CAUSES.get((stage, what), what.replace("-", " "))
    return f"{_STAGES.get(stage, stage)}: {words}".rstrip(": ")


def repair_words(repair: str) -> str:
    """Such as "repair: over limit"; empty without one."""
    return f"repair: {_REPAIRS.get(repair, repair)}" if repair and repair != "none" else ""


def meanings(fates: set[str]) -> list[str]:
    """Sentences on those of the fates whose names do not say all."""
    kept = [one for one in _DOCUMENT["fates"] if one["name"] in fates and "meaning" in one]
    return [f"{one['name'].capitalize()}: {one['meaning']}." for one in kept]


def stage_rank(stage: Any) -> int:
    """The place on a notification's way; what was not destroyed comes last."""
    return list(_STAGES).index(stage) if stage in _STAGES else len(_STAGES)


_COHORTS = {one["name"]: one for one in _DOCUMENT["cohorts"]}


def cohort_words(cohort: str) -> str:
    """The users whose telemetry a team looks at."""
    return str(_COHORTS[cohort]["words"]) if cohort in _COHORTS else cohort


def cohort_dash(cohort: str) -> list[int]:
    """Long strokes and gaps of its line, in points; empty for a line without gaps."""
    return list(_COHORTS[cohort]["dash"]) if cohort in _COHORTS else []


# Units

UNITS = {one["name"]: float(one["seconds"]) for one in _DOCUMENT["units"]}
"""Those of durations, as resolved scenarios have them, in seconds."""

# Looks


def _looks(kind: str) -> list[dict[str, str]]:
    return [one for one in _DOCUMENT["looks"] if one["kind"] == kind]


BASELINE = _looks("baseline")[0]["colour"]
COLOURS = [one["colour"] for one in _looks("strategy")]
MARKERS = [one["marker"] for one in _looks("strategy")]
"""Strategies have these by their place; the baseline has a colour of its own."""
FATES = {one["name"]: one["colour"] for one in _looks("fate")}
"""The fates that have bars, in the order in which these are stacked, with their colours."""
VERDICTS = {one["name"]: one["words"] for one in _DOCUMENT["verdicts"]}
VERDICT_COLOURS = {
    one["name"]: one["colour"] for one in _DOCUMENT["verdicts"] if "colour" in one
}
"""Verdicts without a colour are not drawn."""
HATCHES = {one["name"]: one.get("hatch", "") for one in _looks("fate")}
