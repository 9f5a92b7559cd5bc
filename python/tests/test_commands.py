"""The functions have every option of their commands, as the tool declares them."""

import inspect
import io
import json
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim import commands

from .places import ROOT, TOOL, needs_tool

sys.path.insert(0, str(ROOT / "python"))
import generate  # noqa: E402

FILE = Path(commands.__file__)
# Options that the functions see to themselves, by command: `run(shard=...)` would give no results.
APART = {"run": {"shard"}}


def declared():
    printed = subprocess.run(
        [TOOL, "--experimental-dump-help"], capture_output=True, check=True, text=True).stdout
    return printed, {one["commandName"]: one for one in json.loads(printed)["command"]["subcommands"]}


@needs_tool
class Declared(unittest.TestCase):
    def test_the_file_is_what_the_tool_declares(self):
        printed, _ = declared()
        written = io.StringIO()
        with mock.patch.object(sys, "stdin", io.StringIO(printed)), redirect_stdout(written):
            generate.main()
        self.assertEqual(FILE.read_text(encoding="utf-8"), written.getvalue(), "make reference")

    def test_each_option_of_a_command_is_an_argument(self):
        _, tool = declared()
        for command in {one.command for one in generate.FUNCTIONS}:
            functions = [one for one in generate.FUNCTIONS if one.command == command]
            given = set()
            for one in functions:
                source = inspect.getsource(getattr(deliverysim, one.name))
                given |= {name for name in map(generate.name, generate.named(tool[command]))
                          if f'"{name}": ' in source}
            wanted = {generate.name(one) for one in generate.named(tool[command])}
            self.assertEqual(wanted - given - generate.OWN - APART.get(command, set()), set(), command)

    def test_their_words_are_those_of_python(self):
        for one in generate.FUNCTIONS:
            words = inspect.getdoc(getattr(deliverysim, one.name))
            self.assertNotRegex(words, r"--[a-z]|\b[Pp]rint|standard input|repeatable", one.name)

    def test_a_value_without_a_type_is_no_option(self):
        one = {"valueName": "strange", "isRepeating": False, "isOptional": True,
               "preferredName": {"name": "strange"}}
        with self.assertRaises(KeyError):
            generate.value_type("run", one)


class Words(unittest.TestCase):
    """The words that the tool is given: it is a script that writes them."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.tool = self.folder / "tool"
        self.tool.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {self.folder}/words\nexit 70\n')
        self.tool.chmod(0o755)

    def words(self, function, *arguments, **options):
        with self.assertRaises(deliverysim.ToolFailed):
            function(*arguments, tool=self.tool, progress=False, **options)
        return (self.folder / "words").read_text().splitlines()

    def test_pairs_ranges_and_lists(self):
        found = self.words(
            deliverysim.best, "my.yml", out="o", subject_to=["loss <= 1%", "push_loss <= 2%"],
            range={"strategies.heartbeat.after": "5m..4h", "strategies.gap.limit": (1, 200)},
            worth=0.001, pareto="loss", settings={"devices": 7}, provider__link__loss=0.01)
        self.assertEqual(found, [
            "best", "--progress=none", "--worth=0.001", "--subject-to=loss <= 1%",
            "--subject-to=push_loss <= 2%", "--pareto=loss",
            "--range=strategies.heartbeat.after=5m..4h", "--range=strategies.gap.limit=1..200",
            "--set=devices=7", "--set=provider.link.loss=0.01", "--out=o", "--", "my.yml"])

    def test_columns_and_words_that_python_keeps_for_itself(self):
        found = self.words(
            deliverysim.start, ["a.csv", Path("b.csv")], out="o", column={"received": "at"},
            from_="2024-01-01", no_report=True)
        self.assertEqual(found, [
            "start", "--no-report", "--column=received=at", "--from=2024-01-01", "--out=o", "--",
            "a.csv", "b.csv"])

    def test_trials_make_no_scenario(self):
        found = self.words(deliverysim.fit, kept="trials.csv")
        self.assertEqual(found, ["fit", "--kept=trials.csv"])
        self.assertEqual(
            self.words(deliverysim.fit, kept="trials.csv", out="o.yml")[-1], "--out=o.yml")

    def test_settings_as_the_option_has_them(self):
        found = self.words(deliverysim.plan, "my.yml", settings="devices=7", timeline="2d")
        self.assertEqual(found, ["validate", "--set=devices=7", "--set=timeline=2d", "--cost",
                                 "--format=json", "--", "my.yml"])

    def test_what_is_there_once_more_is_not_repeated(self):
        found = self.words(deliverysim.run, "my.yml", discard_units=True)
        self.assertEqual(found.count("--discard-units"), 1)

    def test_a_scenario_as_a_dict_is_a_file_as_long_as_it_is_needed(self):
        *_, file = self.words(deliverysim.run, {"extends": "mail", "devices": 7})
        self.assertFalse(Path(file).exists())
        with self.assertRaisesRegex(deliverysim.Error, "^scenario: seed: found <object .*; allowed: a"):
            deliverysim.run({"seed": object()}, tool=self.tool)


if __name__ == "__main__":
    unittest.main()
