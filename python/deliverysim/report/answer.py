"""The answer of a run, as answer.json has it. Pages and pictures show it; nothing is decided here."""

import json

NOTHING = {"order": [], "as_good": []}


class Answer:
    """What the tool has found out, for the strategies that a page shows.

    document: answer.json. strategies: their names."""

    def __init__(self, document, strategies):
        self.metric = document["question"]["metric"]
        self.baseline = document["question"].get("baseline")
        self._is_choice = document["kind"] == "choice"
        self.sentences = document["sentences"]
        self.warnings = document["warnings"]
        self.world = document["world"]
        self._points = {one["design_point"]: one for one in document["points"]}
        self._strategies = set(strategies)
        self._gains = {
            (one["design_point"], one["strategy"]): one
            for one in document["differences"]
            if one["metric"] == self.metric
        }

    def _at(self, point):
        return self._points.get(point, NOTHING)

    def order(self, point):
        """The strategies that can be chosen at a design point, the one to choose first."""
        return [name for name in self._at(point)["order"] if name in self._strategies]

    def as_good(self, point):
        """Those that are as good as the first, or not told apart from it; nothing where another one
        comes first, since the first is not shown."""
        at = self._at(point)
        is_first = at["order"][:1] == self.order(point)[:1]
        return [name for name in at["as_good"] if name in self._strategies and is_first]

    def is_decided(self, point):
        """`best` has chosen: who is as good is not only not told apart."""
        return self._is_choice and "chosen" in self._at(point)

    def cost(self, point):
        """The metric whose price is told beside the gain; or None."""
        return self._at(point).get("cost")

    def gain(self, point, name):
        """The difference of the metric from the baseline; None where it may be 0."""
        found = self._gains.get((point, name))
        return float(found["difference"]) if found and found["is_sure"] else None


def read(folder, strategies):
    text = (folder / "answer.json").read_text(encoding="utf-8")
    return Answer(json.loads(text), strategies)
