"""Two runs on one page: the verdicts of check, and what has changed in the scenario."""

import copy
import json
import tempfile
import unittest
from pathlib import Path

from deliverysim.report import baseline
from deliverysim.report.baseline import Comparison, Verdict
from deliverysim.report.charts import baseline as chart
from deliverysim.report.page import page
from deliverysim.report.results import Results
from deliverysim.report.style import close

from .shipped import results_folder
from .test_report import run

ROW = {
    "design_point": 0,
    "strategy": "gap-recovery",
    "metric": "deliverability",
    "verdict": "fail",
    "higher_is_better": True,
    "now": 0.97,
    "before": 0.99,
    "low": -0.03,
    "high": -0.015,
    "limit": 0.01,
    "is_same": False,
    "worsening": [1.5, 2, 3],
    "words": "-3 to -1.5 pp",
    "margin": "-1 pp",
}
SAME = {**ROW, "metric": "awareness", "verdict": "pass", "now": 0.9, "before": 0.9, "low": 0, "high": 0,
        "is_same": True, "worsening": [0, 0, 0]}  # fmt: skip
COST = {
    **ROW, "metric": "pushes_per_notification", "verdict": "pass", "higher_is_better": False,
    "now": 1.0, "before": 1.1, "low": -0.2, "high": "inf", "limit": 0.05,
    "worsening": [-4, -2, "inf"],
}
DOCUMENT = {
    "baseline": "runs/<old>",
    "confidence": 0.95,
    "versions": {"now": "1.1.0", "before": "1.0.0"},
    "changes": [
        {"path": "devices", "now": "200", "before": "100"},
        {"path": "app", "now": None, "before": "a map"},
        {"path": "user", "now": "a map", "before": None},
        {"path": "sweep", "now": "a list", "before": "a list"},
    ],
    "answers": ["answer now: Choose <gap-recovery>.", "answer before: Choose digest."],
    "verdicts": [
        {"name": "fail", "colour": "#b2182b", "marker": "s"},
        {"name": "inconclusive", "colour": "#8c6d00", "marker": "D"},
        {"name": "pass", "colour": "#1b7837", "marker": "o"},
    ],
    "missing": ["digest"],
    "warnings": [],
    "metrics": [COST, SAME, ROW],
}


def document(**changes):
    return {**copy.deepcopy(DOCUMENT), **changes}


class Verdicts(unittest.TestCase):
    def test_what_is_missing_counts_as_inconclusive(self):
        comparison = Comparison(document())
        self.assertEqual(comparison.counts, "2 pass, 1 inconclusive and 1 fail")
        self.assertEqual(comparison.same, 1)

    def test_each_metric_is_the_same_or_may_differ(self):
        comparison = Comparison(document(metrics=[ROW, SAME, SAME, COST]))
        self.assertEqual((comparison.same, len(comparison.differing)), (2, 2))
        self.assertEqual(
            baseline.same(comparison), "Of 4 metrics 2 are the same in both, 2 differ or may differ.")

    def test_words_have_true_minus_signs(self):
        self.assertEqual(Verdict(ROW).words, "−3 to −1.5 pp")
        self.assertEqual(Verdict({**ROW, "words": "never differed"}).words, "never differed")

    def test_minus_signs_are_no_hyphens(self):
        self.assertEqual(Verdict(ROW).margin, "−1 pp")
        self.assertEqual(baseline.signed("-1e-05 to 2e-05 s"), "−1e−05 to 2e−05 s")
        self.assertEqual(baseline.signed("gap-recovery"), "gap-recovery")


class Section(unittest.TestCase):
    def text(self, **changes):
        results = Results(results_folder("mail-queue"), comparison=Comparison(document(**changes)))
        return "\n".join(baseline.section(results))

    def test_it_says_what_changed(self):
        text = self.text()
        for words in (
            "Compared with runs/&lt;old&gt;: 2 pass, 1 inconclusive and 1 fail.",
            "Of 3 metrics 1 is the same in both, 2 differ or may differ.",
            "<li>devices: 100 → 200</li>",
            "<li>app: a map in the baseline, not there now</li>",
            "<li>user: a map (not in the baseline)</li>",
            "<li>sweep: another one</li>",
            "Version 1.1.0 against 1.0.0.",
            "inconclusive: digest: in the baseline only",
            "<p>Answer now: Choose &lt;gap-recovery&gt;.</p>",
            "<p>Answer before: Choose digest.</p>",
        ):
            self.assertIn(words, text)
        before, rest = text.split("<details>\n<summary>What has changed in the scenario")
        self.assertIn("digest", before)
        self.assertIn("<li>devices", rest.partition("</details>")[0])

    def test_another_question_is_told_in_a_sentence(self):
        text = self.text(metrics=[], warnings=["not in it"], missing=["digest"])
        before, rest = text.split("<details>")
        self.assertIn("old&gt;: the two scenarios ask different questions. ", before)
        self.assertNotIn("inconclusive", before)
        self.assertNotIn("<li>", before)
        inside, after = rest.split("</details>")
        for words in ("devices: 100 → 200", "digest: in the baseline only", "Warning: not in it"):
            self.assertIn(f"{words}</li>", inside)
        self.assertNotIn("<li>", after)

    def test_no_folder_of_this_machine_is_told(self):
        text = self.text(baseline="/home/somebody/runs/old")
        self.assertIn("Compared with old: ", text)
        self.assertNotIn("somebody", text)

    def test_the_same_is_called_the_same(self):
        text = self.text(changes=[], metrics=[SAME], versions={"now": "1", "before": "1"}, missing=[])
        self.assertIn("All metrics are exactly the same.", text)
        self.assertIn("<p>The scenarios are the same.</p>", text)

    def test_of_many_changes_the_first_are_told(self):
        text = self.text(changes=[DOCUMENT["changes"][0]] * 40)
        self.assertEqual(text.count("<li>devices"), baseline.CHANGES_MAX)
        self.assertIn("and 10 more", text)

    def test_a_page_without_a_baseline_has_none(self):
        results = Results(results_folder("mail-queue"))
        self.assertEqual(baseline.section(results), [])
        self.assertEqual(chart.charts(results), [])
        self.assertNotIn("baseline</h2>", page(results, [], {}))


class Picture(unittest.TestCase):
    def charts(self, **changes):
        comparison = Comparison(document(**changes))
        return chart.charts(Results(results_folder("mail-queue"), comparison=comparison))

    def test_the_worst_come_first_and_what_is_the_same_is_left_out(self):
        rows = chart.shown(Comparison(document()))
        self.assertEqual([row.metric for row in rows], ["deliverability", "pushes_per_notification"])

    def test_the_title_counts_and_names_what_fails(self):
        (one,) = self.charts()
        self.assertEqual(
            one.title,
            "Of all metrics, 1 is worse than the margin allows: owed notifications shown; 1 more may be")
        self.assertNotIn("Shown are", one.sentence)
        (one,) = self.charts(missing=[])
        self.assertEqual(
            one.title, "Of all metrics, 1 is worse than the margin allows: owed notifications shown")
        unsure = {**ROW, "verdict": "inconclusive"}
        (one,) = self.charts(metrics=[unsure] * 261, missing=[])
        self.assertEqual(one.title, "Of all metrics, 261 may be worse than the margin allows")
        self.assertIn(" Shown are 24 of 261 metrics that differ or may differ.", one.sentence)
        (one,) = self.charts(metrics=[ROW, ROW, unsure], missing=[])
        self.assertEqual(
            one.title,
            "Of all metrics, 2 are worse than the margin allows: owed notifications shown; 1 more may be")
        (one,) = self.charts(metrics=[COST], missing=[])
        self.assertEqual(one.title, "No metric is worse than the margin allows")
        self.assertEqual(self.charts(metrics=[SAME]), [])

    def test_dots_intervals_and_the_margin_lie_where_they_belong(self):
        (one,) = self.charts()
        for is_wide in (True, False):
            figure = one.figure(is_wide)
            axes = figure.axes[0]
            band = axes.patches[0].get_bbox()
            self.assertEqual((band.x1, band.x0), (1, -4.4))
            bars = [bar.get_segments()[0][:, 0] for bar in axes.collections]
            self.assertAlmostEqual(bars[0][0], 1.5)
            self.assertAlmostEqual(bars[0][1], 3)
            # The upper end is infinite.
            self.assertEqual(list(bars[1]), [-4, 4])
            dots = [line.get_xdata()[0] for line in axes.lines if line.get_marker() in "osD"]
            self.assertAlmostEqual(dots[0], 2)
            words = " ".join(text.get_text() for text in axes.texts)
            self.assertIn("fail", words)
            self.assertIn("pass", words)
            close(figure)


class Whole(unittest.TestCase):
    def test_it_follows_the_answer(self):
        with tempfile.TemporaryDirectory() as folder:
            check = Path(folder) / "check.json"
            check.write_text(json.dumps(document()), encoding="utf-8")
            out = Path(folder) / "out"
            ending = run(results_folder("bursts"), "--quiet", "--out", out, "--check", check)
            self.assertEqual((ending.returncode, ending.stderr), (0, ""))
            text = (out / "report.html").read_text(encoding="utf-8")
            section = text.index("Against the baseline")
            self.assertLess(text.index('id="extremes"'), section)
            self.assertLess(text.index('id="tiles"'), section)
            self.assertLess(section, text.index("<h2>Summary"))
            self.assertIn('<figure id="baseline">', text)
            self.assertTrue((out / "baseline.png").is_file())
