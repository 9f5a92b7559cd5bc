"""The results of a run: its manifest, its answer and its tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from . import vocabulary
from .answer import Answer, read_answer
from .arguments import Folder, HasFolder, fitting, kind
from .errors import Error, NoResults, ResultsError
from .requirements import old_python
from .tables import FileTable, Table

# Those of Sources/Vocabulary/Words/Version.swift: a test compares them.
FORMAT = 3
EPOCH = 10


def read(folder: Folder) -> Results:
    """The results in a folder, as `deliverysim run` writes it.

    Tables are read when they are first used. Raises ResultsError, or NoResults where there are
    none."""
    complaint = old_python()
    if complaint:
        raise Error(complaint)
    place = fitting("folder", folder, kind("Folder"))
    return Results(place.folder if isinstance(place, HasFolder) else place)


class Results:
    """The results of one run: its answer, and its tables.

    docs/reference/results.md explains every column."""

    folder: Path
    manifest: Mapping[str, Any]
    """It has what is needed to run it again: scenario, seed, versions, hashes, platform."""
    exit_code: int | None
    """The exit code of `run`: 1 when an expectation failed, 3 when one stayed open; None of results read."""
    summary: str
    """The tables that `run` has printed; empty of results read."""
    notes: Sequence[str]
    """Other messages of `run`, such as warnings; empty of results read."""

    def __init__(
        self,
        folder: str | PathLike[str],
        *,
        exit_code: int | None = None,
        summary: str = "",
        notes: Sequence[str] = (),
    ) -> None:
        # A path may keep the temporary folder in which it is.
        self.folder = folder if isinstance(folder, Path) else Path(folder)
        self.manifest = read_manifest(self.folder)
        self.exit_code = exit_code
        self.summary = summary
        self.notes = list(notes)

    def __repr__(self) -> str:
        return f"<deliverysim.Results {self.scenario.get('name')!r} in {str(self.folder)!r}>"

    def _repr_html_(self) -> str:
        return self.answer._repr_html_()

    @property
    def scenario(self) -> Mapping[str, Any]:
        """The scenario that was run, with all defaults."""
        scenario: Mapping[str, Any] = self.manifest["scenario"]
        return scenario

    @cached_property
    def answer(self) -> Answer:
        """The answer of the run: what to choose, how much better it is, and how sure that is.
        docs/reference/answer.md explains every field. Raises NoResults, or ResultsError where it is
        damaged."""
        return Answer(read_answer(self.folder))

    # Tables

    @cached_property
    def metrics(self) -> Table:
        """A row for each metric, with its interval."""
        return self._table("metrics")

    @cached_property
    def comparisons(self) -> Table:
        """A row for each metric's difference from the baseline, paired by replication."""
        return self._table("comparisons")

    @cached_property
    def replications(self) -> Table:
        """A row for each replication."""
        return self._table("replications")

    @cached_property
    def fates(self) -> Table:
        """A row for each way in which notifications end."""
        return self._table("fates")

    @cached_property
    def latency(self) -> Table:
        """A row for each bin of delays."""
        return self._table("latency")

    @cached_property
    def timeline(self) -> Table:
        """A row for each bucket of time."""
        return self._table("timeline")

    @cached_property
    def groups(self) -> Table:
        """A row for each metric of a group of devices; none without `groups`."""
        return self._table("groups")

    @cached_property
    def observed(self) -> Table:
        """Telemetry would say this, and this is true; none without `telemetry`."""
        return self._table("observed")

    @cached_property
    def inputs(self) -> Table:
        """Simulating and the inputs leave this open; only after `run --inputs`."""
        return self._table("inputs")

    @cached_property
    def best(self) -> Table:
        """A row for each candidate; only where something is to be chosen."""
        return self._table("best")

    @cached_property
    def optimise(self) -> Table:
        """A row for each point of a search; only after `best(range=...)`."""
        return self._table("optimise")

    @cached_property
    def pareto(self) -> Table:
        """Who is beaten in several metrics at once; only with `best.pareto`."""
        return self._table("pareto")

    @cached_property
    def expectations(self) -> Table:
        """The verdict on each expectation at each design point; only with `expect`."""
        return self._table("expectations")

    @cached_property
    def concentration(self) -> Table:
        """A row for each quantile of the loss per device."""
        return self._table("concentration")

    def _table(self, name: str) -> Table:
        return FileTable(self.folder / f"{name}.csv")

    def to_parquet(self, folder: str | PathLike[str]) -> list[Path]:
        """Writes each table as a Parquet file into a folder, and returns the files; raises Error
        where pyarrow is not installed. CSV stays what other commands read."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        written = []
        for file in sorted(self.folder.glob("*.csv")):
            written.append(place / f"{file.stem}.parquet")
            FileTable(file).to_parquet(written[-1])
        return written

    # Words

    def units(self, column: str) -> str:
        """The unit of a column, a metric or a factor of the sweep.

        `s`, `us`, `1/s`, `bytes`, `share` (0 to 1), `count`, `per notification`,
        `per device-day`; "metric" for what is told of the row's metric (`mean`, `ci_low`, ...);
        "" where there is none. Raises KeyError for names that are nothing of the kind."""
        if column in self._factors:
            factor = self._factors[column]
            plain = factor["unit"] in ("1", "whole")
            return str(factor.get("counts", "") if plain else factor["unit"])
        found = vocabulary.unit(column)
        if found is None:
            raise KeyError(column)
        return found

    def labels(self, column: str) -> str:
        """A column, a metric or a factor of the sweep in words, for an axis; without its unit."""
        self.units(column)
        if column not in self._factors:
            return vocabulary.label(column)
        return str(self._factors[column].get("label") or column.replace("_", " "))

    @cached_property
    def _factors(self) -> Mapping[str, Mapping[str, Any]]:
        return {one["name"]: one for one in self.answer["factors"]}


# Files


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of whole results that this version can read; raises ResultsError."""
    file = folder / "manifest.json"
    if not folder.is_dir():
        raise NoResults(f"{folder}: no such folder")
    if not file.is_file():
        unfinished = (folder / ".checkpoint").exists()
        reason = "an interrupted run; --resume continues it" if unfinished else "no manifest.json in it"
        raise NoResults(f"{folder}: {reason}")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResultsError(f"{file}: cannot be read: {error}") from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("scenario"), dict):
        raise ResultsError(f"{file}: not a manifest of deliverysim")
    for key, wanted in (("format", FORMAT), ("results_epoch", EPOCH)):
        if manifest.get(key) != wanted:
            name = key.replace("_", " ")
            raise ResultsError(
                f"{file}: {name} {manifest.get(key)}, but this package reads {name} {wanted}; "
                "deliverysim run makes the results anew"
            )
    if manifest.get("shard"):
        raise ResultsError(
            f"{folder}: only shard {manifest['shard']} of a run; deliverysim merge joins shards"
        )
    return manifest
