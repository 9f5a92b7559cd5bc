"""The vocabulary is the tool's, it has all that results have, and nothing else has a table of names."""

import ast
import csv
import gzip
import json
import re
import subprocess
import unittest
from pathlib import Path

import deliverysim
from deliverysim import vocabulary

from .places import RESULTS, TOOL, needs_tool

PACKAGE = Path(deliverysim.__file__).parent
FILE = PACKAGE / "vocabulary.json"
DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))
NAMES = {part: {one["name"] for one in DOCUMENT[part]}
         for part in ("metrics", "fates", "stages", "causes", "repairs")}
TABLE = 3  # so many names of a kind together are a table


def tables():
    """Each published table: its path, its columns and its rows."""
    for path in sorted([*RESULTS.glob("*/*.csv"), *RESULTS.glob("*/*.csv.gz")]):
        with (gzip.open if path.suffix == ".gz" else open)(
            path, "rt", newline="", encoding="utf-8"
        ) as lines:
            yield path, *head_and_rows(csv.reader(lines))


def head_and_rows(lines):
    head = next(lines)
    return head, [dict(zip(head, line)) for line in lines]


def literals(tree):
    """The texts that stand together in a list, a set, a tuple, the keys of a dict, or in a text."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.List, ast.Set, ast.Tuple)):
            yield node, texts(node.elts)
        elif isinstance(node, ast.Dict):
            yield node, texts(node.keys)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, [word for word in re.findall(r"[\w-]+", node.value) if "_" in word]


def texts(nodes):
    return [one.value for one in nodes if isinstance(one, ast.Constant)]


class Tool(unittest.TestCase):
    @needs_tool
    def test_it_is_what_the_tool_prints(self):
        printed = subprocess.run([TOOL, "vocabulary"], capture_output=True, check=True).stdout
        self.assertEqual(printed.decode("utf-8"), FILE.read_text(encoding="utf-8"), "make reference")


def knows_ending(fate, stage, cause, repair):
    """Whether notifications can end so; an empty stage: nothing was destroyed."""
    causes = {(one["stage"], one["name"]) for one in DOCUMENT["causes"]}
    known = fate in NAMES["fates"] and (not repair or repair in NAMES["repairs"])
    return known and ((stage, cause) in causes or not stage + cause)


class Published(unittest.TestCase):
    def test_columns_metrics_and_endings_are_known(self):
        found = {"metric": set(), "repair": set()}
        seen = 0
        for path, head, rows in tables():
            if path.name.startswith("design."):
                continue
            start = head.index("strategy")
            strange = [name for name in head[start:] if vocabulary.unit(name) is None]
            inputs = path.name.startswith("inputs.")
            strange = [name for name in strange if not (inputs and name.startswith("share_"))]
            self.assertEqual(strange, [], path)
            for row in rows:
                for column in found:
                    found[column].add(row.get(column, ""))
                if "cause" in row:
                    ending = [row[key] for key in ("fate", "stage", "cause", "repair")]
                    self.assertTrue(knows_ending(*ending), f"{path}: {ending}")
            seen += 1
        self.assertGreater(seen, 200)
        self.assertEqual(found["metric"] - NAMES["metrics"], {""})
        self.assertGreater(len(found["metric"]), 30)
        self.assertEqual(found["repair"] - NAMES["repairs"], {""})


class Words(unittest.TestCase):
    def test_each_metric_has_words_of_its_own(self):
        for words in ("words", "axis", "label"):
            found = [getattr(one, words) for one in vocabulary.METRICS.values()]
            self.assertFalse([text for text in found if "_" in text or text != text.strip()])
            self.assertEqual(len(found), len(set(found)), words)

    def test_delays_and_latencies_differ(self):
        for quantile in ("p50", "p90"):
            self.assertIn("of what is shown", vocabulary.metric_words(f"latency_{quantile}_s").replace(
                "90 % of what is shown", "of what is shown"))
            self.assertRegex(vocabulary.metric_words(f"delay_{quantile}_s"), "of what is owed is shown$")

    def test_words_follow_from_the_kind(self):
        cases = {
            "loss": ("lost", "owed notifications lost", "owed notifications lost", "share"),
            "pushes_per_notification": (
                "pushes per notification", "pushes per notification", "pushes", "per notification"),
            "payload_bytes_per_notification": (
                "payload bytes per notification", "payload bytes per notification",
                "payload bytes", "bytes per notification"),
            "app_fetches_per_device_day": (
                "fetches by the app, per device and day",
                "fetches by the app, per device and day", "fetches by the app", "per device-day"),
            "devices_without_loss": (
                "devices without loss", "devices without loss", "devices without loss", "share"),
        }
        for name, words in cases.items():
            one = vocabulary.metric(name)
            self.assertEqual((one.words, one.axis, one.label, one.unit), words, name)
        self.assertEqual(vocabulary.after_value("devices_without_loss"), "of devices without loss")
        self.assertEqual(vocabulary.after_value("loss"), "lost")

    def test_a_metric_that_is_not_known_is_what_its_name_says(self):
        self.assertEqual(vocabulary.metric_words("my_own"), "my own")
        self.assertFalse(vocabulary.is_share("my_own") or vocabulary.is_more_better("my_own"))

    def test_prices_have_an_order_and_tables_their_metrics(self):
        self.assertEqual(vocabulary.COSTS[0], "escalation_cost_per_1000_notifications")
        places = [vocabulary.metric(name).cost for name in vocabulary.COSTS]
        self.assertEqual(places, list(range(1, len(places) + 1)))
        shown = vocabulary.prominent(1), vocabulary.prominent(2), vocabulary.prominent(3)
        self.assertLess(set(shown[0]), set(shown[1]))
        self.assertLess(set(shown[1]), set(shown[2]))
        self.assertEqual(shown[0][0], "deliverability")


class OneHome(unittest.TestCase):
    """Names stand in the vocabulary; elsewhere single ones are used."""

    def test_python_has_no_tables_of_names(self):
        for path in sorted(PACKAGE.rglob("*.py")):
            for node, words in literals(ast.parse(path.read_text(encoding="utf-8"))):
                for part, names in NAMES.items():
                    with self.subTest(f"{path.name}:{node.lineno} {part}"):
                        self.assertLess(len(names & set(words)), TABLE)

    def test_scripts_name_no_metric_and_no_ending(self):
        names = {name for name in NAMES["metrics"] if "_" in name}
        quoted = NAMES["fates"] | NAMES["causes"] | NAMES["repairs"] - {"none"}
        for path in sorted(PACKAGE.rglob("*.js")):
            text = path.read_text(encoding="utf-8")
            with self.subTest(path.name):
                self.assertFalse(names & set(re.findall(r"\w+", text)))
                self.assertFalse(quoted & set(re.findall(r"'([\w-]+)'", text)))

    def test_what_is_searched_for_is_found(self):
        words = [name for name in NAMES["metrics"] if "_" in name][:TABLE]
        for text in (repr(words), repr(dict.fromkeys(words)), repr(" ".join(words))):
            found = [len(NAMES["metrics"] & set(words)) for _, words in literals(ast.parse(text))]
            self.assertEqual(max(found), TABLE)


if __name__ == "__main__":
    unittest.main()
