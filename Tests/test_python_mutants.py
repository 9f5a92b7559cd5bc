"""The mutants of the Python package fit its sources and tests, as far as that shows without running any."""

import unittest

import python_mutants
from python_mutants import MUTANTS


class Mutants(unittest.TestCase):
    def test_each_snippet_is_there_once_and_so_is_each_test(self):
        self.assertEqual(python_mutants.mistakes(), [])

    def test_each_changes_something_and_is_told_apart(self):
        self.assertGreaterEqual(len(MUTANTS), 20)
        self.assertFalse([one.what for one in MUTANTS if one.old == one.new])
        self.assertEqual(len({one.what for one in MUTANTS}), len(MUTANTS))

    def test_what_does_not_fit_is_told(self):
        first = MUTANTS[0]
        for wrong in [first._replace(old="nowhere"), first._replace(test=first.test + "s"),
                      first._replace(test="python/tests/nowhere.py::A::b"), first._replace(old="return")]:
            with self.subTest(wrong):
                python_mutants.MUTANTS = [wrong]
                self.addCleanup(setattr, python_mutants, "MUTANTS", MUTANTS)
                self.assertEqual(len(python_mutants.mistakes()), 1)


if __name__ == "__main__":
    unittest.main()
