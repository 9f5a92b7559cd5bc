"""The answer of a run, as answer.json has it: nothing is decided here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import NoResults, ResultsError
from .markup import tag
from .tables import Records, Table
from .vocabulary import axis_words, is_share

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


class Document(Mapping[str, Any]):
    """A document of JSON that the tool has written: a mapping, whose fields a page of the
    documentation explains."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document

    def __getitem__(self, name: str) -> Any:
        return self._document[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    def __repr__(self) -> str:
        return json.dumps(dict(self), indent=1, ensure_ascii=False)

    def _repr_html_(self) -> str:
        rows = [tag("tr", tag("th", name), tag("td", str(one))) for name, one in self.items()]
        return str(tag("table", *rows))


class Answer(Document):
    """The answer: what to choose, how much better it is, and how sure that is.

    docs/reference/answer.md explains every field."""

    @property
    def sentences(self) -> list[str]:
        """The answer in words."""
        return list(self["sentences"])

    @property
    def warnings(self) -> list[str]:
        """Sentences to read before the answer is used."""
        return list(self["warnings"])

    @cached_property
    def estimates(self) -> Table:
        """A row for each metric of each strategy, with its interval."""
        return Records(list(map(row, self["estimates"])))

    @cached_property
    def differences(self) -> Table:
        """A row for each difference from the baseline, with its interval."""
        return Records(list(map(row, self["differences"])))

    def pandas(self) -> pd.DataFrame:
        """The estimates as a pandas data frame."""
        return self.estimates.pandas()

    def polars(self) -> pl.DataFrame:
        """The estimates as a Polars data frame."""
        return self.estimates.polars()

    def arrow(self) -> pa.Table:
        """The estimates as an Arrow table."""
        return self.estimates.arrow()

    def __repr__(self) -> str:
        return "\n".join(self.sentences) or f"<deliverysim.Answer, {self['kind']}>"

    def _repr_html_(self) -> str:
        words = [tag("p", one) for one in (*self.sentences, *self.warnings)]
        return "".join([*words, *self._tables()])

    def _tables(self) -> list[str]:
        """The metrics of the question at the design point to look at first."""
        rows = [one for one in self.estimates if one["design_point"] in self["focus"][:1]]
        names = list(dict.fromkeys(one["metric"] for one in rows))
        strategies = dict.fromkeys(one["strategy"] for one in rows)
        cells = {(one["strategy"], one["metric"]): words(one) for one in rows}
        heads = tag("tr", *(tag("th", one) for one in ["", *map(axis_words, names)]))
        lines = [
            tag("tr", tag("th", one), *(tag("td", cells.get((one, name), "")) for name in names))
            for one in strategies
        ]
        return [tag("table", heads, *lines)] if rows else []


# The columns that say what a row is about, and its number.
FIRST = ["design_point", "strategy", "baseline", "metric", "value", "difference"]


def row(found: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a table: with lists as texts."""
    names = [name for name in FIRST if name in found]
    names += [name for name in found if name not in FIRST]
    texts = {name: " ".join(one) for name, one in found.items() if isinstance(one, list)}
    return {name: texts.get(name, found[name]) for name in names}


def words(estimate: Mapping[str, Any]) -> str:
    """A value with its interval."""
    shown = percent if is_share(estimate["metric"]) else "{:.4g}".format
    value, low, high = (estimate.get(name) for name in ("value", "ci_low", "ci_high"))
    if value is None:
        return ""
    told = shown(value)
    return told if low is None or high is None else f"{told} ({shown(low)} to {shown(high)})"


def percent(value: float) -> str:
    return f"{value * 100:.4g} %"


def read_answer(folder: Path) -> Mapping[str, Any]:
    """answer.json of a run or of an analysis. Raises NoResults, or ResultsError where it is
    damaged."""
    return read_document(folder / "answer.json")


def read_document(file: Path) -> Mapping[str, Any]:
    """A file of JSON. Raises NoResults, or ResultsError where it is damaged."""
    try:
        found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoResults(f"{file}: is not there") from None
    except ValueError as error:
        raise ResultsError(f"{file}: not JSON: {error}") from error
    return found
