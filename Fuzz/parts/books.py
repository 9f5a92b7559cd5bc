"""What must hold in the result files of every run."""

import collections
import csv
import math
import pathlib
import re

from parts.tool import Wrong, names

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATES = re.search(
    r"enum Fate:.*\n  case (.+)", (ROOT / "Sources/Models/World/Fate.swift").read_text())[1].split(", ")
SHARES = ["share", "deliverability", "loss", "cumulative_share", "devices_without_loss"]


def rows(folder, name):
    with open(folder / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def check(folder):
    """Raises `Wrong` where files do not agree with each other, or hold what is no result."""
    for name in names(folder):
        for row in rows(folder, name):
            check_row(name, row)
    owed, shown = collections.Counter(), collections.Counter()
    for row in rows(folder, "replications.csv"):
        # A fate has a column only where a strategy can end so.
        if sum(int(row[fate]) for fate in FATES if fate in row) != int(row["owed"]):
            raise Wrong("wrong", f"the fates are not what is owed: {row}")
        owed[series(row)] += int(row["owed"])
        shown[series(row)] += int(row["shown"])
    for name, column, total in [("fates.csv", "count", owed), ("latency.csv", "count", shown),
                                ("timeline.csv", "owed", owed), ("timeline.csv", "shown", shown)]:
        sums = collections.Counter()
        for row in rows(folder, name):
            sums[series(row)] += int(row[column])
        if +sums != +total:
            raise Wrong("wrong", f"{name}: {column}: {dict(sums)}, but {dict(total)} in replications.csv")


def series(row):
    return row["design_point"], row["strategy"]


def check_row(name, row):
    for column, text in row.items():
        if text is None or column is None or text.lower() in ("nan", "-nan"):
            raise Wrong("wrong", f"{name}: {column}: {text} in {row}")
    for column in SHARES:
        if row.get(column) and not 0 <= float(row[column]) <= 1:
            raise Wrong("wrong", f"{name}: {column}: {row[column]} in {row}")
    low, high = row.get("ci_low"), row.get("ci_high")
    if low and high and not float(low) <= float(high):
        raise Wrong("wrong", f"{name}: from {low} to {high} in {row}")
    error = row.get("std_error")
    if error and not (float(error) >= 0 and math.isfinite(float(error))):
        raise Wrong("wrong", f"{name}: a standard error of {error} in {row}")
