"""The conditions under which a mutant counts as killed."""

import re
import unittest

import mutants
from feature_mutants import BY_FEATURE
from mutant import Mutant, named_tests, without_test

RULE = Mutant("R2.9", "A.swift", "a", "b", "what")
NAMED = Mutant("EstimateTests/byHand", "A.swift", "a", "b", "what")


class Verdict(unittest.TestCase):
    def test_a_failed_test_of_the_rule_kills(self):
        output = '✘ Test "R2.9 a switch" recorded an issue at A.swift:1:1\nTest run with 2 tests'
        self.assertEqual(mutants.verdict(RULE, output), (["R2.9 a switch"], ""))

    def test_a_test_of_another_rule_does_not(self):
        output = '✘ Test "R2.8 a switch" recorded an issue at A.swift:1:1\nTest run with 2 tests'
        self.assertEqual(mutants.verdict(RULE, output), (None, "SURVIVED"))

    def test_a_trap_kills(self):
        output = "*** Program crashed: Illegal instruction at 0x00007f71bdef9361 ***"
        killers, _ = mutants.verdict(RULE, output)
        self.assertEqual(len(killers), 1)

    def test_what_did_not_run_does_not_kill(self):
        self.assertEqual(mutants.verdict(RULE, "x: error: no such module")[0], None)
        self.assertEqual(mutants.verdict(RULE, None), (None, "timed out"))

    def test_the_named_test_kills_by_its_display_name_or_its_function(self):
        for line, name in [
            ('Test "The hand-computed interval" recorded an issue at A.swift:1:1', "The hand-computed interval"),
            ("Test published(p:) recorded an issue with 1 argument value p", "published(p:)"),
            ('Test "Values" with 3 test cases failed after 0.1 seconds', "Values"),
        ]:
            self.assertEqual(mutants.verdict(NAMED, f"✘ {line}\nTest run with 1 test"), ([name], ""))
        self.assertEqual(mutants.verdict(NAMED, "✔ Test byHand() passed\nTest run with 1 test"), (None, "SURVIVED"))
        self.assertEqual(mutants.verdict(NAMED, "Test run with 0 tests")[0], None)


class Names(unittest.TestCase):
    def test_either_a_rule_or_a_test(self):
        self.assertEqual((RULE.rule, RULE.test), ("R2.9", None))
        self.assertEqual((NAMED.rule, NAMED.test), (None, "EstimateTests/byHand"))

    def test_a_named_test_is_one_of_its_suite(self):
        self.assertEqual(NAMED.killers, [("Tests/StatisticsTests/EstimateTests.swift", "EstimateTests/byHand")])
        self.assertEqual(NAMED.targets, {"StatisticsTests"})
        self.assertRegex("StatisticsTests.EstimateTests/byHand()/EstimateTests.swift:9:4", NAMED.filter)
        self.assertNotRegex("StatisticsTests.DifferenceTests/byHand()/DifferenceTests.swift:9:4", NAMED.filter)
        # The name of an extension, too.
        self.assertIn("ConfigurationTests/setsValues", named_tests())

    def test_a_test_that_is_not_there_is_told(self):
        absent = NAMED._replace(shown_by="EstimateTests/byFoot")
        self.assertEqual(len(without_test([RULE, NAMED, absent])), 1)
        self.assertEqual(absent.filter, "no test")


class Features(unittest.TestCase):
    def test_a_feature_has_the_mutants_of_its_folder(self):
        for name, its in BY_FEATURE.items():
            for mutant in its:
                self.assertTrue(mutant.file.startswith(f"Sources/Models/{name}/"), mutant)

    def test_the_compiler_leaves_them_out(self):
        package = (mutants.ROOT / "Package.swift").read_text(encoding="utf-8")
        excluded = re.search(r"let mutated = \[(.*?)\]", package, re.DOTALL)[1]
        self.assertEqual(re.findall(r'"(\w+)"', excluded), list(BY_FEATURE))

    def test_their_target_has_another_name_than_their_folder(self):
        rule = RULE._replace(shown_by="R3.1")
        self.assertEqual((rule.folders, rule.targets), ({"Features"}, {"FeatureTests"}))
        self.assertRegex("FeatureTests.R03SlotTests/newerOverwritesOlder()/R03SlotTests.swift:9:4", rule.filter)


if __name__ == "__main__":
    unittest.main()
