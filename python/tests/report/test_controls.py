"""The report says of controls what metrics.csv says."""

import unittest

from deliverysim.report.charts import controls
from deliverysim.report.live.data import frame, metrics
from deliverysim.report.page import page
from deliverysim.report.results import Results
from deliverysim.report.words import number

from .shipped import Copy, results_folder, rows

SENTENCE = "Each difference has controls of its own"


class Controls(unittest.TestCase):
    def test_the_chart_has_the_numbers_of_the_file(self):
        results = Results(results_folder("how-many"))
        (chart,) = controls.charts(results)
        for row in rows("how-many", "metrics"):
            if row["metric"] == "deliverability" and int(row["design_point"]) == results.focus:
                saved = number(float(row["variance_reduction_controls"]))
                self.assertIn(f"{row['strategy']}: {saved}\u00a0times", chart.alt)
        self.assertTrue(chart.title.startswith("fire-and-forget: controls are as good as 58.3"))
        self.assertIn(SENTENCE, page(results, [], {}))

    def test_an_estimate_without_controls_is_told_so(self):
        with Copy("how-many") as copy:

            def forget(row):
                if row["strategy"] == "gap-window":
                    row["controls"] = "none"

            copy.edit("metrics", forget)
            results = Results(copy.results)
            self.assertIn("gap-window: no controls", controls.charts(results)[0].alt)
            place = results.strategies.index("gap-window")
            saved = metrics(results)["all"]["deliverability"]["savings"][results.focus]
            self.assertEqual([value is None for value in saved].index(True), place)

    def test_a_run_without_controls_has_neither_chart_nor_sentence(self):
        with Copy("how-many") as copy:
            copy.edit("metrics", lambda row: row.update(controls="none"))
            results = Results(copy.results)
            self.assertEqual(controls.charts(results), [])
            self.assertFalse(frame(results)["hasControls"])
            self.assertNotIn(SENTENCE, page(results, [], {}).split("<script")[0])
