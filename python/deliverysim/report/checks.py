"""The tables of a run can hold these values. They are looked at before anything is drawn, so that files
which no run has written end with an error and not in the middle of a chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..vocabulary import is_share, metric

if TYPE_CHECKING:
    from .results import Results

SHARE, AMOUNT, ANY = (0, 1), (0, 1e15), (-1e15, 1e15)
END = (-math.inf, math.inf)  # of an interval
TIME = (0, 1e10)  # [s]: three hundred years
COUNT = (1, 2**24)

# Each file has columns that tell its rows apart beside design point and strategy, and its numbers.
TABLES: dict[str, tuple[list[str], dict[str, tuple[float, float]]]] = {
    "metrics": (
        ["metric"],
        {
            "mean": AMOUNT,
            "ci_low": END,
            "ci_high": END,
            "confidence": SHARE,
            "replications": COUNT,
        },
    ),
    "comparisons": (["metric"], {"difference": ANY, "ci_low": END, "ci_high": END}),
    "fates": (["fate", "stage", "cause", "repair"], {"share": SHARE}),
    "latency": (
        ["bin_low_s"],
        {
            "bin_low_s": AMOUNT,
            "bin_high_s": (0, math.inf),
            "count": AMOUNT,
            "cumulative_share": SHARE,
        },
    ),
    "concentration": (
        ["quantile"],
        {"quantile": (0, 0.9999), "lost": AMOUNT, "share_of_all_loss": SHARE},
    ),
    "groups": (["group", "metric"], {"mean": AMOUNT, "ci_low": END, "ci_high": END}),
    "timeline": (
        ["start_s"],
        {
            "start_s": TIME,
            "owed": AMOUNT,
            "deliverability": SHARE,
            "resend_requests": AMOUNT,
            "peak_resend_rate": AMOUNT,
        },
    ),
    "observed": (
        ["cohort"],
        {
            "observed_deliverability": SHARE,
            "observed_deliverability_ci_low": END,
            "observed_deliverability_ci_high": END,
            "true_deliverability": SHARE,
            "true_deliverability_ci_low": END,
            "true_deliverability_ci_high": END,
            "bias": (-1, 1),
        },
    ),
}
# Columns of numbers that may be empty, and those that never are.
FILLED = {"confidence", "replications", "start_s", "quantile", "bin_low_s", "bin_high_s"}
MAYBE_EMPTY = {"stage", "cause", "repair"}


class Damaged(Exception):
    """A table that no run has written."""


def check(results: Results) -> None:
    """Raises Damaged with file, line, column, what was found and what is allowed."""
    frame = Frame(results)
    for name, (keys, ranges) in TABLES.items():
        table = results.table(name)
        for column in ["design_point", "strategy", *keys, *ranges]:
            if column not in table:
                raise Damaged(f"{name}.csv:1: no column {column}")
        for column, (low, high) in ranges.items():
            numbers(name, table, column, low, high)
        for column in keys:
            if column not in ranges and column not in MAYBE_EMPTY:
                refuse(name, table, column, table[column].isna(), "a text")
        frame.check(name, table, keys)
    table = results.table("metrics")
    shares = (
        table["metric"].map(is_share).astype(bool)
        & ~table["mean"].between(0, 1)
        & table["mean"].notna()
    )
    refuse("metrics", table, "mean", shares, "0 to 1 for a share")
    shown = table[table["metric"] == "deliverability"]
    if len(shown) != len(frame.points) * table["strategy"].nunique():
        raise Damaged("metrics.csv: a row of deliverability is missing")


def numbers(name: str, table: pd.DataFrame, column: str, low: float, high: float) -> None:
    """Every cell is a number in its range; only some columns may have empty ones."""
    values = pd.to_numeric(table[column], errors="coerce")
    is_empty = table[column].isna()
    wrong = ~values.between(low, high) & ~is_empty & ~infinite(table, column, values)
    if column in FILLED:
        wrong |= is_empty
    if table[column].dtype == object:
        # Integers beyond 64 bits stay objects, which no chart can draw.
        refuse(name, table, column, values.abs() >= 2**63, "a number below 2^63")
    refuse(name, table, column, wrong, f"{low:g} to {high:g}")


def infinite(table: pd.DataFrame, column: str, values: pd.Series[Any]) -> pd.Series[Any] | bool:
    """Where a quantile of the delays may have no end: not all of the owed are shown."""
    if column not in ("mean", "difference"):
        return False
    is_endless = table["metric"].map(lambda name: metric(name).never_ends).astype(bool)
    found: pd.Series[Any] = np.isinf(values) & is_endless
    return found


def refuse(
    name: str, table: pd.DataFrame, column: str, wrong: pd.Series[Any], allowed: str
) -> None:
    """Reports the first wrong row."""
    if wrong.any():
        row: Any = wrong.idxmax()
        raise Damaged(
            f"{name}.csv:{row + 2}: {column}: found {str(table.at[row, column])[:60]!r}; "
            f"allowed: {allowed}"
        )


class Frame:
    """All tables share these: design points and strategies."""

    def __init__(self, results: Results) -> None:
        table = results.table("metrics")
        names = list(table.columns)
        if not {"strategy", "metric"} < set(names) or names[0] != "design_point":
            raise Damaged("metrics.csv:1: allowed: design_point, factors, strategy, metric, ...")
        if not len(table):
            raise Damaged("metrics.csv: no rows below the header")
        columns = names[: names.index("strategy")]
        points = table[columns].drop_duplicates()
        self.points = list(range(len(points)))
        has_no_factors = len(columns) == 1
        if list(points["design_point"]) != self.points or (has_no_factors and len(points) > 1):
            raise Damaged("metrics.csv: design_point: allowed: 0, 1, 2 ..., with the same factors")
        for factor in columns[1:]:
            if pd.api.types.is_numeric_dtype(points[factor]):
                numbers("metrics", points, factor, *ANY)
        self.strategies = results.manifest["strategies"]

    def check(self, name: str, table: pd.DataFrame, keys: list[str]) -> None:
        """The design points and strategies are those of the run, and no row occurs twice."""
        allowed = ", ".join(self.strategies)
        refuse(name, table, "strategy", ~table["strategy"].isin(self.strategies), allowed)
        strange = ~table["design_point"].isin(self.points)
        refuse(name, table, "design_point", strange, f"0 to {self.points[-1]}")
        twice = table.duplicated(["design_point", "strategy", *keys])
        refuse(name, table, "design_point", twice, "each row once")
