"""Tests of run.py, over Makefiles whose recipes print what Swift Testing prints."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

RUN = pathlib.Path(__file__).resolve().parent / "run.py"
VERDICT = re.compile(r"\d+ passed, \d+ failed(, \d+ skipped)?")


class RunTests(unittest.TestCase):
    def run_steps(self, *steps, flags="", **recipes):
        """Returns the exit code, the lines and the log of a run over targets {name: what is printed, exit code}."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            makefile = ""
            for name, (text, ending) in recipes.items():
                (folder / f"{name}.txt").write_text(textwrap.dedent(text), encoding="utf-8")
                makefile += f"{name}:\n\t@cat {name}.txt; {ending}\n"
            (folder / "Makefile").write_text(makefile, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, RUN, "--log", "all.log", *steps], cwd=folder, capture_output=True, text=True,
                env={**os.environ, "MAKEFLAGS": flags})
            self.assertEqual(result.stderr, "")
            return result.returncode, result.stdout.splitlines(), (folder / "all.log").read_text(encoding="utf-8")

    def test_what_passes_is_a_line_and_the_last_one_is_the_verdict(self):
        tests = "".join(f'✔ Test "number {number}" passed after 0.1 seconds.\n' for number in range(900))
        code, lines, log = self.run_steps(
            "lint", "tests", lint=("much\n" * 500, "true"),
            tests=(tests + "✔ Test run with 900 tests in 9 suites passed after 1 seconds.\n", "true"))
        self.assertEqual(code, 0)
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[-1], "901 passed, 0 failed")
        self.assertIn('"number 899"', log)

    def test_failures_are_shown_with_what_belongs_to_them_and_nothing_else(self):
        code, lines, _ = self.run_steps("tests", "lint", lint=("fine", "true"), tests=("""\
            ◇ Test "one" started.
            ✔ Test one() passed after 0.1 seconds.
            ✘ Test "two" recorded an issue at File.swift:3:5: Expectation failed: 1 == 2
            ↳ seed 7
            ✔ Test "three" with 3 test cases passed after 0.1 seconds.
            ━ Test "five" passed after 0.1 seconds with 1 known issue.
            ✘ Test "two" failed after 0.1 seconds with 1 issue.
            ➜ Test "four" skipped: "no data"
            ✘ Suite Tests failed after 0.1 seconds with 1 issue.
            ✘ Test run with 4 tests in 1 suite failed after 0.1 seconds with 1 issue.
            """, "false"))
        self.assertEqual(code, 1)
        self.assertEqual(lines[-1], "4 passed, 1 failed, 1 skipped")
        text = "\n".join(lines)
        self.assertIn("Expectation failed: 1 == 2\n    ↳ seed 7\n    ✘ Test \"two\" failed", text)
        self.assertNotIn("three", text)

    def test_tests_whose_lines_are_lost_count(self):
        code, lines, _ = self.run_steps("tests", tests=("""\
            ✔ Test one() passed after 0.1 seconds.
            ➜ Test "four" skipped: "no data"
            ✔ Test run with 5 tests in 1 suite passed after 0.1 seconds.
            """, "true"))
        self.assertEqual((code, lines[-1]), (0, "4 passed, 0 failed, 1 skipped"))

    def test_tests_that_end_early_fail(self):
        passed = '✔ Test "one" passed after 0.1 seconds.\n'
        for text, ending, verdict in [
            (passed + "Fatal error: Index out of range\n", "kill -5 $$$$", "1 passed, 1 failed"),
            ("✔ Test run with 0 tests in 0 suites passed after 0 seconds.\n", "true", "0 passed, 1 failed"),
        ]:
            code, lines, _ = self.run_steps("tests", tests=(text, ending))
            self.assertEqual((code, lines[-1]), (1, verdict))
            self.assertIn(text.splitlines()[-1], "\n".join(lines))

    def test_a_target_without_tests_counts_as_one_and_its_end_is_shown(self):
        code, lines, _ = self.run_steps("build", build=("fine\n" * 1000 + "error: no\n", "false"))
        self.assertEqual((code, lines[-1]), (1, "0 passed, 1 failed"))
        self.assertIn("    error: no", lines)
        self.assertLess(len(lines), 160)

    def test_only_what_is_needed_keeps_the_rest_from_running(self):
        recipes = {"one": ("", "false"), "two": ("", "true")}
        self.assertEqual(self.run_steps("one", "two", **recipes)[1][-1], "1 passed, 1 failed")
        self.assertEqual(self.run_steps("one!", "two", **recipes)[1][-1], "0 passed, 1 failed")

    def test_what_takes_too_long_fails_and_the_rest_runs(self):
        code, lines, _ = self.run_steps("one=0.02", "two", one=("begun\n", "sleep 60 & wait"), two=("", "true"))
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed"))
        self.assertIn("not done in 0.02 minutes", lines[0])
        self.assertIn("    begun", lines)

    def test_variables_of_the_command_line_reach_the_targets(self):
        _, _, log = self.run_steps("one", flags="j8 --jobserver-auth=3,4 -- SWIFT=mine", one=("", "echo $(SWIFT)"))
        self.assertIn("\nmine\n", log)

    def test_a_run_within_a_run_counts_with_its_tests(self):
        code, lines, _ = self.run_steps("test", "more", test=("...\n7 passed, 2 failed\n", "false"), more=("", "true"))
        self.assertEqual((code, lines[-1]), (1, "8 passed, 2 failed"))
        self.assertRegex(lines[-1], VERDICT)

    def test_the_parts_of_the_night_have_shares_of_three_hours(self):
        root = RUN.parent.parent
        plan = subprocess.run(["make", "-n", "nightly"], cwd=root, capture_output=True, text=True).stdout
        shares = {name: float(minutes) for name, minutes in re.findall(r"\b([a-z-]+)=([\d.]+)", plan.split("--log")[1])}
        self.assertLessEqual(sum(shares.values()), 180)
        self.assertLessEqual(shares["mutants-changed"], 60)
        self.assertLessEqual(shares["coverage"], 30)
        files = [root / "Makefile", *(root / "make").glob("*.mk")]
        makefile = "".join(path.read_text(encoding="utf-8") for path in files)
        for name in shares:
            self.assertIn(f"\n{name}:", makefile)


if __name__ == "__main__":
    unittest.main()
