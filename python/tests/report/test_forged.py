"""Tables that no run has written end with an error (65) that names file and line; tables of a
scenario that models less, or whose intervals have no end, are drawn."""

import csv
import random
import tempfile
import unittest
from pathlib import Path

from deliverysim.report.charts import all_charts, requests
from deliverysim.report.checks import Damaged, check
from deliverysim.report.page import page
from deliverysim.report.results import Results
from deliverysim.report.style import close

from .shipped import EXPERIMENTS, Copy, results_folder
from .test_report import run

# File, column and value of the first row; a part of the error.
FORGED = [
    ("metrics", "mean", "1e308", "0 to 1 for a share|0 to 1e\\+15"),
    ("metrics", "mean", "1e24", "0 to 1e\\+15"),
    ("metrics", "mean", "1.5", "0 to 1 for a share"),
    ("metrics", "mean", "-0.1", "0 to 1e\\+15"),
    ("metrics", "mean", "many", "0 to 1e\\+15"),
    ("metrics", "mean", "inf", "0 to 1e\\+15"),
    ("comparisons", "difference", "inf", "-1e\\+15 to 1e\\+15"),
    ("metrics", "ci_high", "wide", "-inf to inf"),
    ("metrics", "confidence", "95", "0 to 1"),
    ("metrics", "replications", "0", "1 to"),
    ("metrics", "strategy", "<script>", "fire-and-forget, gap-recovery"),
    ("metrics", "design_point", "1", "0, 1, 2"),
    ("metrics", "metric", "other", "deliverability is missing"),
    ("comparisons", "difference", "1e24", "-1e\\+15 to 1e\\+15"),
    ("comparisons", "strategy", "<script>", "fire-and-forget, gap-recovery"),
    ("fates", "share", "2", "0 to 1"),
    ("latency", "cumulative_share", "1e308", "0 to 1"),
    ("latency", "bin_high_s", "late", "0 to inf"),
    ("concentration", "quantile", "1", "0 to 0.9999"),
    ("concentration", "share_of_all_loss", "-1", "0 to 1"),
    ("timeline", "start_s", "1e15", "0 to 1e\\+10"),
    ("timeline", "start_s", "", "0 to 1e\\+10"),
    ("timeline", "design_point", "7", "0 to 0"),
]
TABLES = ["metrics", "comparisons", "fates", "concentration", "timeline"]
VALUES = ["", "0", "-1", "1e308", "1e24", "1e-300", "inf", "nan", "0.5", "$x^2$", "<script>"]


class Forged(unittest.TestCase):
    def test_a_forged_cell_is_named(self):
        for name, column, value, allowed in FORGED:
            with self.subTest(f"{name} {column} {value}"), Copy("mail-queue") as copy:
                alter(copy, name, lambda rows: rows[0].update({column: value}))
                with self.assertRaisesRegex(Damaged, rf"{name}\.csv.*: .*({allowed})"):
                    check(Results(copy.results))

    def test_the_line_is_that_of_the_file(self):
        with Copy("mail-queue") as copy:
            alter(copy, "metrics", lambda rows: rows[1].update(mean="1e24"))
            with self.assertRaisesRegex(Damaged, r"^metrics\.csv:3: mean: found '1e\+24'; allowed"):
                check(Results(copy.results))

    def test_rows_that_are_gone_or_there_twice(self):
        with Copy("mail-queue") as copy:
            alter(copy, "metrics", lambda rows: rows.append(rows[0]))
            with self.assertRaisesRegex(Damaged, "each row once"):
                check(Results(copy.results))
            alter(copy, "metrics", lambda rows: rows.clear())
            with self.assertRaisesRegex(Damaged, "no rows"):
                check(Results(copy.results))

    def test_the_program_ends_with_65_and_one_line(self):
        with Copy("mail-queue") as copy, tempfile.TemporaryDirectory() as folder:
            alter(copy, "metrics", lambda rows: rows[0].update(strategy="<script>"))
            ending = run(copy.results, "--quiet", "--out", folder)
            self.assertEqual((ending.returncode, ending.stdout), (65, ""))
            self.assertRegex(ending.stderr, r"^error: .*/metrics\.csv:2: strategy: found '<scr")
            self.assertEqual(len(ending.stderr.splitlines()), 1)
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_what_passes_the_checks_has_words(self):
        """Cells at random: refused, or a page without an exception."""
        numbers = random.Random(21)
        refused = 0
        for _ in range(20):
            with Copy("mail-queue") as copy:

                def forge(rows):
                    for row in numbers.sample(rows, 3):
                        row[numbers.choice(list(row))] = numbers.choice(VALUES)

                alter(copy, numbers.choice(TABLES), forge)
                results = Results(copy.results)
                try:
                    check(results)
                except Damaged:
                    refused += 1
                    continue
                charts = all_charts(results)
                self.assertIn("<h2>Summary</h2>", page(results, charts, nothing(charts)))
        self.assertTrue(0 < refused < 20, refused)

    def test_published_tables_pass(self):
        for experiment in EXPERIMENTS:
            with self.subTest(experiment):
                check(Results(results_folder(experiment)))


class Absent(unittest.TestCase):
    def test_columns_that_the_scenario_does_not_model_are_read_as_empty(self):
        with Copy("mail-queue") as copy:
            without(copy, "timeline", ["resend_requests", "resend_failures", "peak_resend_rate"])
            without(copy, "replications", ["resend_requests", "taps"])
            results = Results(copy.results)
            check(results)
            self.assertEqual(requests.charts(results), [])
            self.assertIn("timeline", [chart.name for chart in all_charts(results)])

    def test_a_new_column_of_words_changes_nothing(self):
        with Copy("mail-queue") as copy:
            before = Results(copy.results)
            charts = all_charts(before)
            text = page(before, charts, nothing(charts))
            for name in ("metrics", "comparisons"):
                alter(copy, name, lambda rows: [row.update(interval="student") for row in rows])
            after = Results(copy.results)
            check(after)
            self.assertEqual(text, page(after, all_charts(after), nothing(charts)))

    def test_intervals_without_an_end(self):
        with Copy("tail") as copy:

            def open_end(row):
                if row["metric"].startswith(("latency", "delay", "interruptions")):
                    row["ci_high"] = "inf"

            copy.edit("metrics", open_end)
            results = Results(copy.results)
            check(results)
            charts = all_charts(results)
            self.assertNotRegex(page(results, charts, nothing(charts)), r"\binf\b")
            for chart in charts:
                if chart.name in ("frontier", "sweep-interruptions-per-device-day"):
                    close(chart.figure())


def alter(copy, name, change):
    """Gives all rows of a file to `change`; a column that it adds comes last."""
    path = copy.results / f"{name}.csv"
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        rows, names = list(reader), list(reader.fieldnames)
    change(rows)
    names += [one for one in (rows[0] if rows else {}) if one not in names]
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def without(copy, name, columns):
    path = copy.results / f"{name}.csv"
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    kept = [place for place, column in enumerate(rows[0]) if column not in columns]
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([row[k] for k in kept] for row in rows)


def nothing(charts):
    """Pages without pictures."""
    return {chart.name: b"" for chart in charts}
