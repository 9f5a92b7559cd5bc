"""`calibrate --apns` finds how many pushes an own world keeps, or says that nothing tells."""

import pathlib
import tempfile
import unittest

import apns
from apns_calibrated import CAPACITY, OFFLINE, ONLINE, calibrate, holds, scenario


class ApnsTests(unittest.TestCase):
    def answer(self, seed, capacity, offline, unknowns, pushes, rate):
        with tempfile.TemporaryDirectory() as path:
            folder = pathlib.Path(path)
            apns.write(folder / "metrics.csv", apns.counts(
                seed, capacity, ONLINE, apns.exponential(offline), pushes=pushes, phones=100))
            return calibrate(folder, scenario(1, 1.5 * offline, 0, rate), unknowns)

    def test_capacity(self):
        """The intervals hold 95 % each: the seeds are fixed, and were not chosen."""
        for seed, capacity in ((1, 1), (2, 4)):
            with self.subTest(capacity=capacity):
                code, answer = self.answer(
                    seed, capacity, 2 * apns.HOUR, [CAPACITY, OFFLINE], apns.poisson(15), 15)
                self.assertIn(code, (0, 3))
                self.assertTrue(holds(answer["unknowns"][0], capacity), answer["unknowns"])
                self.assertLess(answer["unknowns"][0]["ci_high"], 3 * capacity)

    def test_nothing_tells(self):
        """With a push every other day and absences of ten minutes no second push ever waits."""
        code, answer = self.answer(3, 2, 600, [CAPACITY], apns.poisson(0.5), 0.5)
        self.assertEqual(code, 3, answer["unknowns"])
        self.assertNotIn("value", answer["unknowns"][0])


if __name__ == "__main__":
    unittest.main()
