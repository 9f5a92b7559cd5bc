"""The JSON Schema of scenarios: every shipped scenario is valid, and mistakes are seen."""

import json
import unittest
from pathlib import Path

from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[3]
SCENARIOS = sorted(
    path
    for folder in ("experiments", "Benchmarks")
    for path in (ROOT / folder).rglob("*.yml")
    if "\nformat: 1\n" in f"\n{path.read_text(encoding='utf-8')}"
)
BASE = """
format: 1
name: s
seed: 1
duration: 7d
workload: {arrivals: {poisson: {rate: 40/d}}}
strategies: [fire-and-forget, {name: own, gap-recovery: {wait: 1s}}]
"""
MISTAKES = [
    "warm_up: 7d",
    "warmup: 7",
    "devices: 0",
    "network: {online: {exponental: {mean: 6h}}}",
    "network: {online: {exponential: {mean: 6h}, constant: {value: 1s}}}",
    "device: {denied: 1.2}",
    "push_service: {kind: apn}",
    "strategies: 3",
    "groups: [{name: a}]",
]


def errors(text):
    schema = json.loads((ROOT / "docs" / "scenario.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    # YAML 1.2, as the tool reads it: `on` is a word, 1e6 a number.
    tree = YAML(typ="safe").load(text)
    return [error.message for error in Draft202012Validator(schema).iter_errors(tree)]


class SchemaTest(unittest.TestCase):
    def test_shipped_scenarios_are_valid(self):
        self.assertGreaterEqual(len(SCENARIOS), 18)
        for path in SCENARIOS:
            with self.subTest(path.relative_to(ROOT)):
                self.assertEqual(errors(path.read_text(encoding="utf-8")), [])

    def test_shipped_scenarios_name_the_schema(self):
        for path in SCENARIOS:
            if "experiments" in path.parts:
                first = path.read_text(encoding="utf-8").split("\n")[0]
                self.assertTrue(first.startswith("# yaml-language-server: $schema="), path)
                target = (path.parent / first.split("=")[1]).resolve()
                self.assertTrue(target.is_file(), path)

    def test_mistakes_are_seen(self):
        self.assertEqual(errors(BASE), [])
        for mistake in MISTAKES:
            keys = mistake.split(":")[0]
            rest = "\n".join(line for line in BASE.split("\n") if not line.startswith(keys))
            with self.subTest(mistake):
                self.assertNotEqual(errors(rest + mistake), [])
