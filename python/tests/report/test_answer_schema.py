"""docs/answer.schema.json describes every answer that the tool has published, and no more."""

import copy
import csv
import json
import unittest
from pathlib import Path

from jsonschema import Draft202012Validator

from .shipped import ROOT

SCHEMA = json.loads((ROOT / "docs" / "answer.schema.json").read_text(encoding="utf-8"))
PUBLISHED = sorted([*(ROOT / "results").rglob("answer.json"), *(ROOT / "experiments").rglob("*.answer.json")])


def load(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))


def complaints(document):
    return [f"{list(one.path)}: {one.message[:200]}" for one in Draft202012Validator(SCHEMA).iter_errors(document)]


class AnswerSchema(unittest.TestCase):
    def test_the_schema_is_one(self):
        Draft202012Validator.check_schema(SCHEMA)

    def test_published_answers_are_valid(self):
        self.assertGreaterEqual(len(PUBLISHED), 20)
        for path in PUBLISHED:
            with self.subTest(path.relative_to(ROOT)):
                self.assertEqual(complaints(load(path)), [])

    def test_every_field_and_type_is_checked(self):
        """Without a field, with another one, or with another type, an answer is refused."""
        answer = load(ROOT / "results/mail-queue/answer.json")
        for key in answer:
            with self.subTest(key):
                without = {name: value for name, value in answer.items() if name != key}
                self.assertNotEqual(complaints(without), [])
                self.assertNotEqual(complaints({**answer, key: {"other": 1}}), [])
        for part in ("points", "candidates", "estimates", "differences", "expectations"):
            changed = copy.deepcopy(answer)
            changed[part][0]["extra"] = 1
            self.assertNotEqual(complaints(changed), [], part)

    def test_numbers_are_those_of_the_tables(self):
        """Figure by figure, of every published run: an independent reader finds the same."""
        count = 0
        for path in (ROOT / "results").glob("*/answer.json"):
            answer = load(path)
            if answer["kind"] not in ("comparison", "choice"):
                continue
            for part, table, column in (("estimates", "metrics", "mean"), ("differences", "comparisons", "difference")):
                rows = keyed(path.parent / f"{table}.csv")
                for one in answer[part]:
                    row = rows[str(one["design_point"]), one["strategy"], one["metric"]]
                    value = one.get("value", one.get("difference"))
                    for told, cell in ((value, column), (one.get("ci_low"), "ci_low"), (one.get("ci_high"), "ci_high")):
                        count += 1
                        found = float(row[cell]) if row[cell] else None
                        self.assertEqual(None if told is None else float(told), found, (path.parent.name, one))
        self.assertGreater(count, 1000)

    def test_who_is_first_has_most(self):
        """Nobody has more of the metric than the first, in runs with one design point that are sure."""
        for path in (ROOT / "results").glob("*/answer.json"):
            answer = load(path)
            if answer["kind"] != "comparison" or len(answer["points"]) != 1 or "chosen" not in answer["points"][0]:
                continue
            metric, sign = answer["question"]["metric"], 1 if answer["question"]["direction"] == "more" else -1
            values = {
                one["strategy"]: sign * float(one["value"])
                for one in answer["estimates"] if one["metric"] == metric
            }
            first = answer["points"][0]["order"][0]
            with self.subTest(path.parent.name):
                self.assertEqual(answer["points"][0]["chosen"], first)
                self.assertEqual(values[first], max(values.values()))


def keyed(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return {(row["design_point"], row["strategy"], row["metric"]): row for row in csv.DictReader(lines)}


if __name__ == "__main__":
    unittest.main()
