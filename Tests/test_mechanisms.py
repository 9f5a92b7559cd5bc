"""Tests of the logs whose losses are known: the replay by hand, and what each mechanism makes."""

import inspect
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "mechanisms"))

import check  # noqa: E402
import dialects  # noqa: E402
import inside  # noqa: E402
import public_logs  # noqa: E402
from devices import DAY, HOUR, MINUTE, Device, joined, without  # noqa: E402
from replay import (EXPIRED, LOST, OVERWRITTEN, SHOWN, STORED, Link, plain, queued,  # noqa: E402
                    receipts, truth)


class ReplayTests(unittest.TestCase):
    def test_the_newest_of_an_absence_comes_at_its_end(self):
        # At 100 the device has just left, at 200 it has just returned.
        fates, received = plain(Device([50, 100, 150, 200], [(100, 200)]))
        self.assertEqual(fates, [SHOWN, OVERWRITTEN, SHOWN, SHOWN])
        self.assertEqual(received, [50, None, 200, 200])

    def test_absences_that_touch_are_one(self):
        fates, _ = plain(Device([110, 210], [(100, 200), (200, 300), (400, 400)]))
        self.assertEqual(fates, [OVERWRITTEN, SHOWN])

    def test_a_push_is_stored_for_thirty_days(self):
        for later, fate in ((STORED - 1, OVERWRITTEN), (STORED, EXPIRED)):
            fates, _ = plain(Device([0, later], [(0, later + 1)]))
            self.assertEqual(fates, [fate, SHOWN])
        self.assertEqual(plain(Device([0], [(0, STORED)])), ([EXPIRED], [None]))

    def test_a_queue_brings_what_is_missing_with_the_next_push(self):
        self.assertEqual(queued([None, 7, None, None, 9, None]), [7, 7, 9, 9, 9, None])

    def test_more_than_twenty_missing_are_a_summary(self):
        self.assertEqual(queued([None] * 20 + [7]), [7] * 21)
        self.assertEqual(queued([None] * 21 + [7, 8]), [None] * 22 + [8])

    def test_a_push_that_comes_late_is_not_sent_twice(self):
        self.assertEqual(queued([9, 7]), [7, 7])
        self.assertEqual(queued([9, 7], Link(loss=1), random.Random(1)), [9, 7])

    def test_a_link_that_loses_everything(self):
        link = Link(loss=1)
        self.assertEqual(plain(Device([1, 2], []), link, random.Random(1))[0], [LOST, LOST])
        # A repeat is lost as well.
        self.assertEqual(queued([None, 7], link, random.Random(1)), [None, 7])

    def test_a_link_takes_time(self):
        device = Device([0] * 20_000, [])
        _, received = plain(device, Link(latency=500), random.Random(1))
        # Two ways of 500 ms: the standard error of the mean is 5 ms.
        self.assertAlmostEqual(sum(received) / len(received), 1000, delta=25)

    def test_receipts_wait_for_the_app_and_end_with_the_recording(self):
        device = Device([], [], openings=[100, 200], recording=(0, 150))
        self.assertEqual(receipts(device, [None, 50, 100, 101, 201]),
                         [None, 100, 100, None, None])

    def test_the_closed_form_of_constant_hazards(self):
        # A device is away 40 of 280 minutes, and then one of 15 messages a day comes before it is back
        # with this probability.
        before = 15 / DAY / (15 / DAY + 1 / (40 * MINUTE))
        found = truth(inside.constant_hazards(random.Random(1), 400, 28))
        # 48,000 absences, so the standard error is below 1.5 % of it.
        self.assertAlmostEqual((1 - found.plain) / (before / 7), 1, delta=0.06)
        self.assertEqual(found.queue, 1)


class DeviceTests(unittest.TestCase):
    def test_spans_without_holes_have_each_moment_that_no_hole_has(self):
        rng = random.Random(1)
        for _ in range(300):
            spans, holes = ([(start, start + rng.randrange(6)) for start in
                             (rng.randrange(30) for _ in range(rng.randrange(5)))] for _ in "ab")
            left = without(spans, holes)
            self.assertEqual(left, [span for span in left if span[0] < span[1]])

            def moments(some):
                return {time for start, end in some for time in range(start, end)}
            self.assertEqual(moments(left), moments(spans) - moments(holes))
            self.assertEqual(moments(joined(spans)), moments(spans))

    def test_a_recording_cuts_off_at_both_ends(self):
        device = Device([1, 5, 9], [(0, 4), (6, 10), (12, 14)], recording=(2, 9))
        seen = device.recorded()
        self.assertEqual((seen.messages, seen.absences), ([5], [(2, 4), (6, 9)]))


class MechanismTests(unittest.TestCase):
    def test_lives_are_in_order_and_the_same_each_time(self):
        self.assertGreaterEqual(len(check.MECHANISMS), 12)
        for name, mechanism in check.MECHANISMS.items():
            with self.subTest(name):
                self.assertIn(mechanism.__doc__.count("."), (1, 2, 3))
                devices = check.made(name, 1, 20, 7)
                self.assertEqual(devices, check.made(name, 1, 20, 7))
                self.assertNotEqual(devices, check.made(name, 2, 20, 7))
                self.assertEqual(len(devices), 20)
                for device in devices:
                    self.assertEqual(device.messages, sorted(device.messages))
                    self.assertEqual(device.absences, joined(device.absences))
                    self.assertTrue(all(0 <= time < 7 * DAY for time in device.messages))
                self.assertGreater(truth(devices).overwritten, 0)

    def test_people_are_online_when_nights_are_over(self):
        for device in check.made("nights", 1, 20, 7):
            for start, end in device.absences:
                self.assertLess(abs(start % DAY - 23 * HOUR), HOUR)
                self.assertLess(abs(end % DAY - 7 * HOUR), HOUR)


class DialectTests(unittest.TestCase):
    def test_a_moment_in_each_form(self):
        # 1772409600 is 2026-03-02T00:00:00Z; Apple counts from 978307200.
        forms = {"seconds": "1772413200.250", "iso": "2026-03-02T01:00:00.250Z",
                 "milliseconds": "1772413200250", "offset": "2026-03-02 02:00:00.250+01:00",
                 "log4j": "2026-03-02 01:00:00,250", "compact": "20260302-01:00:00:250",
                 "apache": "02/Mar/2026:01:00:00 +0000", "microseconds": "1772413200250000",
                 "apple": "794106000.250", "whole": "1772413200",
                 "nanoseconds": "1772413200250000000"}
        for name, form in forms.items():
            self.assertEqual(dialects.DIALECTS[name].time(HOUR + 250), form)

    def test_a_log_with_its_times_in_whole_seconds(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            seen = dialects.write_pair(folder, [Device([1999], [(2500, 4001)])], "whole")
            self.assertEqual((seen[0].messages, seen[0].absences), ([1000], [(2000, 4000)]))
            self.assertEqual((folder / "absences.csv").read_text(),
                             "start,end,device\n1772409602,1772409604,100000\n")


class CheckTests(unittest.TestCase):
    def test_each_mechanism_says_where_it_belongs(self):
        sources = {name: inspect.getmodule(mechanism).__name__
                   for name, mechanism in check.MECHANISMS.items()}
        outside = [name for name, module in sources.items() if module == "outside"]
        self.assertGreaterEqual(2 * len(outside), len(sources))

    def test_figures_with_what_is_not_known_of_the_users(self):
        with tempfile.TemporaryDirectory() as name:
            results = pathlib.Path(name)
            (results / "metrics.csv").write_text(
                "strategy,metric,mean,ci_low,ci_high\nfire-and-forget,deliverability,0.8,0.79,0.82\n"
                "gap-recovery,deliverability,0.9,0.9,0.9\ngap-recovery,loss,0.1,0.1,0.1\n")
            (results / "comparisons.csv").write_text(
                "strategy,baseline,metric,difference,ci_low,ci_high\n"
                "gap-recovery,fire-and-forget,deliverability,0.1,0.09,0.11\n")
            (results / "fates.csv").write_text(
                "strategy,fate,stage,cause,share\nfire-and-forget,shown,,,0.8\n"
                "fire-and-forget,lost,link,lost,0.02\nfire-and-forget,synced,service,overwritten,0.1\n"
                "fire-and-forget,synced,device,alerts-off,0.08\ngap-recovery,shown,,,0.9\n")

            def found(log):
                return {key: [round(number, 9) for number in figure]
                        for key, figure in check.figures(results, log).items()}
            # Overwritten are 10 %, and 2 % are lost before. What is shown is known from -1 to 2 points.
            self.assertEqual(found("absences"), {"plain": [0.9, 0.89, 0.92], "gain": [0.1, 0.09, 0.11]})
            self.assertEqual(found("receipts"), {"plain": [0.88, 0.87, 0.9], "gain": [0.1, 0.09, 0.11]})
            (results / "inputs.csv").write_text(
                "strategy,metric,baseline,mean,ci_low,ci_high\n"
                "fire-and-forget,deliverability,,0.8,0.7,0.85\n"
                "gap-recovery,deliverability,fire-and-forget,0.1,0.05,0.2\n"
                "gap-recovery,reachable_deliverability,fire-and-forget,0.12,0.06,0.22\n")
            self.assertEqual(found("absences"), {"plain": [0.9, 0.8, 0.95], "gain": [0.12, 0.06, 0.22]})

    def test_intervals_that_hold_the_truth(self):
        for low, high, verdict in ((0, 1, "holds"), (0.5, 1, "holds"), (0.6, 1, "above"),
                                   (0, 0.4, "below")):
            self.assertEqual(check.low_to_high((0.5, low, high), 0.5), verdict)

    def test_a_trace_in_a_comment_is_not_played(self):
        with tempfile.TemporaryDirectory() as name:
            scenario = pathlib.Path(name) / "my.yml"
            for text, plays in (("workload:\n  # arrivals: {trace: {file: a}}\n", False),
                                ("workload:\n  arrivals: {trace: {file: a}}\n", True),
                                ("workload:\n  arrivals:\n    trace:\n      file: a\n", True)):
                scenario.write_text(text)
                self.assertEqual(check.plays_the_log(scenario), plays)


class PublicLogTests(unittest.TestCase):
    def test_what_a_log_has(self):
        # 1970-01-02 is 86,400 s.
        texts = {"epoch": ("time,user\n86400.5,a\n90000,b\n90000,a\n", ","),
                 "iso": ("time,user\n1970-01-02T02:00:00.5+02:00,a\n1970-01-03,b\n1970-01-03,a\n", ","),
                 "%Y%m%d %H:%M:%S.%f": (
                     "time,user\n19700102 00:00:00.5,a\n19700103 00:00:00.0,b\n19700104 00:00:00.0,a\n",
                     ",")}
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "log.csv"
            for form, (text, separator) in texts.items():
                path.write_text(text)
                log = public_logs.Log(None, "log.csv", "time", "user", form, separator)
                self.assertEqual(public_logs.truth(log, path), (3, 2, 86400.5))
            path.write_text("Fri, 02 Jan 1970 00:00:00 +0000\n\nSat, 03 Jan 1970 00:00:00 +0000\n")
            log = public_logs.Log(None, "log.csv", 0, None, "%a, %d %b %Y %H:%M:%S %z", None, 6)
            self.assertEqual(public_logs.truth(log, path), (2, None, 86400))

    def test_what_the_tool_says(self):
        for text, numbers in (("24,333 messages to 555 devices in 28 d from 18 s; 1.57 a day each",
                               ("24,333", "555", "18")),
                              ("394 intervals without a column of devices in 2025 d from 1308016817.5 (2011",
                               ("394", None, "1308016817.5")),
                              ("63 messages to one stream in 575 d from -12.5 s", ("63", None, "-12.5"))):
            found = public_logs.SAID.search(text)
            self.assertEqual(found.group(1, 3, 4), numbers)

    def test_verdicts(self):
        meant = (10, 3, 100.0)
        for found, beginning in (((10, 3, 100.0), "right"), ((10, None, 100.0), "as one stream"),
                                 ((10, 2, 100.0), "**wrong**"), ((9, 3, 100.0), "**wrong**"),
                                 ((10, 3, 101.0), "**wrong**"), ("no header", "refused: no header")):
            self.assertTrue(public_logs.verdict(found, meant).startswith(beginning))


if __name__ == "__main__":
    unittest.main()
