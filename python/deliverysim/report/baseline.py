"""Two runs on one page: what `deliverysim check` says of a run and a baseline.

The tool hands the check over as a file; nothing is judged here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..markup import listing, tag
from .words import capital, listed

if TYPE_CHECKING:
    from ..markup import Markup
    from .results import Results

CHANGES_MAX = 30


class Comparison:
    """The verdicts, worst first, and what has changed in the scenario."""

    def __init__(self, document: dict[str, Any]) -> None:
        """document: as the tool writes it."""
        self.baseline = document["baseline"]
        self.confidence = document["confidence"]
        self.versions = document["versions"]
        self.changes = document["changes"]
        self.missing = document["missing"]
        self.warnings = document["warnings"]
        self.answers = document["answers"]
        # Verdicts with their looks, worst first.
        self.looks = {one["name"]: one for one in document["verdicts"]}
        self.metrics = [Verdict(row) for row in document["metrics"]]

    def count(self, verdict: str) -> int:
        """A metric that is missing is inconclusive."""
        missing = len(self.missing) if verdict == "inconclusive" else 0
        return missing + sum(int(one.verdict == verdict) for one in self.metrics)

    @property
    def counts(self) -> str:
        """Such as "2 fail, 1 is inconclusive and 40 pass"."""
        return listed(f"{self.count(verdict)} {verdict}" for verdict in reversed(self.looks))

    @property
    def differing(self) -> list[Any]:
        """The metrics that have another value, or may have had one: all that are not the same."""
        return [one for one in self.metrics if not one.is_same]

    @property
    def same(self) -> int:
        """The number of metrics that are surely the same in both runs."""
        return len(self.metrics) - len(self.differing)


class Verdict:
    """One metric of one strategy at one design point, now and in the baseline."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.point, self.strategy = row["design_point"], row["strategy"]
        self.metric, self.verdict = row["metric"], row["verdict"]
        self.higher_is_better, self.is_same = row["higher_is_better"], row["is_same"]
        self.now, self.before, self.low, self.high, self.limit = (
            None if row[key] is None else float(row[key])
            for key in ("now", "before", "low", "high", "limit")
        )
        self.words, self.margin = signed(row["words"]), signed(row["margin"])
        # Low end, value and high end of how much worse it is, in margins. At 0 it is as in the
        # baseline, above 1 beyond the margin. None where that says nothing.
        self.worsening = row["worsening"] and [float(one) for one in row["worsening"]]


def signed(text: str) -> str:
    """The tool's words with true minus signs."""
    return re.sub(r"-(?=\d|inf)", "−", text)


def read(path: Path | None) -> Comparison | None:
    """The comparison that the tool has handed over; None without a path."""
    return Comparison(json.loads(path.read_text(encoding="utf-8"))) if path else None


def section(results: Results) -> list[Any]:
    """A page with a baseline says this after its answer: the verdicts in numbers, what changed."""
    comparison = results.comparison
    if comparison is None:
        return []
    warnings = [f"Warning: {text}" for text in comparison.warnings]
    missing = [f"inconclusive: {text}: in the baseline only" for text in comparison.missing]
    open_lists: list[str] = [*missing, *warnings]
    closed: list[str] = []
    if not comparison.metrics:
        open_lists, closed = closed, open_lists
    compared = f"Compared with {name(comparison.baseline)}: {verdicts(comparison)}"
    return [
        tag(
            "section",
            tag("h2", "Against the baseline"),
            tag("p", compared),
            *(tag("p", capital(text)) for text in comparison.answers),
            *listing(open_lists),
            hidden(changed(comparison), [*changes(comparison), *closed]),
            id="against-the-baseline",
        )
    ]


def name(directory: str) -> str:
    """A results directory is called so: without the folders of this machine."""
    return (Path(directory).name or "/") if Path(directory).is_absolute() else directory


def verdicts(comparison: Comparison) -> str:
    if not comparison.metrics:
        return (
            "the two scenarios ask different questions. No design point has a strategy that the "
            "baseline has at the same point, so there is nothing to compare."
        )
    return f"{comparison.counts}. {same(comparison)}"


def hidden(words: str, texts: list[Any]) -> Markup:
    """A list that opens; only the words without texts."""
    if not texts:
        return tag("p", words)
    return tag("details", tag("summary", words), *listing(texts))


def same(comparison: Comparison) -> str:
    """The number of metrics that differ in nothing; the others do, or may."""
    count = len(comparison.differing)
    if comparison.metrics and not count:
        return "All metrics are exactly the same."
    differ = "differs or may differ" if count == 1 else "differ or may differ"
    are = "is" if comparison.same == 1 else "are"
    return (
        f"Of {len(comparison.metrics)} metrics {comparison.same} {are} the same in both, "
        f"{count} {differ}."
    )


def changed(comparison: Comparison) -> str:
    """The sentence before the list of changes."""
    now, before = comparison.versions["now"], comparison.versions["before"]
    versions = "" if now == before else f" Version {now} against {before}."
    if not comparison.changes:
        return f"The scenarios are the same.{versions}"
    return f"What has changed in the scenario, before → now:{versions}"


def changes(comparison: Comparison) -> list[Any]:
    """A text for each change; of many only the first."""
    rest = len(comparison.changes) - CHANGES_MAX
    texts = [change(one) for one in comparison.changes[:CHANGES_MAX]]
    return texts + ([f"and {rest} more: the scenarios are in manifest.json"] if rest > 0 else [])


def change(one: dict[str, str | None]) -> str:
    """Such as "devices: 100 → 200"."""
    if one["before"] is None:
        return f"{one['path']}: {one['now']} (not in the baseline)"
    if one["now"] is None:
        return f"{one['path']}: {one['before']} in the baseline, not there now"
    if one["now"] == one["before"]:
        return f"{one['path']}: another one"
    return f"{one['path']}: {one['before']} → {one['now']}"
