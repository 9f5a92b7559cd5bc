"""`run` asks the tool for what it was asked, and its errors are sentences."""

import gc
import os
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path
from unittest import mock

import deliverysim
import numpy as np
from deliverysim import requirements, runner

from .places import ROOT, SCENARIO, TOOL, needs_tool


def strategies(results):
    return list(dict.fromkeys(row["strategy"] for row in results.metrics))


class Folder(unittest.TestCase):
    """A test with a folder of its own, and a scenario in it."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.scenario = self.folder / "my.yml"
        self.scenario.write_text(SCENARIO, encoding="utf-8")

    def script(self, text):
        """A tool that does this instead."""
        path = self.folder / "tool"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path


@needs_tool
class Runs(Folder):
    def run_it(self, **arguments):
        return deliverysim.run(self.scenario, tool=TOOL, **arguments)

    def test_settings_reach_the_scenario(self):
        results = self.run_it(
            replications=3,
            threads=1,
            devices=np.int64(10),
            network__online__exponential__mean="5h",
            settings={"strategies.gap-recovery.wait": "3s", "timeline": "2d", "app": {}},
        )
        self.assertEqual(results.exit_code, 0)
        self.assertIn("gap-recovery", results.summary)
        scenario = results.scenario
        self.assertEqual((scenario["devices"], scenario["timeline"]), (10, "2d"))
        self.assertEqual(scenario["network"]["online"], {"exponential": {"mean": "5h"}})
        self.assertIn("3s", str(scenario["strategies"]))
        self.assertEqual({row["replications"] for row in results.metrics}, {3})

    def test_a_temporary_folder_goes_with_its_results(self):
        results = self.run_it(strategy="gap-recovery")
        folder = Path(str(results.folder))
        self.assertEqual(strategies(results), ["gap-recovery"])
        self.assertTrue(folder.exists())
        del results
        gc.collect()
        self.assertFalse(folder.parent.exists())

    def test_a_folder_of_ones_own_stays_and_is_replaced_by_force_only(self):
        out = self.folder / "-out"  # no option
        self.run_it(out=out, strategy=["fire-and-forget", "gap-recovery"])
        self.assertEqual(len(strategies(deliverysim.read(out))), 2)
        with self.assertRaisesRegex(deliverysim.ToolFailed, "--force replaces") as raised:
            self.run_it(out=out)
        self.assertEqual(raised.exception.exit_code, 73)
        self.run_it(out=out, force=True, seed=2)
        self.assertEqual(deliverysim.read(out).scenario["seed"], 2)

    def test_a_failed_expectation_is_no_error(self):
        claim = "gap-recovery.deliverability {}"
        failed = self.run_it(expect=[claim.format("<= 0.5")])
        self.assertEqual(failed.exit_code, 1)
        self.assertIn("FAILS", failed.summary)
        self.assertEqual(self.run_it(expect=[claim.format(">= 0.5")]).exit_code, 0)

    def test_errors_name_the_arguments_and_no_temporary_file(self):
        with self.assertRaises(deliverysim.ToolFailed) as raised:
            deliverysim.run({"extends": "mail", "seed": "x"}, tool=TOOL, devices="many")
        lines = str(raised.exception).splitlines()
        self.assertRegex(lines[0], "^(scenario: seed|devices): found ")
        self.assertNotIn("--set", str(raised.exception))
        self.assertNotIn(tempfile.gettempdir(), str(raised.exception))

    def test_errors_name_arguments_and_no_options(self):
        for name, value in [("input_draws", 0), ("strategy", "no-such")]:
            with self.assertRaisesRegex(deliverysim.ToolFailed, f"^{name}: "):
                self.run_it(**{name: value})

    def test_the_tools_errors_are_told(self):
        with self.assertRaises(deliverysim.ToolFailed) as raised:
            self.run_it(devices="many")
        self.assertEqual(raised.exception.exit_code, 64)
        self.assertRegex(str(raised.exception), "^devices: found many; allowed: ")
        with self.assertRaisesRegex(deliverysim.ToolFailed, "nowhere.yml: No such file"):
            deliverysim.run("nowhere.yml", tool=TOOL)


class Tools(Folder):
    def test_the_tool_is_found_by_argument_variable_and_path(self):
        tool = self.script("#!/bin/sh\n")
        self.assertEqual(runner.find_tool(tool), str(tool))
        with mock.patch.dict(os.environ, {"DELIVERYSIM": str(tool)}):
            self.assertEqual(runner.find_tool(), str(tool))
        named = tool.rename(self.folder / "deliverysim")
        with mock.patch.dict(os.environ, {"PATH": str(self.folder), "DELIVERYSIM": ""}):
            self.assertEqual(runner.find_tool(), str(named))

    def test_a_missing_tool_is_told(self):
        with mock.patch.dict(os.environ, {"PATH": "/nowhere", "DELIVERYSIM": ""}):
            with self.assertRaisesRegex(deliverysim.ToolNotFound, "neither in this package nor on PATH"):
                deliverysim.run(self.scenario)
        with mock.patch.dict(os.environ, {"DELIVERYSIM": "/nowhere"}):
            with self.assertRaisesRegex(deliverysim.ToolNotFound, "^DELIVERYSIM: found /nowhere"):
                deliverysim.run(self.scenario)
        with self.assertRaisesRegex(deliverysim.ToolNotFound, "^tool: found "):
            deliverysim.run(self.scenario, tool=self.scenario)

    def test_a_tool_for_another_processor_is_told(self):
        tool = self.script("\x7fELF not for here")
        with self.assertRaisesRegex(deliverysim.ToolNotFound, "cannot be started: .*format"):
            deliverysim.run(self.scenario, tool=tool)

    def test_a_tool_that_is_ended_is_told(self):
        with self.assertRaises(deliverysim.ToolFailed) as raised:
            deliverysim.run(self.scenario, tool=self.script("#!/bin/sh\nkill -9 $$\n"))
        self.assertEqual(raised.exception.exit_code, -9)
        self.assertIn("ended without a message", str(raised.exception))

    def test_the_command_line(self):
        tool = self.script(f'#!/bin/sh\nprintf "%s\\n" "$@" > {self.folder}/words\nexit 70\n')
        with self.assertRaises(deliverysim.ToolFailed):
            deliverysim.run(
                "-my.yml", tool=tool, out="o", strategy=["a"], threads=2, replications=5,
                force=True, progress=False, on=True, none=None, rate=1e-5, list=["5m", 1], text="[5m, 1]",
            )
        self.assertEqual(
            (self.folder / "words").read_text().splitlines(),
            [
                "run", "--progress=none", "--strategy=a", "--replications=5", "--set=on=true",
                "--set=none=null", "--set=rate=1e-05", '--set=list=["5m", 1]',
                "--set=text=[5m, 1]", "--force", "--threads=2", "--out=o", "--", "-my.yml",
            ],
        )


class Python(unittest.TestCase):
    def test_an_old_python_is_told(self):
        with mock.patch.object(sys, "version_info", (3, 9, 2)):
            sentence = "^deliverysim needs Python 3.11 or later; .* is 3.9$"
            with self.assertRaisesRegex(deliverysim.Error, sentence):
                deliverysim.run("my.yml")
            with self.assertRaisesRegex(deliverysim.Error, sentence):
                deliverysim.read("results")

    def test_missing_libraries_are_told(self):
        self.assertIsNone(requirements.missing(["pandas", "matplotlib"]))
        with mock.patch.dict(requirements.LIBRARIES, {"nothing": (1, 2), "pandas": (1000, 0)}):
            found = requirements.missing(["nothing", "matplotlib", "pandas"])
        self.assertRegex(found, "lacks nothing 1.2 or later and pandas 1000.0 or later: install")

    def test_the_package_asks_for_what_it_checks(self):
        project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
        wanted = [f"{name}>={'.'.join(map(str, least))}" for name, least in
                  requirements.LIBRARIES.items()]
        self.assertEqual(project["dependencies"], wanted)
        oldest = ".".join(map(str, requirements.OLDEST))
        self.assertEqual(project["requires-python"], f">={oldest}")
