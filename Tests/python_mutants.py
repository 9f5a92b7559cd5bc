#!/usr/bin/env python3
"""Shows that tests of the Python package can fail: breaks one thing at a time and expects its test to notice.

Each mutant is one exact replacement in python/deliverysim and names the test that kills it. A scratch copy of python/
is changed; the test must pass before and fail with the mutant. Exit code 1 when a mutant survives. The last line counts
those killed as passed.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = "python/deliverysim/"
TESTS = "python/tests/"
# Tests read these beside the package; they stay as they are.
BESIDE = ["results", "experiments", "Sources", "docs", "notebooks", "README.md", "LICENSE"]
SECONDS_MAX = 60
FAILED = 1  # of pytest: tests ran, and some failed; its other codes say that none did


class Mutant(NamedTuple):
    file: str
    old: str
    new: str
    what: str
    test: str


WORDS = TESTS + "report/test_words.py::Words::"
PICTURES = TESTS + "report/test_pictures.py::"
CHOICE = TESTS + "report/test_choice.py::"
PLACE = TESTS + "report/test_place.py::"
EXPLORE = TESTS + "test_explore.py::"
LIMITS = TESTS + "test_limits.py::"
VOCABULARY = TESTS + "test_vocabulary.py::"
MARKUP = TESTS + "test_markup.py::"
OWNED = TESTS + "test_owned.py::"

MUTANTS = [
    # Numbers and words
    Mutant(
        "report/words.py", "        if not (share < 1 and float(text) >= 100 or share > 0 and float(text) == 0):\n",
        "        if not (share > 0 and float(text) == 0):\n",
        "nearly all is called all", WORDS + "test_what_is_nearly_all_is_never_called_all"),
    Mutant(
        "report/words.py", "    rest = min(abs(share), abs(1 - share)) * 100\n", "    rest = abs(share) * 100\n",
        "a share has no digits for what is missing",
        WORDS + "test_a_share_keeps_two_digits_of_what_is_missing_but_no_more_than_four"),
    Mutant(
        "report/words.py", "RARE_BELOW * (1 - 1e-9)", "RARE_BELOW",
        "99.99 % is told per million",
        WORDS + "test_below_a_ten_thousandth_a_share_is_told_per_million"),
    Mutant(
        "report/words.py", " and not high - low >= 2 * PER_MILLION_MAX\n", "\n",
        "a share that is hardly known is told per million",
        WORDS + "test_half_an_interval_of_a_ten_thousandth_leaves_a_percentage"),
    Mutant(
        "report/words.py", "    ends = (1 - high, 1 - low) if is_near_one else (low, high)\n",
        "    ends = (1 - low, 1 - high) if is_near_one else (low, high)\n",
        "ends near all change places",
        WORDS + "test_an_interval_is_rare_if_both_ends_are"),
    Mutant(
        "report/words.py", "    half = (high - low) / 2\n", "    half = high - low\n",
        "digits follow the whole interval",
        WORDS + "test_a_share_and_its_interval_have_the_digits_that_the_interval_leaves"),
    Mutant(
        "report/words.py", '("h", 3600.0), ', '("h", 3660.0), ',
        "an hour is longer", WORDS + "test_spans_and_rates_have_the_unit_that_people_use"),
    Mutant(
        "report/words.py", '"−" if value < 0 else "+" if value > 0 else ""',
        '"−" if value < 0 else "+"',
        "what is exactly 0 has a direction", EXPLORE + "Words::test_differences"),
    Mutant(
        "explore/answer.py", "low, high = (min(1.0, max(0.0, end)) for end",
        "low, high = (end for end",
        "an interval goes beyond all", EXPLORE + "Words::test_shares"),
    Mutant(
        "report/words.py", "digits = max(least, half_places((high - low) / 2))", "digits = least",
        "ends read alike", EXPLORE + "Words::test_intervals_whose_ends_read_alike"),
    Mutant(
        "report/words.py", 'interval(low * 100, high * 100, digits, "pp", signed)',
        'interval(high * 100, low * 100, digits, "pp", signed)',
        "ends of a difference change places", TESTS + "report/test_numbers.py::Summary::test_the_summary_is_that_of_the_files"),
    Mutant(
        "results.py", 'plain = factor["unit"] in ("1", "whole")', 'plain = True',
        "a rate has no unit", TESTS + "test_read.py::Words::test_units_and_labels"),
    # The good direction, and the chosen strategy
    Mutant(
        "report/answer.py", 'name in self._strategies and is_first', 'name in self._strategies',
        "equals of a strategy that is not shown", CHOICE + "Winners::test_without_the_first_nothing_is_known_of_equals"),
    Mutant(
        "report/answer.py", 'return [name for name in self._at(point)["order"] if', 'return [name for name in self._at(point)["order"][::-1] if',
        "another one than the chosen comes first", CHOICE + "Winners::test_the_page_follows_the_answer_and_nothing_else"),
    Mutant(
        "report/charts/best.py", 'return str(VERDICTS.get(row["verdict"], row["verdict"]))', 'return str(row["verdict"])',
        "the chosen one is tagged best", PICTURES + "Chosen::test_no_label_calls_the_chosen_one_the_best"),
    # Names and markup have one home
    Mutant(
        "vocabulary.py", "key=lambda name: METRICS[name].cost or 0", "key=str",
        "prices have the order of their names", VOCABULARY + "Words::test_prices_have_an_order_and_tables_their_metrics"),
    Mutant(
        "report/charts/frontier.py", 'COSTS_MAX = 2\n',
        'COSTS_MAX = 2\n'
        'MORE = ["taps_per_device_day", "pushes_per_notification", "deliverability", "awareness"]\n',
        "a list names metrics", VOCABULARY + "OneHome::test_python_has_no_tables_of_names"),
    Mutant(
        "report/live/table.js", "...run.metrics.columns,", "'seen_in_time',",
        "a script names a metric", VOCABULARY + "OneHome::test_scripts_name_no_metric_and_no_ending"),
    Mutant(
        "markup.py", "else Markup(escape(text))", "else Markup(text)",
        "texts are markup", MARKUP + "Encoding::test_texts_and_attributes_come_back_as_they_were"),
    Mutant(
        "markup.py", 'text.replace("<", "\\\\u003c")', "text",
        "data can end their element", MARKUP + "Encoding::test_data_end_no_element"),
    Mutant(
        "report/page.py", 'tag("h2", "Summary")', 'Markup("<h2 >Summary</h2>")',
        "a page writes markup by hand", MARKUP + "OnePlace::test_no_text_of_another_file_is_markup"),
    # Pictures
    Mutant(
        "report/charts/sensitivity.py", "found = measure(row, \"first\")", "found = measure(row, row[\"ranked_by\"])",
        "a total is told as a share", PICTURES + "Shares::test_both_figures_are_told_apart"),
    Mutant(
        "report/style.py", '.convert("RGB").save(stream, format="png", compress_level=6)',
        '.convert("RGB").quantize(64).save(stream, format="png")',
        "pictures have few colours", PICTURES + "Hues::test_every_mark_keeps_its_own"),
    Mutant(
        "report/style.py", "lossless=True", "lossless=False",
        "pictures of the page lose colours", PICTURES + "Hues::test_every_mark_keeps_its_own"),
    # Reading results
    Mutant(
        "results.py", "        if manifest.get(key) != wanted:\n", "        if manifest.get(key) is None:\n",
        "results of another epoch are read", TESTS + "test_read.py::Strange::test_other_versions_are_refused"),
    Mutant(
        "tables.py", "            keep_default_na=False,\n", "            keep_default_na=True,\n",
        "a strategy called NA is missing", TESTS + "test_read.py::Strange::test_names_that_look_like_missing_values_stay"),
    # Places, locks and owners
    Mutant(
        "report/place.py", "        if self._lock is None:\n", "        if False:\n",
        "two reports write into one folder", PLACE + "Beside::test_one_of_two_writes"),
    Mutant(
        "report/place.py", "            part.rename(self.folder)", "            shutil.copytree(part, self.folder)",
        "a report appears file by file", PLACE + "Killed::test_over_an_earlier_report"),
    Mutant(
        "report/place.py", "        for name in [names[0], *earlier]:\n", "        for name in earlier[1:]:\n",
        "a page stays while its pictures change", PLACE + "Killed::test_beside_a_file_of_somebody_else"),
    Mutant(
        "report/__main__.py", "        fail(DEFECT, FAILED)\n", "        fail(IO_ERROR, FAILED)\n",
        "a defect is an error of the disk", PLACE + "Endings::test_what_nobody_has_foreseen_is_a_defect"),
    Mutant(
        "owned.py", "            lock = hold(folder, is_sure=True) if is_ours else None\n",
        "            lock = os.open(folder, os.O_RDONLY)\n",
        "folders of the living are swept", OWNED + "Folders::test_one_of_a_dead_process_goes_when_the_next_comes"),
    Mutant(
        "owned.py", "VARIABLE: str(theirs)", "VARIABLE: str(ours)",
        "a program is told the wrong end of the pipe",
        OWNED + "Programs::test_a_program_sees_the_end_of_its_owner_even_of_a_killed_one"),
    Mutant(
        "owned.py", "        if signal.getsignal(number) != signal.SIG_IGN:\n", "        if True:\n",
        "nohup is not heeded", OWNED + "Programs::test_signals_end_in_order_unless_they_were_ignored"),
    # explore
    Mutant(
        "explore/limits.py", "        self.connection.settimeout(left)\n", "        self.end += 1\n",
        "each byte extends the time of a request", LIMITS + "Connections::test_a_request_that_comes_byte_by_byte_is_ended"),
    Mutant(
        "explore/limits.py", "popitem(last=False)", "popitem(last=True)",
        "strangers keep newcomers out", LIMITS + "Connections::test_who_waits_without_the_token_keeps_nobody_out"),
    Mutant(
        "explore/save.py", "            draft.replace(file)\n            return\n",
        "            file.unlink(missing_ok=True)\n            draft.replace(file)\n            return\n",
        "the old file goes before the new one is there",
        LIMITS + "Saving::test_the_old_file_is_there_until_the_new_one_is"),
    Mutant(
        "explore/save.py", "        os.fsync(new.fileno())\n", "        pass\n",
        "a name comes before the bytes", LIMITS + "Saving::test_the_new_file_is_on_the_disk_before_it_has_its_name"),
    Mutant(
        "explore/tool.py", "                if time.monotonic() > end:\n", "                if False:\n",
        "a run takes as long as it likes", EXPLORE + "Tools::test_a_run_that_takes_too_long_is_ended"),
    # The runner
    Mutant(
        "runner.py", "ENDINGS = (0, 1, 3)", "ENDINGS = (0, 1, 3, 70)",
        "a defect of the tool is no error", TESTS + "test_run.py::Tools::test_the_command_line"),
    Mutant(
        "arguments.py", 'f"--{name}={key}={text(one)}"', 'f"--{name}={key}={one}"',
        "a value of the scenario is Python's, not YAML's", TESTS + "test_run.py::Tools::test_the_command_line"),
    Mutant(
        "arguments.py", "if not any(one.fits(value) for one in kinds):", "if not kinds:",
        "any value is an argument", TESTS + "test_arguments.py::test_nothing_is_no_scenario"),
    Mutant(
        "owned.py", "    found.kept = temporary\n", "",
        "a folder goes while its files are used", TESTS + "test_lifetimes.py::test_paths_made_of_an_owned_one_keep_the_folder"),
    Mutant(
        "tables.py", "if len(cells) != len(self._columns):", "if not cells:",
        "rows that end too early are filled", TESTS + "test_tables.py::Files::test_damaged_rows_are_told_with_their_places"),
    Mutant(
        "runner.py", "if own and found != own else None", "if not own else None",
        "a tool of another version is not told", TESTS + "test_arguments.py::test_a_tool_of_another_version_is_told"),
    Mutant(
        "progress.py", '            if piece in ("\\n", "\\r"):\n', '            if piece == "\\n":\n',
        "what is written over stays", TESTS + "test_progress.py::Watched::test_what_is_written_over_does_not_stay"),
    Mutant(
        "program.py", "    os.environ[PYTHON] = sys.executable\n", "",
        "another Python draws", TESTS + "test_package.py::Command::test_the_tool_learns_which_python_has_the_package"),
    Mutant(
        "answer.py", "    return told if low is None or high is None else", "    return told if low is None or high is not None else",
        "values have no intervals", TESTS + "test_tables.py::Answers::test_a_page_has_its_sentences_and_values"),
]


class Scratch:
    """A copy of python/, with the rest of the checkout beside it as links."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        skipped = shutil.ignore_patterns(".venv", "__pycache__", ".mypy_cache", "*.egg-info")
        shutil.copytree(ROOT / "python", self.folder / "python", ignore=skipped)
        for name in BESIDE:
            (self.folder / name).symlink_to(ROOT / name)

    def tests(self, names, seconds):
        """The exit code of pytest; None after the time-out."""
        names = [name.removeprefix("python/") for name in names]
        command = [str(ROOT / "python/.venv/bin/python"), "-m", "pytest", "-q", "-x", *names]
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            return subprocess.run(
                command, cwd=self.folder / "python", env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            return None

    def verdict(self, mutant):
        """Whether the test fails with the mutant, or why that is unknown."""
        file = self.folder / PACKAGE / mutant.file
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            code = self.tests([mutant.test], SECONDS_MAX)
        finally:
            file.write_text(text, encoding="utf-8")
        # A test that never ends has noticed, too.
        return {FAILED: "killed", None: "killed", 0: "SURVIVED"}.get(code, f"NOT RUN (pytest ends with {code})")


def mistakes():
    """Sentences on what is wrong with the list: a snippet that is not there once, a test that is not there."""
    found = []
    for mutant in MUTANTS:
        count = (ROOT / PACKAGE / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if count != 1:
            found.append(f"{mutant.file}: {mutant.what}: the snippet occurs {count} times")
        file, *names = mutant.test.split("::")
        text = (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
        wanted = [f"class {one}(" for one in names[:-1]]
        wanted.append(f"    def {names[-1]}(self" if wanted else f"\ndef {names[-1]}(")
        if not all(one in text for one in wanted):
            found.append(f"{mutant.what}: there is no test {mutant.test}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="those whose description or file has this in it")
    options = parser.parse_args()
    wrong = mistakes()
    if wrong:
        print("\n".join(wrong))
        return 1
    chosen = [one for one in MUTANTS if options.only in one.what or options.only in one.file]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(folder)
        if scratch.tests(sorted({one.test for one in chosen}), SECONDS_MAX * 5) != 0:
            print("the tests do not pass without any mutant")
            return 1
        verdicts = []
        for mutant in chosen:
            verdicts.append(scratch.verdict(mutant))
            print(f"{verdicts[-1]}: {mutant.file}: {mutant.what}", flush=True)
    killed = verdicts.count("killed")
    print(f"{killed} passed, {len(verdicts) - killed} failed")
    return 0 if killed == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
