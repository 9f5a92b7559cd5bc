"""Tables: the files of results, and records of the tool, for pandas, Polars and Arrow."""

from __future__ import annotations

import collections
import csv
import importlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import vocabulary
from .errors import Error, NoResults, ResultsError
from .markup import Markup, tag
from .requirements import missing, version

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = dict[str, Any]
# So many rows are shown.
SHOWN = 10


class Table:
    """A table: iterate over its rows, or hand it to a library of data frames."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Row]:
        """The rows, with the values as Python's; None where there is none."""
        raise NotImplementedError

    def pandas(self) -> pd.DataFrame:
        """A pandas data frame. Counts are `Int64`, texts categories in the order of the file."""
        raise NotImplementedError

    def polars(self) -> pl.DataFrame:
        """A Polars data frame; raises Error where Polars is not installed."""
        raise NotImplementedError

    def arrow(self) -> pa.Table:
        """An Arrow table; raises Error where pyarrow is not installed."""
        raise NotImplementedError

    def to_parquet(self, file: str | PathLike[str]) -> None:
        """Writes a Parquet file, packed with zstd; raises Error where pyarrow is not installed."""
        library("pyarrow").parquet.write_table(self.arrow(), file, compression="zstd")

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<deliverysim.Table: {len(self)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = list(itertools.islice(self, SHOWN))
        count = len(self)
        note = [f"{len(head)} of {count} rows"] if count > len(head) else []
        return html(self.columns, head) + "".join(tag("p", one) for one in note)


class FileTable(Table):
    """A CSV file of results; docs/reference/results.md explains its columns."""

    def __init__(self, file: Path) -> None:
        """Raises NoResults where there is no such file, ResultsError where it is no such table."""
        self.file = file
        self._columns = header(file)
        self._kinds = kinds(self._columns, is_plain(file))

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __iter__(self) -> Iterator[Row]:
        """The rows; raises ResultsError with the line and the column of what is damaged."""
        readers = [READERS[self._kinds[name]] for name in self._columns]
        for line, cells in self._lines():
            parts = zip(self._columns, readers, cells, strict=True)
            yield {name: self._value(line, name, read, cell) for name, read, cell in parts}

    def _value(self, line: int, name: str, read: Callable[[str], Any], cell: str) -> Any:
        try:
            return read(cell) if cell else None
        except ValueError:
            place = f"{self.file}:{line}: column {name}"
            raise ResultsError(f"{place}: found {cell!r}, which is no {self._kinds[name]}") from None

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        """The lines after the head with their numbers from 1, as cells."""
        try:
            with open(self.file, newline="", encoding="utf-8") as lines:
                rows = csv.reader(lines)
                next(rows)
                for cells in rows:
                    if len(cells) != len(self._columns):
                        place = f"{self.file}:{rows.line_num}"
                        words = f"{len(cells)} cells, but {len(self._columns)} columns"
                        raise ResultsError(f"{place}: {words}")
                    yield rows.line_num, cells
        except (OSError, UnicodeError, csv.Error) as error:
            raise ResultsError(f"{self.file}: cannot be read: {error}") from error

    def __len__(self) -> int:
        return sum(1 for _ in self._lines())

    def pandas(self) -> pd.DataFrame:
        complaint = missing(["pandas"])
        if complaint:
            raise Error(complaint)
        frame: pd.DataFrame = self._read(lambda: read_table(self.file))
        return frame

    def polars(self) -> pl.DataFrame:
        frames = library("polars")
        types = {"text": frames.Categorical, "count": frames.Int64, "key": frames.Int64,
                 "number": frames.Float64, "hash": frames.UInt64}  # fmt: skip
        known = {name: types[one] for name, one in self._kinds.items() if one != FACTOR}
        found: pl.DataFrame = self._read(
            lambda: frames.read_csv(
                self.file, schema_overrides=known, null_values=[""], infer_schema_length=None
            )
        )
        return found

    def arrow(self) -> pa.Table:
        arrow = library("pyarrow")
        texts = arrow.dictionary(arrow.int32(), arrow.string())
        types = {"text": texts, "count": arrow.int64(), "key": arrow.int64(),
                 "number": arrow.float64(), "hash": arrow.uint64()}  # fmt: skip
        options = arrow.csv.ConvertOptions(
            column_types={name: types[one] for name, one in self._kinds.items() if one != FACTOR},
            null_values=[""],
            strings_can_be_null=True,
        )
        found: pa.Table = self._read(
            lambda: arrow.csv.read_csv(self.file, convert_options=options)
        )
        return found

    def _read(self, reader: Callable[[], Any]) -> Any:
        # Libraries fill rows that end too early.
        collections.deque(self._lines(), maxlen=0)
        try:
            return reader()
        except Exception as error:
            # Each library has errors of its own; the rows have the place, where they are at fault.
            collections.deque(self, maxlen=0)
            raise ResultsError(f"{self.file}: cannot be read: {error}") from error


class Records(Table):
    """Records that the tool has printed or that an answer holds."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._columns = list(dict.fromkeys(itertools.chain.from_iterable(rows)))
        self._rows = [{name: value(row.get(name)) for name in self._columns} for row in rows]

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def pandas(self) -> pd.DataFrame:
        complaint = missing(["pandas"])
        if complaint:
            raise Error(complaint)
        import pandas as pd

        return pd.DataFrame(self._rows, columns=self._columns)

    def polars(self) -> pl.DataFrame:
        frame: pl.DataFrame = library("polars").DataFrame(self._rows, infer_schema_length=None)
        return frame

    def arrow(self) -> pa.Table:
        table: pa.Table = library("pyarrow").Table.from_pylist(self._rows)
        return table


def library(name: str) -> Any:
    """A library that is loaded when somebody asks for it; raises Error where it is not installed."""
    try:
        found = importlib.import_module(name)
        for part in PARTS.get(name, []):
            importlib.import_module(f"{name}.{part}")
    except ImportError:
        raise Error(f"{name} is not installed: pip install {name}") from None
    return found


PARTS = {"pyarrow": ["csv", "parquet"]}


# Values

FACTOR = "factor"
"""The kind of a column of the sweep, whose cells are what the scenario says."""
TRUTHS = {"true": True, "false": False}


def is_plain(file: Path) -> bool:
    """A table without strategies: its columns are what their values are."""
    return file.name.endswith(PLAIN)


PLAIN = ("optimise.csv", "design.csv", ".calibration.csv")


def kinds(columns: Sequence[str], is_plain: bool) -> dict[str, str]:
    """The kind by which the cells of each column are read. The sweep's columns stand between the design point and
    the strategy."""
    if is_plain:
        return dict.fromkeys(columns, FACTOR)
    start = list(columns).index("strategy")
    factors = dict.fromkeys(columns[1:start], FACTOR)
    return {name: factors.get(name) or vocabulary.kind(name) for name in columns}


def factor(cell: str) -> Any:
    for read in (int, float):
        try:
            return read(cell)
        except ValueError:
            continue
    return TRUTHS.get(cell, cell)


READERS: dict[str, Callable[[str], Any]] = {"text": str, "key": int, "count": int, "number": float, "hash": int,
                                            FACTOR: factor}  # fmt: skip


def value(found: Any) -> Any:
    """JSON has no infinity: the tool writes it as a text."""
    return float(found) if found in ("inf", "-inf") else found


def html(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Markup:
    """A table as markup; the heads have their meaning as a title."""
    heads = [tag("th", name, title=vocabulary.label(name)) for name in columns]
    lines = [tag("tr", *(tag("td", cell(row[name])) for name in columns)) for row in rows]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *lines))


def cell(found: Any) -> str:
    if found is None:
        return ""
    return f"{found:.6g}" if isinstance(found, float) else str(found)


# Files


def header(file: Path) -> list[str]:
    """The names of a file's columns."""
    if not file.is_file():
        raise NoResults(f"{file}: no such file")
    try:
        with open(file, newline="", encoding="utf-8") as lines:
            names = next(csv.reader(lines), [])
    except (OSError, UnicodeError, csv.Error) as error:
        raise ResultsError(f"{file}: cannot be read: {error}") from error
    if not names or "strategy" not in names and not is_plain(file):
        raise ResultsError(f"{file}: no column strategy")
    return names


def read_table(file: Path) -> pd.DataFrame:
    """A result file with the types of its columns; raises ResultsError."""
    import pandas as pd

    types = dtypes(header(file), is_plain(file))
    # Older ones may miss the last digit without it; newer ones warn of it.
    exact: dict[str, Any] = {"float_precision": "round_trip"}
    try:
        table: pd.DataFrame = pd.read_csv(
            file,
            dtype=types,
            keep_default_na=False,
            na_values=[""],
            low_memory=False,
            **(exact if version("pandas") < (3, 1) else {}),
        )
    except (OSError, ValueError) as error:
        raise ResultsError(f"{file}: cannot be read: {error}") from error
    for name in table.columns:
        if not pd.api.types.is_numeric_dtype(table[name]):
            # They stay in the order of the file, so that charts and tables keep the scenario's.
            order = table[name].dropna().unique()
            table[name] = pd.Categorical(table[name], categories=order)
    return table


def dtypes(names: Sequence[str], is_plain: bool) -> dict[str, str]:
    """The types of all columns but the sweep's factors, which are what their values are."""
    return {name: vocabulary.dtype(name) for name, one in kinds(names, is_plain).items() if one != FACTOR}
