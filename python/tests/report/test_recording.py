"""A week of a log: what each message met, counted by hand."""

import hashlib
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from deliverysim.report import recording
from deliverysim.report.charts import recording as chart

MESSAGES = "time,device\n10,a\n20,a\n30,a\n50,a\n100,a\n5,b\n"
ABSENCES = "start,end,device\n20,50,a\n"


class RecordingTest(unittest.TestCase):
    def results(self, messages=MESSAGES, **changes):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "messages.csv").write_text(messages)
        (folder / "absences.csv").write_text(ABSENCES)
        (folder / "results").mkdir()
        trace = {"time": "time", "device": "device", "from": 0, "length": "1d"}
        spans = {"start": "start", "end": "end", "device": "device", "from": 0, **changes}
        records = [
            {"file": name, "sha256": hashlib.sha256(text.encode()).hexdigest()}
            for name, text in [("messages.csv", MESSAGES), ("absences.csv", ABSENCES)]
        ]
        return SimpleNamespace(
            folder=folder / "results",
            manifest={"scenario_folder": "..", "inputs": records},
            scenario={
                "workload": {"arrivals": {"trace": {"file": "messages.csv", **trace}}},
                "network": {"trace": {"file": "absences.csv", **spans}},
            },
        )

    def test_the_newest_of_an_absence_comes_late(self):
        """A message at the start of an absence meets a device that is away, one at its end one that
        is back."""
        devices = recording.read(self.results())
        on_time, late, overwritten = recording.ON_TIME, recording.LATE, recording.OVERWRITTEN
        self.assertEqual(
            devices["a"].fates,
            [(10, on_time), (20, overwritten), (30, late), (50, on_time), (100, on_time)],
        )
        self.assertEqual(devices["b"].fates, [(5, on_time)])

    def test_the_chart_counts_them(self):
        (found,) = chart.charts(self.results())
        self.assertIn("of 6 messages", found.title)
        self.assertEqual(found.alt, "came at once: 4; came late: 1; overwritten: 1.")

    def test_a_warm_up_is_not_of_the_log(self):
        results = self.results()
        results.scenario["warmup"] = "20s"
        (found,) = chart.charts(results)
        self.assertIn("of 4 messages", found.title)

    def test_a_file_that_was_changed_is_not_shown(self):
        self.assertIsNone(recording.read(self.results(messages=MESSAGES + "7,b\n")))

    def test_other_scenarios_have_no_such_chart(self):
        self.assertEqual(chart.charts(self.results(device=None)), [])


if __name__ == "__main__":
    unittest.main()
