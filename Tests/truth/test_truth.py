"""`fit` says what a log lost, to the message, and its scenario loses as much."""

import csv
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import logs

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("DELIVERYSIM_RELEASE", str(ROOT / ".build/release/deliverysim"))
UCI = ROOT.parent / "shared/data/uci-messages.csv"


def tool(folder, *arguments):
    found = subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, text=True)
    if found.returncode != 0:
        raise AssertionError(f"{arguments}: {found.stderr}")
    return " ".join(found.stdout.split())


class TruthTests(unittest.TestCase):
    def fit(self, folder, *options):
        """The messages that were lost, and all of them, as the first sentence says."""
        text = tool(folder, "fit", "messages.csv", "absences.csv", "--out", "mine.yml", "--force",
                    *options)
        found = re.match(r"In your log, .*? the device is back: ([\d,]+) of ([\d,]+)\.", text)
        self.assertIsNotNone(found, text[:300])
        return [int(number.replace(",", "")) for number in found.groups()]

    def proposed(self, folder):
        """The share that plain pushes lose in the scenario that was written."""
        tool(folder, "run", "mine.yml", "--out", "runs", "--force", "--progress", "none",
             "--replications", "4")
        with open(folder / "runs/metrics.csv", newline="") as file:
            return 1 - next(float(row["mean"]) for row in csv.DictReader(file)
                            if row["strategy"] == "fire-and-forget"
                            and row["metric"] == "deliverability")

    def test_the_first_line_is_exact_and_the_scenario_loses_as_much(self):
        for make in logs.WORLDS:
            with self.subTest(make.__name__), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                messages, absences = make(1)
                logs.write(folder, messages, absences)
                overwritten, expired = logs.lost(messages, absences)
                self.assertEqual(self.fit(folder), [overwritten, len(messages)])
                share = (overwritten + expired) / len(messages)
                apart = abs(self.proposed(folder) - share)
                self.assertLess(apart, max(0.1 * share, 0.002))

    def test_real_messages_whose_people_are_away_after_their_last_one(self):
        if not UCI.exists():
            self.skipTest(f"{UCI} is absent")
        with open(UCI, newline="") as file:
            rows = [(int(row["time"]), row["from"], row["to"]) for row in csv.DictReader(file)]
        active = {}
        for time, sender, _ in rows:
            active.setdefault(sender, []).append(time)
        absences = [
            (before + 3600, after, person) for person, times in active.items()
            for before, after in zip(sorted(times), sorted(times)[1:]) if after - before > 7200]
        away = {person for _, _, person in absences}
        messages = [(time, person) for time, _, person in rows if person in away]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            logs.write(folder, messages, absences)
            overwritten, expired = logs.lost(messages, absences)
            self.assertEqual(self.fit(folder), [overwritten, len(messages)])
            # The scenario plays the log, and what is on its way at the end arrives.
            share = (overwritten + expired) / len(messages)
            self.assertAlmostEqual(self.proposed(folder), share, delta=0.0005)


if __name__ == "__main__":
    unittest.main()
