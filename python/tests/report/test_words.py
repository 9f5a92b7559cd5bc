"""Numbers as words, and labels that do not overlap."""

import itertools
import random
import re
import unittest

from deliverysim.report.results import Factor
from deliverysim.report.style import spread, untangle
from deliverysim.report.words import (
    GAP,
    column_digits,
    factor_words,
    in_column,
    interval_digits,
    metric_interval,
    number,
    percent,
    points,
    rate,
    span,
)
from deliverysim.vocabulary import ending_words


class Factors(unittest.TestCase):
    def test_an_axis_has_the_unit(self):
        named = Factor("servers", (1, 2), True, "", None, "Servers for repeats", "processes")
        self.assertEqual(named.axis_label, "Servers for repeats [processes]")
        plain = Factor("repeat_limit", (1, 2), True, "")
        self.assertEqual((plain.label, plain.axis_label), ("repeat limit", "repeat limit"))


class Words(unittest.TestCase):
    def test_a_share_keeps_two_digits_of_what_is_missing_but_no_more_than_four(self):
        cases = {
            0.94880: "94.9 %",
            0.99876: "99.88 %",
            0.999946: "99.99 %",
            1: "100 %",
            0: "0 %",
            0.00012: "0.012 %",
            0.5: "50.0 %",
        }
        for share, words in cases.items():
            self.assertEqual(percent(share), words.replace(" ", GAP))

    def test_what_is_nearly_all_is_never_called_all(self):
        small = f"0.1{GAP}per{GAP}million"
        self.assertEqual(percent(1 - 1e-7), f"all but {small}")
        self.assertEqual(percent(1e-7), small)
        self.assertEqual(percent(2.846e-7), f"0.28{GAP}per{GAP}million")
        self.assertEqual(percent(0.996, 0), f"99.6{GAP}%")
        self.assertEqual(percent(0.999999), f"99.9999{GAP}%")
        for step in range(1, 91):
            for share in (10 ** (-step / 10), 1 - 10 ** (-step / 10)):
                for digits in (None, 0, 1, 2, 4):
                    number = float(percent(share, digits).removeprefix("all but ").split(GAP)[0])
                    self.assertNotIn(number, (0.0, 100.0), (share, digits))

    def test_a_share_and_its_interval_have_the_digits_that_the_interval_leaves(self):
        cases = {
            (99.8760, 99.8694, 99.8827): 3,  # half the interval is 0.007
            (94.880, 94.816, 94.945): 2,
            (81.0, 76.2, 85.8): 1,
            (99.99985, 99.99952, 99.99999): 4,  # never more than four
            (50.0, 49.99995, 50.00005): 2,  # nor more than four that count
            (100.0, 99.95, 100.0): 2,
            (0.0, 0.0, 0.075): 2,
            (99.0, -float("inf"), float("inf")): 1,
        }
        for (share, low, high), digits in cases.items():
            missing = min(share, 100 - share)
            self.assertEqual(interval_digits(missing, low, high), digits, (share, low, high))

    def test_an_interval_has_its_unit_once_and_ends_that_differ(self):
        cases = {
            ("deliverability", 0.97, 0.9483, 0.9916): "94.8 to 99.2 %",
            ("deliverability", 0.94861, 0.94857, 0.94865): "94.857 to 94.865 %",
            ("deliverability", 1, 1, 1): "100 to 100 %",
            ("latency_mean_s", 50.48, 10.37, 90.6): "10.4 to 90.6 s",
            ("latency_mean_s", 11016, 11015.84, 11016.16): "3.05996 to 3.06004 h",
            ("latency_mean_s", 0, 0, 0): "0 to 0 s",
            ("pushes_per_notification", 1234, 1233.97, 1234.03): "1,233.97 to 1,234.03",
            ("pushes_per_notification", 1, 1, 1): "1 to 1",
        }
        for case, words in cases.items():
            self.assertEqual(metric_interval(*case), re.sub(r" (?=[%a-z]+$)", GAP, words))

    def test_numbers_beneath_each_other_have_the_same_decimals(self):
        cases = {
            (0, 0.00589, 24.08): ["0", "0.01", "24.08"],
            (0.0049, 24.08): ["under 0.01", "24.08"],
            (1, 1.0536, 1.96): ["1.00", "1.05", "1.96"],
            (0, 0.0567, 0.00589): ["0", "0.0567", "0.0059"],
            (1234.5, 0.2, 8): ["1,234", "under 1", "8"],
            (120.04, 3): ["120", "3"],
            (0, 0): ["0", "0"],
        }
        for values, texts in cases.items():
            digits = column_digits(values)
            self.assertEqual([in_column(value, digits) for value in values], texts)

    def test_differences_are_points_without_a_sign(self):
        cases = {
            0.0499: "5.0 points",
            -0.217: "21.7 points",
            0.0004: "0.040 points",
            0: "0 points",
            -0.6: "60 points",
        }
        for difference, words in cases.items():
            self.assertEqual(points(difference), words.replace(" ", GAP))

    def test_spans_and_rates_have_the_unit_that_people_use(self):
        for seconds, words in {
            0: "0 s",
            0.25: "250 ms",
            60: "1 min",
            3592: "59.9 min",
            24631: "6.84 h",
            2592000: "30 d",
        }.items():
            self.assertEqual(span(seconds), words.replace(" ", GAP))
        for per_second, words in {1 / 86400: "1/d", 0.1 / 86400: "0.1/d", 5: "5/s"}.items():
            self.assertEqual(rate(per_second), words)

    def test_numbers_have_three_digits_and_no_exponent(self):
        for value, words in {
            0: "0",
            1.0536: "1.05",
            65535: "65,535",
            0.0567: "0.0567",
            1000000: "1,000,000",
            100: "100",
            2.5: "2.5",
        }.items():
            self.assertEqual(number(value), words)

    def test_a_value_has_the_unit_of_its_factor(self):
        for value, unit, words in [
            (600, "s", f"10{GAP}min"), (0.1, "share", f"10{GAP}%"), (2 / 86400, "1/s", "2/d"),
            (5, "whole", "5"), (0.45, "1", "0.45"),
        ]:  # fmt: skip
            self.assertEqual(factor_words(value, unit), words)

    def test_every_end_has_words(self):
        self.assertEqual(ending_words("lost", "service", "not-stored"), "push service: not stored")
        self.assertEqual(ending_words("pending", float("nan"), float("nan")), "still on its way")


class Labels(unittest.TestCase):
    def test_labels_keep_their_order_and_their_distance(self):
        numbers = random.Random(1)
        for _ in range(500):
            places = [numbers.choice([numbers.random(), 0.5]) for _ in range(numbers.randint(1, 8))]
            moved = spread(places, 0.1)
            pairs = sorted(zip(places, moved), key=lambda pair: pair[1])
            self.assertEqual([place for place, _ in pairs], sorted(places))
            for (_, low), (_, high) in zip(pairs, pairs[1:]):
                self.assertGreater(high - low, 0.0999)
            self.assertGreaterEqual(min(moved), -1e-9)
            self.assertLessEqual(max(moved), 1 + 1e-9)

    def test_labels_that_are_apart_stay_where_they_are(self):
        for place, moved in zip([0.9, 0.1, 0.5], spread([0.9, 0.1, 0.5], 0.1)):
            self.assertAlmostEqual(place, moved, 12)
        self.assertEqual(spread([], 0.1), [])

    def test_no_two_lines_to_labels_cross(self):
        numbers = random.Random(2)
        tangled = 0
        for _ in range(500):
            points = [(numbers.random(), numbers.random()) for _ in range(numbers.randint(1, 8))]
            before = spread([y for _, y in points], 0.1)
            after = untangle(points, before, 1.03)
            self.assertEqual(sorted(before), sorted(after))
            self.assertEqual(self.crossings(points, after), 0)
            tangled += self.crossings(points, before) > 0
        self.assertGreater(tangled, 10)

    @staticmethod
    def crossings(points, places):
        """Pairs of lines to (1.03, place) that change sides on the way they have in common."""
        count = 0
        for (one, end), (other, last) in itertools.combinations(zip(points, places), 2):
            first, second, (x, y) = (one, end, other) if one[0] < other[0] else (other, last, one)
            goal = last if one[0] < other[0] else end
            level = first[1] + (second - first[1]) * (x - first[0]) / (1.03 - first[0])
            count += (level - y) * (second - goal) < -1e-9
        return count
