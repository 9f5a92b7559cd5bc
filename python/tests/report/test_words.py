"""Numbers as words, and labels that do not overlap."""

import itertools
import random
import re
import unittest

from deliverysim.report.results import Factor
from deliverysim.report.page import share_cell
from deliverysim.report.style import spread, tick, untangle
from deliverysim.report.words import (
    GAP,
    column_digits,
    factor_words,
    in_column,
    interval_digits,
    metric_interval,
    metric_value,
    number,
    percent,
    point_places,
    points,
    points_interval,
    rate,
    share_interval,
    signed_points,
    span,
)
from deliverysim.vocabulary import ending_words

from . import rare


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
            0.99989: "99.99 %",
            1: "100 %",
            0: "0 %",
            0.00123: "0.12 %",
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
        self.assertEqual(percent(1 - 1e-5, 1, 0.9, 1), f"99.999{GAP}%")
        self.assertEqual(percent(1 - 1e-7, 1, 0.9, 1), f"all but {small}")
        for step in range(1, 91):
            for share in (10 ** (-step / 10), 1 - 10 ** (-step / 10)):
                for digits in (None, 0, 1, 2, 4):
                    number = float(percent(share, digits).removeprefix("all but ").split(GAP)[0])
                    self.assertNotIn(number, (0.0, 100.0), (share, digits))

    def test_below_a_ten_thousandth_a_share_is_told_per_million(self):
        cases = {
            1e-4: "0.010 %",
            1 - 1e-4: "99.99 %",
            1 - 0.9999: "0.0100 %",  # the computer makes it a little less than 0.0001
            9.9e-5: "99 per million",
            1 - 9.9e-5: "all but 99 per million",
            1e-6: "1 per million",
            1 - 1e-6: "all but 1 per million",
            0: "0 %",
            1: "100 %",
        }
        for share, words in cases.items():
            self.assertEqual(percent(share).replace(GAP, " "), words)
        self.assertEqual(percent(0.99995, 0), f"all but 50{GAP}per{GAP}million")

    def test_half_an_interval_of_a_ten_thousandth_leaves_a_percentage(self):
        self.assertEqual(percent(5e-5, 1, 0, 1.99e-4), f"50{GAP}per{GAP}million")
        self.assertEqual(percent(5e-5, 3, 0, 2e-4), f"0.005{GAP}%")
        self.assertEqual(percent(5e-5, 1, 0, float("nan")), f"50{GAP}per{GAP}million")

    def test_rare_shares_and_differences_have_rare_intervals(self):
        for value, low, high, *words in rare.SHARES:
            ends = ("deliverability", value, low, high)
            seen = [metric_value(*ends), metric_interval(*ends)]
            self.assertEqual([text.replace(GAP, " ") for text in seen], words)
        for value, low, high, *words in rare.DIFFERENCES:
            digits = point_places(value)
            seen = [signed_points(value, digits, low, high), points_interval(low, high, digits)]
            self.assertEqual([text.replace(GAP, " ") for text in seen], words)

    def test_an_interval_is_rare_if_both_ends_are(self):
        cases = {
            (0, 9.9e-5): "0 to 99 per million",
            (0, 1e-4): "0.000 to 0.010 %",
            (1 - 9.9e-5, 1): "all but 0 to 99 per million",
            (1 - 1e-4, 1): "99.990 to 100.000 %",
            (0, 0): "0.00 to 0.00 %",
            (1, 1): "100.00 to 100.00 %",
        }
        for ends, words in cases.items():
            self.assertEqual(share_interval(*ends, 2).replace(GAP, " "), words)

    def test_where_none_was_lost_the_bound_is_told(self):
        # With 95 % and n messages the bound is 3/n: 45 million here.
        bound = 6.7e-8
        for share, low, high, words in [
            (0, 0, bound, "0 % 0 to 0.067 per million"),
            (1, 1 - bound, 1, "100 % all but 0 to 0.067 per million"),
            (1, 0.9997, 1, "100.0 % 99.97 to 100.00 %"),
        ]:
            cell = re.sub("<[^>]*>", "", share_cell(share, low, high)).replace(GAP, " ")
            self.assertEqual(cell, words)

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
            0.0001: "0.010 points",
            -9.9e-5: "99 per million",
            0.85e-6: "0.85 per million",
            0.0004: "0.040 points",
            0: "0 points",
            -0.6: "60 points",
        }
        for difference, words in cases.items():
            self.assertEqual(points(difference).replace(GAP, " "), words)

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
    def test_an_axis_of_rare_shares_counts_per_million(self):
        cases = {
            (0.5, 0, 1, "%"): "50 %",
            (5e-5, 0, 1e-4, "%"): "0.005 %",
            (5e-5, 0, 9.9e-5, "%"): "50 per million",
            (0, 0, 3e-6, "%"): "0 per million",
            (-2e-6, -3e-6, 3e-6, "pp"): "-2 per million",
            (0.99995, 0.9999, 1, "%"): "99.995 %",
            (1 - 2.5e-6, 1 - 3e-6, 1 + 1e-7, "%"): "all but 2.5 per million",
            (1, 1 - 3e-6, 1 + 1e-6, "%"): "100 %",
            (1 + 5e-7, 1 - 3e-6, 1 + 1e-6, "%"): "",
            # No two labels are the same.
            (0.5000001, 0.5, 0.5000004, "%"): "50.00001 %",
        }
        for case, words in cases.items():
            self.assertEqual(tick(*case, " "), words)

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
