"""One choice of metric and strategy, for the sentence, the tiles and the list beneath them."""

import json
import math
import re
import unittest

from deliverysim.report.charts import (
    all_charts,
    deliverability,
    frontier,
    groups,
    inputs,
    sample,
    sweep,
)
from deliverysim.report.choice import as_good, order_at, price
from deliverysim.report.findings import sentence
from deliverysim.report.live.data import choice, metrics
from deliverysim.report.page import lead, page, plain
from deliverysim.report.results import Results
from deliverysim.report.style import close
from deliverysim.report.words import metric_value, number

from .shipped import EXPERIMENTS, ROOT, Copy, decided, results_folder, rows


def published(experiment, **options):
    return Results(results_folder(experiment), **options)


def embedded(results):
    """The strategy to choose at each design point, as the script reads it."""
    return [results.strategies[order[0]] for order in choice(results)["orders"]]


class Winners(unittest.TestCase):
    def test_the_terminal_s_sentences_have_the_page_s_signs(self):
        self.assertEqual(plain("a-b shows -8.69 to +20.09"), "a-b shows \N{MINUS SIGN}8.69 to +20.09")
        self.assertIn("8.7\u00a0points less to 20.1\u00a0points more", lead(published("storm")))

    def test_what_best_decides_wins_at_each_design_point(self):
        results = published("best-queue")
        decided = {
            int(row["design_point"]): row["strategy"]
            for row in rows("best-queue", "best")
            if row["verdict"] == "best"
        }
        self.assertEqual(embedded(results), [decided[0], decided[1]])
        self.assertEqual(results.choice.metric, "deliverability")
        for name in decided.values():
            self.assertIn(f"Choose {name}", lead(results))
        self.assertIn("least payload bytes", lead(results))
        self.assertNotIn("payload_bytes", lead(results))
        equal = {row["strategy"] for row in rows("best-queue", "best") if row["verdict"] == "as-good"}
        self.assertEqual(set(as_good(results, "deliverability", 0)), equal)
        self.assertEqual(price(results, 0), "payload_bytes_per_notification")
        # It breaks the limit on pushes.
        self.assertNotIn("retry-until-acked", results.choice.orders[1])

    def test_sentence_tiles_and_costs_name_the_same(self):
        for experiment in EXPERIMENTS:
            results = published(experiment)
            if results.baseline in results.choice.winners or len(results.choice.winners) > 1:
                continue
            (name,) = results.choice.winners
            with self.subTest(experiment):
                self.assertEqual(set(embedded(results)), {name})
                self.assertIn(name, lead(results).split(". ")[0])
                self.assertTrue(frontier.charts(results)[0].title.startswith(f"{name}:"))
                self.assertEqual(metrics(results)["benefit"], results.choice.metric)

    def test_what_the_run_has_chosen_wins(self):
        with Copy("designs") as copy:
            chosen = [{"design_point": 0, "strategy": "wire"}]
            results = altered(copy, lambda content: content["answer"].update(chosen=chosen))
            self.assertEqual(results.choice.winners, ["wire"])
        self.assertNotIn("wire", published("designs").choice.winners)

    def test_where_all_show_the_same_the_metric_is_another(self):
        results = published("escalate")
        self.assertEqual(results.choice.metric, "awareness_in_time")
        # Of two that gain the same, the cheaper one.
        self.assertEqual(results.choice.winners, ["at-once-2m"])
        self.assertEqual(as_good(results, "awareness_in_time", 0), ["opening-2m"])
        self.assertTrue(lead(results).endswith("opening-2m is not told apart."), lead(results))

    def test_values_with_intervals_apart_are_told_apart(self):
        ends = {
            row["strategy"]: (float(row["ci_low"]), float(row["ci_high"]))
            for row in rows("trap", "metrics")
            if row["metric"] == "deliverability" and row["design_point"] == "2"
        }
        gaps = {
            row["strategy"]: (float(row["ci_low"]), float(row["ci_high"]))
            for row in rows("trap", "comparisons")
            if row["metric"] == "deliverability" and row["design_point"] == "2"
        }
        # Those of the differences meet, which are wider by the noise of the baseline.
        self.assertLess(gaps["digest"][0], gaps["retry-until-acked"][1])
        self.assertGreater(ends["digest"][0], ends["retry-until-acked"][1])
        results = published("trap")
        self.assertEqual(order_at(results, "deliverability", 2)[0], "digest")
        self.assertEqual(as_good(results, "deliverability", 2), [])

    def test_the_baseline_is_never_among_those_not_told_apart(self):
        with Copy("mail-queue") as copy:

            def spread(row):
                if row["metric"] == "deliverability":
                    row["ci_low"], row["ci_high"] = "0", "1"
            copy.edit("metrics", spread)
            copy.edit(
                "comparisons",
                lambda row: row.update(ci_low="-0.5", ci_high="0.5")
                if row["strategy"] == "as-printed" else None)
            results = Results(copy.results)
            self.assertEqual(results.choice.orders[0][0], "gap-recovery")
            self.assertEqual(as_good(results, "deliverability", 0), ["as-printed"])

    def test_values_that_read_alike_depend_on_nothing(self):
        title = deliverability.one(published("escalate"), "deliverability")[0].title
        self.assertEqual(title, "fire-and-forget shows 99.31\u00a0%")

    def test_break_evens_follow_the_choice(self):
        text = lead(published("how-many"))
        self.assertTrue(text.startswith("extension-fetch shows 8.3 to 36.2"), text)
        self.assertIn("gap-recovery stops paying at capacity", text)

    def test_what_pushes_do_not_tell_apart_has_another_price(self):
        self.assertEqual(
            price(published("how-many"), 0), "resend_requests_per_device_day")
        self.assertEqual(price(published("mail-queue"), 0), "pushes_per_notification")

    def test_without_anything_that_is_surely_better_the_baseline_comes_first(self):
        def blur(row):
            row["ci_low"], row["ci_high"] = "-0.5", "0.5"

        with Copy("mail-queue") as copy:
            copy.edit("comparisons", blur)
            results = Results(copy.results)
            self.assertEqual(results.choice.winners, ["fire-and-forget"])
            self.assertEqual(as_good(results, "deliverability", 0), [])
            copy.edit("metrics", lambda row: row.update(ci_low="0", ci_high="1"))
            results = Results(copy.results)
            self.assertEqual(
                set(as_good(results, "deliverability", 0)), {"gap-recovery", "as-printed"})
            self.assertIn("No strategy shows significantly more", sentence(results, "deliverability"))

    def test_less_loss_is_a_gain(self):
        shares = {}
        for row in rows("how-many", "metrics"):
            if row["metric"] == "loss":
                shares[row["strategy"]] = shares.get(row["strategy"], 0) + float(row["mean"])
        least = min(shares, key=shares.get)
        text = sentence(published("how-many"), "loss")
        self.assertRegex(text, rf"^Lost: {least} has [\d.]+ to [\d.]+\u00a0points less than ")

    def test_delays_are_told_as_times(self):
        text = sentence(published("mail-queue"), "delay_p90_s")
        self.assertRegex(text, r"gap-recovery has 3\.09\u00a0s, 1\.26\u00a0ms less than ")

    def test_what_costs_more_is_worse(self):
        gaps = {
            row["strategy"]: float(row["difference"])
            for row in rows("mail-queue", "comparisons")
            if row["metric"] == "resend_requests_per_device_day"
        }
        self.assertTrue(all(gap > 0 for gap in gaps.values()))
        text = sentence(published("mail-queue"), "resend_requests_per_device_day")
        self.assertRegex(text, r"^Re-requests per device and day: \S+ has \S+, \S+ more than ")
        self.assertIn(max(gaps, key=gaps.get), text)


def altered(copy, change):
    """The results of a copy after a change of its manifest."""
    manifest = copy.results / "manifest.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    change(content)
    manifest.write_text(json.dumps(content), encoding="utf-8")
    return Results(copy.results)


class Leading(unittest.TestCase):
    """Charts and the page's script begin with the metric that the run has named."""

    def axes(self, chart):
        """The labels of a chart's axes."""
        figure = chart.figure()
        labels = [axis.get_label_text() for one in figure.axes for axis in (one.xaxis, one.yaxis)]
        close(figure)
        return [" ".join(text.split()) for text in labels]

    def test_charts_and_script_begin_with_it(self):
        results = published("digest")
        self.assertEqual(results.choice.metric, "awareness_in_time")
        for module, prefix in ((deliverability, ""), (sweep, "sweep-")):
            names = [chart.name for chart in module.charts(results)]
            self.assertEqual(names[:2], [f"{prefix}awareness-in-time", f"{prefix}deliverability"])
        self.assertEqual(list(metrics(results)["all"])[:2], ["awareness_in_time", "deliverability"])

    def test_groups_are_told_by_it(self):
        (chart,) = groups.charts(published("designs"))
        self.assertTrue(chart.title.startswith("Known in time: With plain, the group "))
        self.assertIn("owed notifications known in time", self.axes(chart))

    def test_a_sample_is_told_by_it(self):
        def draws(content):
            content["scenario"]["sweep"] = {"sample": {"factors": []}}

        with Copy("digest") as copy:
            (chart,) = sample.charts(altered(copy, draws))
            self.assertIn("owed notifications known in time", self.axes(chart))
            self.assertRegex(chart.title, r" varies from .* known in time; items goes with it")

    def test_inputs_are_told_by_it_unless_they_lack_it(self):
        def by(metric):
            return lambda content: content["answer"].update(metric=metric)

        with Copy("inputs") as copy:
            (chart,) = inputs.charts(altered(copy, by("latency_mean_s")))
            self.assertRegex(
                chart.title, r"^Mean delay of what is shown: The inputs leave .* by [\d.]+\u00a0min, ")
            self.assertIn("mean delay of what is shown", self.axes(chart))
            (chart,) = inputs.charts(altered(copy, by("resend_wait_mean_s")))
            self.assertIn("owed notifications shown", self.axes(chart))

    def test_without_it_deliverability_comes_first(self):
        with Copy("digest") as copy:
            results = altered(copy, lambda content: content.pop("answer"))
            self.assertEqual(results.choice.metric, "deliverability")
            self.assertIn("points more than", lead(results))
        with Copy("digest") as copy:
            copy.edit("metrics", lambda row: row["metric"] != "awareness_in_time")
            results = Results(copy.results)
            self.assertEqual(results.choice.metric, "deliverability")
            self.assertEqual(deliverability.charts(results)[0].name, "deliverability")


class WithoutEnd(unittest.TestCase):
    """Delays of what is owed may never end: best.csv has them, and words and charts do, too."""

    def test_the_choice_is_of_those_with_a_value(self):
        with Copy("mail-queue") as copy:
            results = Results(decided(copy, ["fire-and-forget", "as-printed"]))
            self.assertEqual(results.choice.orders, {0: ["gap-recovery"]})
            self.assertEqual(results.choice.equals, {0: []})
            self.assertEqual(
                sentence(results, "delay_p90_s"),
                "Time until 90 % of what is owed is shown: "
                "gap-recovery has 3.09\u00a0s, fire-and-forget never")

    def test_charts_and_page_are_of_those_with_a_value(self):
        with Copy("mail-queue") as copy:
            results = Results(decided(copy, ["fire-and-forget"]))
            (cost,) = frontier.charts(results)
            self.assertNotIn("fire-and-forget:", cost.alt)
            self.assertIn("as-printed: 3.75\u00a0s", cost.alt)
            for chart in all_charts(results):
                close(chart.figure())
            self.assertIn("Choose gap-recovery", page(results, [], {}))

    def test_without_end_is_a_word(self):
        self.assertEqual(metric_value("delay_p90_s", math.inf), "never")
        self.assertEqual(number(math.inf), "infinite")


class Directions(unittest.TestCase):
    def test_the_line_joins_what_none_beats_in_its_direction(self):
        spots = {"a": (1, 5.0), "b": (2, 3.0), "c": (3, 4.0)}
        self.assertEqual(frontier.frontier(spots, is_up=False), [(1, 5.0), (2, 3.0)])
        self.assertEqual(frontier.corner("latency_p50_s"), "Down and to the left is better")
