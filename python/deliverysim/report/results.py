"""A results directory: its tables, design points and strategies, as docs/reference/results.md describes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..vocabulary import is_share
from . import answer
from .words import NO_LIMIT, factor_words

if TYPE_CHECKING:
    from .baseline import Comparison

# The column after the last factor.
STRATEGY = "strategy"
POINT = "design_point"
# Absent where the scenario has none of it: read as empty.
MODELLED = {"timeline": ["resend_requests", "peak_resend_rate"]}


def each(table: pd.DataFrame) -> Iterator[Any]:
    """The rows: their values have the types of the columns, which only the file knows."""
    return iter(table.itertuples())


@dataclass(frozen=True)
class Factor:
    """A column of the sweep that says something the columns before it don't."""

    name: str
    values: tuple[Any, ...]  # in order of appearance
    is_number: bool
    unit: str  # "s", "1/s", "share", "1" or "whole": people write its values so
    no_limit: float | None = None  # the value that stands for none; it has no place on a scale
    title: str = ""  # as the scenario calls it
    counts: str = ""  # what its plain numbers count

    @property
    def label(self) -> str:
        return self.title or self.name.replace("_", " ")

    @property
    def axis_label(self) -> str:
        return f"{self.label} [{self.counts}]" if self.counts else self.label

    def words(self, value: Any) -> str:
        if self.no_limit is not None and value == self.no_limit:
            return NO_LIMIT
        return factor_words(value, self.unit) if self.is_number else str(value)


def cut(rows: pd.DataFrame, low: float, high: float, prefix: str = "") -> pd.DataFrame:
    """The same rows, with intervals that end where the values end: nobody shows 100.01 %.

    What then is still infinite cannot be drawn, and is missing."""
    ends = [f"{prefix}ci_low", f"{prefix}ci_high"]
    return rows.assign(
        **{end: rows[end].clip(low, high).replace([-math.inf, math.inf], math.nan) for end in ends}
    )


def bounded(rows: pd.DataFrame, metric: str) -> pd.DataFrame:
    """The rows' intervals end where the metric's values end."""
    return cut(rows, 0, 1 if is_share(metric) else math.inf)


class Results:
    """The results of a run: each CSV is read when it is asked for."""

    def __init__(
        self,
        folder: Path,
        point: Any = None,
        where: Any = None,
        strategies: list[str] | None = None,
        comparison: Comparison | None = None,
    ) -> None:
        """point: the design point of charts that show a single one; None: the most telling.
        where: only design points with these values of factors. strategies: only these.
        comparison: with a baseline."""
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        self.scenario = self.manifest["scenario"]
        self.comparison = comparison
        self._point, self._where, self._only = point, where or {}, strategies

    @lru_cache
    def table(self, name: str) -> pd.DataFrame:
        """The rows of a file; an empty cell is missing, and nothing else is."""
        table = pd.read_csv(
            self.folder / f"{name}.csv",
            keep_default_na=False,
            na_values=[""],
            dtype={STRATEGY: str, "group": str},
        )
        for column in MODELLED.get(name, []):
            if column not in table:
                table[column] = math.nan
        for factor, value in self._where.items():
            table = table[table[factor] == value]
        return table[table[STRATEGY].isin(self._only)] if self._only else table

    # The run

    @property
    def title(self) -> str:
        return str(self.scenario.get("title") or self.scenario["name"])

    @cached_property
    def strategies(self) -> Any:
        return list(dict.fromkeys(self.table("metrics")[STRATEGY]))

    @property
    def baseline(self) -> str | None:
        """The strategy that the others are compared with; None when it was not run."""
        name = self.answer.baseline
        return name if name in self.strategies else None

    @cached_property
    def points(self) -> Any:
        """A row for each design point, with its factors."""
        table = self.table("metrics")
        columns = list(table.columns[: list(table.columns).index(STRATEGY)])
        return table[columns].drop_duplicates().set_index(POINT)

    @property
    def is_sample(self) -> bool:
        """All factors are drawn from laws: none of them is constant along another one."""
        return isinstance(self.scenario.get("sweep"), dict)

    @cached_property
    def factors(self) -> Any:
        """Those with several values; of factors that change together the clearest one, but all of
        a sample."""
        kept: list[Factor] = []
        for name in self.points.columns:
            column = self.points[name]
            if pd.api.types.is_bool_dtype(column):
                column = self.points[name] = column.map({True: "true", False: "false"})
            if column.nunique() < 2:
                continue
            values = tuple(dict.fromkeys(column))
            is_number = pd.api.types.is_numeric_dtype(column)
            told = self.answer.factors[name]
            factor = Factor(
                name,
                values,
                is_number,
                told["unit"],
                told.get("no_limit"),
                told.get("label", ""),
                told.get("counts", ""),
            )
            twin = next((one for one in kept if self._same(one.name, name)), None)
            if twin is None or self.is_sample:
                kept.append(factor)
            elif twin.is_number and not factor.is_number and len(factor.values) < 4:
                kept[kept.index(twin)] = factor  # labels are written for people
        return kept

    def _same(self, one: str, other: str) -> bool:
        pairs = self.points[[one, other]].drop_duplicates()
        counts = {len(pairs), self.points[one].nunique(), self.points[other].nunique()}
        return len(counts) == 1

    @cached_property
    def axis(self) -> Any:
        """The factor along which curves are drawn: the number with the most values; or None."""
        numbers = [factor for factor in self.factors if factor.is_number]
        best = max(numbers, key=lambda factor: len(factor.values), default=None)
        texts = [len(factor.values) for factor in self.factors if not factor.is_number]
        if best is None or max(texts, default=0) > len(best.values):
            return None
        return best if len(best.values) > 2 or len(self.factors) == 1 else None

    def point_words(self, point: int, but: Factor | None = None, is_short: bool = False) -> str:
        """Such as "user: traveller"; without the factor `but`, or with the labels alone."""
        words = []
        for factor in self.factors:
            if factor is not but:
                value = factor.words(self.points.at[point, factor.name])
                is_clear = is_short and not factor.is_number
                words.append(value if is_clear else f"{factor.label}: {value}")
        return ", ".join(words)

    # Numbers

    @lru_cache
    def metric(self, name: str) -> pd.DataFrame:
        """mean, ci_low, ci_high by design point and strategy; empty without its station."""
        table = self.table("metrics")
        rows = table[(table["metric"] == name) & table["mean"].notna()]
        rows = rows.set_index([POINT, STRATEGY])[["mean", "ci_low", "ci_high"]]
        return bounded(rows, name)

    @lru_cache
    def difference(self, name: str) -> pd.DataFrame:
        """difference, ci_low, ci_high to the baseline by design point and strategy."""
        table = self.table("comparisons")
        rows = table[(table["metric"] == name) & table["difference"].notna()]
        rows = rows.set_index([POINT, STRATEGY])[["difference", "ci_low", "ci_high"]]
        return cut(rows, -1, 1) if is_share(name) else cut(rows, -math.inf, math.inf)

    @lru_cache
    def savings(self, name: str) -> dict[Any, Any]:
        """By design point and strategy, how many times as many replications an estimate would need
        without controls; those without are left out, as in results of older versions."""
        table = self.table("metrics")
        if not {"controls", "variance_reduction_controls"} <= set(table.columns):
            return {}
        has = table["variance_reduction_controls"].notna() & (table["controls"] != "none")
        rows = table[(table["metric"] == name) & has]
        keys = zip(rows[POINT], rows[STRATEGY])
        return dict(zip(keys, map(float, rows["variance_reduction_controls"])))

    @cached_property
    def has_controls(self) -> Any:
        """Some estimates have controls, and so may some differences."""
        return any(self.savings(name) for name in self.table("metrics")["metric"].unique())

    @cached_property
    def confidence(self) -> str:
        return f"{float(self.table('metrics')['confidence'].iloc[0]) * 100:g} %"

    @cached_property
    def small_print(self) -> str:
        """A sentence that says what the intervals in a table are."""
        alone = " of simulating alone; those in sentences count the uncertain inputs too"
        return f"In small print: {self.confidence} intervals{alone if self.has('inputs') else ''}."

    def mean(self, name: str, point: int, strategy: str) -> float | None:
        """The value, or None where there is none."""
        table = self.metric(name)
        means: Any = table["mean"]
        return float(means[point, strategy]) if (point, strategy) in table.index else None

    def known(self, name: str, point: int, strategy: str) -> float:
        """A value that is there; raises KeyError where there is none."""
        value = self.mean(name, point, strategy)
        if value is None:
            raise KeyError((name, point, strategy))
        return value

    @cached_property
    def focus(self) -> Any:
        """The design point of charts that show one: of those on the page, the most telling."""
        if self._point is not None:
            return self._point
        return next(point for point in self.answer.focus if point in self.points.index)

    @cached_property
    def answer(self) -> Any:
        """The answer of the run, for the strategies that are shown."""
        return answer.read(self.folder, self.strategies)

    @cached_property
    def leading(self) -> Any:
        """The metric that the page is about."""
        return self.leading_of("metrics")

    def leading_of(self, file: str) -> str:
        """The answer's metric where a file has values of it that can be told and drawn; else
        deliverability, which every run has."""
        metric, table = self.answer.metric, self.table(file)
        has_values = ((table["metric"] == metric) & (table["mean"].abs() < math.inf)).any()
        return metric if has_values else "deliverability"

    def is_finite(self, metric: str, point: int, name: str) -> bool:
        """There is a value that can be told and drawn: a delay may never end."""
        value = self.mean(metric, point, name)
        return value is not None and math.isfinite(value)

    @property
    def focus_words(self) -> str:
        """Says which design point a chart shows; empty where there is one only."""
        if len(self.points) < 2:
            return ""
        return self.which(self.focus)

    def which(self, point: int) -> str:
        """The factors' values, and the number that files and --design-point use."""
        last = self.points.index.max()
        return f"At {self.point_words(point)} (design point {point}; numbers run from 0 to {last})."

    def has(self, name: str) -> bool:
        """The run has a file that only some have."""
        return (self.folder / f"{name}.csv").is_file()

    def at_focus(self, name: str) -> pd.DataFrame:
        table = self.table(name)
        rows: pd.DataFrame = table[table[POINT] == self.focus]
        return rows

    @property
    def replications(self) -> str:
        """The number at each design point, as words."""
        counts = sorted(set(int(count) for count in self.table("metrics")["replications"]))
        return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
