"""Runs the command of a call, and makes of its ending what the function returns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .arguments import Place
from .calls import Call, Ending
from .errors import NoResults
from .outcomes import Calibration, Check, Fit, Plan, Sensitivity, Start, Stories, Story, beside
from .results import Results

# Nobody can resume a run whose folder goes with its results.
DISCARD = "discard-units"
# `fit` makes no scenario with one of these: it reads trials, or only says what it would do.
KEPT, DRY_RUN = "kept", "dry-run"


def results(call: Call, out: Place | None) -> Results:
    """The results in the folder that `run` and `best` write."""
    folder = call.output(out)
    if out is None and DISCARD not in call.given:
        call.give({DISCARD: True})
    ending = call.run()
    try:
        return Results(folder, exit_code=ending.exit_code, summary=ending.text, notes=ending.notes)
    except NoResults:
        raise call.strange("has written no results") from None


def start(call: Call, out: Place | None) -> Start:
    folder = call.output(out)
    return Start(folder, *wrote(call, call.run(), folder))


def fit(call: Call, out: Place | None) -> Fit:
    makes_none = KEPT in call.given and out is None
    place = (call.place if makes_none else call.output)(out, "fitted.yml")
    ending = call.run()
    is_dry = makes_none or DRY_RUN in call.given
    return Fit(place, *(ending if is_dry else wrote(call, ending, place)))


def calibrate(call: Call, out: Place | None) -> Calibration:
    place = call.output(out, "calibrated.yml")
    if out is not None:
        call.lay(beside(place, ".assumed.json"))
    return Calibration(place, *wrote(call, call.run(), place))


def sensitivity(call: Call, out: Place | None) -> Sensitivity:
    folder = call.output(out)
    return Sensitivity(folder, *wrote(call, call.run(), folder))


def check(call: Call) -> Check:
    call.words.append("--format=json")
    ending = call.run()
    return Check(call.records(ending.text), *ending)


def plan(call: Call) -> Plan:
    call.words += ["--cost", "--format=json"]
    return Plan(printed(call))


def validate(call: Call) -> dict[str, Any]:
    call.words.append("--format=json")
    return printed(call)


def explain(call: Call) -> Story:
    ending = call.run()
    if not ending.text:
        raise call.strange("has told no story")
    return Story(call, *ending)


def stories(call: Call) -> Stories:
    return Stories(printed(call))


def printed(call: Call) -> dict[str, Any]:
    """The document that a command prints as JSON."""
    try:
        found = call.records(call.run().text)
        if not isinstance(found, dict):
            raise call.strange("has printed no document")
        return found
    finally:
        call.close()


def wrote(call: Call, ending: Ending, place: Path) -> Ending:
    """The ending of a command that writes this file or folder when it succeeds."""
    if ending.exit_code == 0 and not place.exists():
        raise call.strange(f"has not written {place.name}")
    return ending
