"""Runs the command of a call, and makes of its ending what the function returns."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from .calls import Call, Place
from .errors import Error
from .outcomes import Calibration, Check, Fit, Plan, Sensitivity, Start, Stories, Story
from .results import Results

# Nobody can resume a run whose folder goes with its results.
DISCARD = "discard-units"
# `fit` reads trials then, and makes no scenario.
KEPT = "kept"


def results(call: Call, out: Place | None) -> Results:
    """Of `run` and `best`: a folder of results."""
    folder = call.output(out)
    if out is None and DISCARD not in call.given:
        call.give({DISCARD: True})
    try:
        ending = call.run()
        found = Results(folder, exit_code=ending.exit_code, summary=ending.text, notes=ending.notes)
    except BaseException:
        call.close()
        raise
    call.keep(found)
    return found


def start(call: Call, out: Place | None) -> Start:
    return kept(call, Start(call.output(out), *call.run()))


def fit(call: Call, out: Place | None) -> Fit:
    makes_none = KEPT in call.given and out is None
    place = (call.place if makes_none else call.output)(out, "fitted.yml")
    return kept(call, Fit(place, *call.run()))


def calibrate(call: Call, out: Place | None) -> Calibration:
    if not call.has_file:
        call.close()
        raise Error("calibrate: needs the file of a scenario, which the one that is found extends")
    return kept(call, Calibration(call.output(out, "calibrated.yml"), *call.run()))


def sensitivity(call: Call, out: Place | None) -> Sensitivity:
    return kept(call, Sensitivity(call.output(out), *call.run()))


def check(call: Call) -> Check:
    call.words.append("--format=json")
    return Check(*call.run())


def plan(call: Call) -> Plan:
    call.words += ["--cost", "--format=json"]
    return Plan(printed(call))


def validate(call: Call) -> dict[str, Any]:
    call.words.append("--format=json")
    return printed(call)


def explain(call: Call) -> Story:
    def ask(form: str) -> str:
        return call.again(f"--format={form}").text

    return kept(call, Story(ask, *call.run()))


def stories(call: Call) -> Stories:
    return Stories(printed(call))


def printed(call: Call) -> dict[str, Any]:
    """What a command prints as JSON."""
    try:
        found: dict[str, Any] = json.loads(call.run().text)
    finally:
        call.close()
    return found


Found = TypeVar("Found")


def kept(call: Call, found: Found) -> Found:
    """The folder of the call goes with what it has made."""
    call.keep(found)
    return found
