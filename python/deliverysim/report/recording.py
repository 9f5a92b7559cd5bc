"""The messages and absences that a scenario plays from a log, of the same devices."""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .words import DAY, seconds

ON_TIME, LATE, OVERWRITTEN = "on time", "late", "overwritten"


@dataclass
class Device:
    """One device of a log: what it was sent, and when it was away [s]."""

    messages: list[float]
    absences: list[tuple[float, ...]]

    @cached_property
    def fates(self) -> list[tuple[float, str]]:
        """Plain pushes of which the push service keeps the newest: (time, fate) of each."""
        fates, times, spans, place_of_span = [], sorted(self.messages), sorted(self.absences), 0
        for place, time in enumerate(times):
            while place_of_span < len(spans) and spans[place_of_span][1] <= time:
                place_of_span += 1
            span = spans[place_of_span] if place_of_span < len(spans) else None
            away = span[1] if span and span[0] <= time else None
            is_newest = place + 1 == len(times) or away is None or times[place + 1] >= away
            fates.append((time, ON_TIME if away is None else LATE if is_newest else OVERWRITTEN))
        return fates


def read(results: Any) -> dict[str, Device] | None:
    """The devices by name, in order of their first message; None where the scenario plays no such
    log, or where its files are gone or were changed."""
    workload = results.scenario.get("workload") or {}
    network = results.scenario.get("network") or {}
    messages = (workload.get("arrivals") or {}).get("trace") or {}
    absences = network.get("trace") or {}
    if not messages.get("device") or not absences.get("device"):
        return None
    folder = results.folder / results.manifest.get("scenario_folder", ".")
    files = {record["file"]: record["sha256"] for record in results.manifest.get("inputs") or []}
    try:
        tables = [rows(folder, trace["file"], files) for trace in (messages, absences)]
        found = [table for table in tables if table is not None]
        return devices(found, messages, absences) if len(found) == len(tables) else None
    except (KeyError, TypeError, ValueError, csv.Error):
        return None  # the tool reads more forms of logs than this does


def devices(
    tables: list[list[dict[str, str]]], messages: dict[str, Any], absences: dict[str, Any]
) -> dict[str, Device]:
    origin = start(messages, min(float(row[messages["time"]]) for row in tables[0]))
    other = start(absences, origin)
    found: dict[str, Device] = {}
    for row in tables[0]:
        device = found.setdefault(row[messages["device"]], Device([], []))
        device.messages.append(float(row[messages["time"]]) - origin)
    for row in tables[1]:
        one = found.get(row[absences["device"]])
        if one is not None:
            span = (float(row[absences[key]]) - other for key in ("start", "end"))
            one.absences.append(tuple(span))
    return found


def start(trace: dict[str, Any], otherwise: float) -> float:
    """The time of the file that is time 0 of the run."""
    return otherwise if trace.get("from") is None else float(trace["from"])


def rows(folder: Path, name: str, files: dict[str, str]) -> list[dict[str, str]] | None:
    """The rows of a file as it was when the run read it; None: it is another one."""
    path = Path(folder) / name
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != files.get(name):
        return None
    return list(csv.DictReader(data.decode("utf-8").splitlines()))


def beginning(results: Any, devices: dict[str, Device]) -> float:
    """When the log begins [s]: on the day of its first message, and not before anything counts."""
    first = min(time for device in devices.values() for time in device.messages) // DAY * DAY
    warmup = results.scenario.get("warmup")
    return float(max(first, seconds(warmup)) if isinstance(warmup, str) else first)


def length(results: Any) -> float:
    """The length of the log that is played [s]; a week where the scenario does not say."""
    trace = results.scenario["workload"]["arrivals"]["trace"]
    text = trace.get("length")
    return seconds(text) if isinstance(text, str) else 7 * DAY
