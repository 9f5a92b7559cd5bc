"""The answer of a run, as answer.json has it. Pages and pictures show it; nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..answer import read_answer

NOTHING: dict[str, Any] = {"order": [], "as_good": [], "front": []}


class Answer:
    """It tells what the tool has found out, for the strategies that a page shows.

    document: answer.json. strategies: their names."""

    def __init__(self, document: Mapping[str, Any], strategies: list[str]) -> None:
        question = document["question"]
        self.metric, self.baseline = question["metric"], question.get("baseline")
        self.metrics, self.focus = question["metrics"], document["focus"]
        self.is_more_better = question.get("direction") != "less"
        self.factors = {one["name"]: one for one in document["factors"]}
        self._choices = document["choices"]
        self._candidates = document["candidates"]
        self._is_choice = document["kind"] == "choice"
        self.sentences = document["sentences"]
        self.warnings = document["warnings"]
        self.world = document["world"]
        self._points = {one["design_point"]: one for one in document["points"]}
        self._strategies = set(strategies)
        self._values = by_place(document["estimates"])
        self._gains = by_place(document["differences"])
        self._causes = {
            place: row.get("main_input")
            for place, row in by_place(
                one for one in document["uncertainty"] if "baseline" not in one
            ).items()
        }

    def _at(self, point: int) -> dict[str, Any]:
        found: dict[str, Any] = self._points.get(point, NOTHING)
        return found

    def order(self, point: int) -> list[str]:
        """The strategies that can be chosen at a design point, the one to choose first."""
        return [name for name in self._at(point)["order"] if name in self._strategies]

    def as_good(self, point: int) -> list[Any]:
        """Those that are as good as the first, or not told apart from it; nothing where another one
        comes first, since the first is not shown."""
        at = self._at(point)
        is_first = at["order"][:1] == self.order(point)[:1]
        return [name for name in at["as_good"] if name in self._strategies and is_first]

    def is_decided(self, point: int) -> bool:
        """`best` has chosen: who is as good is not only not told apart."""
        return self._is_choice and "chosen" in self._at(point)

    def cost(self, point: int) -> str | None:
        """The metric whose price is told beside the gain; or None."""
        return self._at(point).get("cost")

    def front(self, point: int) -> list[str]:
        """Those that may be chosen and that no other of them beats in gain and price."""
        return [name for name in self._at(point)["front"] if name in self._strategies]

    def cause(self, point: int, name: str) -> str | None:
        """The input that explains most of what is not known of the metric; None where none explains
        much."""
        return self._causes.get((point, name, self.metric))

    def gain(self, point: int, name: str) -> float | None:
        """The difference of the metric from the baseline; None where it may be 0."""
        found = self._gains.get((point, name, self.metric))
        return float(found["difference"]) if found and found["is_sure"] else None

    def price(self, point: int, name: str, cost: str) -> tuple[float, float] | None:
        """The price of a strategy beyond the baseline's, and the baseline's own; None where one is
        not known."""
        more = self._gains.get((point, name, cost))
        own = self._values.get((point, self.baseline, cost), {}).get("value")
        return None if more is None or own is None else (float(more["difference"]), float(own))

    def choice(self, point: int) -> dict[str, Any] | None:
        """The choice that a design point takes part in; None without one."""
        place = self._at(point).get("choice")
        return None if place is None else self._choices[place]

    @property
    def has_many_choices(self) -> bool:
        """There is a choice for each of several circumstances."""
        return len(self._choices) > 1

    def ranked(self, choice: dict[str, Any]) -> list[dict[str, Any]]:
        """The candidates of a choice, the best one first."""
        return [self._candidates[place] for place in choice["ranked"]]


def by_place(rows: list[dict[str, Any]] | Iterator[Any]) -> dict[Any, Any]:
    return {(row["design_point"], row["strategy"], row["metric"]): row for row in rows}


def read(folder: Path, strategies: list[str]) -> Answer:
    return Answer(read_answer(folder), strategies)
