"""Tests of the benchmark's section on the time to a precise answer."""

import contextlib
import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Benchmarks"))

from parts.precision import Answer, disagreements, simpys  # noqa: E402
from parts.report import Report  # noqa: E402


def answer(difference=0.02, error=0.001, seconds=4.0, half_width=0.001):
    return Answer(seconds, difference, error, half_width)


class PrecisionTests(unittest.TestCase):
    def test_half_the_width_takes_four_times_as_long(self):
        self.assertEqual(answer(half_width=0.0005).time, 4)
        self.assertEqual(answer(half_width=0.001).time, 16)
        self.assertEqual(answer(half_width=0.00025).time, 1)

    def test_simpy_has_the_median_of_times_and_a_normal_interval(self):
        difference = {"value": 0.02, "standard_error": 0.001}
        peer = simpys([{"seconds": s, "difference": difference} for s in (3.0, 9.0, 4.0)])
        self.assertEqual((peer.seconds, peer.difference, peer.error), (4.0, 0.02, 0.001))
        self.assertAlmostEqual(peer.half_width, 0.00196, places=5)

    def test_more_than_three_errors_of_both_disagree(self):
        # The errors are 3 and 4 thousandths, so that of the difference is 5.
        ours = answer(difference=0.020, error=0.003)
        for difference, wrong in ((0.034, 0), (0.036, 1), (0.006, 0), (0.004, 1)):
            with contextlib.redirect_stdout(io.StringIO()):
                peer = answer(difference=difference, error=0.004)
                self.assertEqual(disagreements(Report(), ours, peer), wrong, difference)


if __name__ == "__main__":
    unittest.main()
