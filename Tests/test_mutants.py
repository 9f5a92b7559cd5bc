"""When a mutant counts as killed."""

import unittest

import mutants


class Verdict(unittest.TestCase):
    def test_a_failed_test_of_the_rule_kills(self):
        output = '✘ Test "R2.9 a switch" recorded an issue at A.swift:1:1\nTest run with 2 tests'
        self.assertEqual(mutants.verdict("R2.9", output), (["R2.9 a switch"], ""))

    def test_a_test_of_another_rule_does_not(self):
        output = '✘ Test "R2.8 a switch" recorded an issue at A.swift:1:1\nTest run with 2 tests'
        self.assertEqual(mutants.verdict("R2.9", output), (None, "SURVIVED"))

    def test_a_trap_kills(self):
        output = "*** Program crashed: Illegal instruction at 0x00007f71bdef9361 ***"
        killers, _ = mutants.verdict("R2.9", output)
        self.assertEqual(len(killers), 1)

    def test_what_did_not_run_does_not_kill(self):
        self.assertEqual(mutants.verdict("R2.9", "x: error: no such module")[0], None)
        self.assertEqual(mutants.verdict("R2.9", None), (None, "timed out"))


if __name__ == "__main__":
    unittest.main()
