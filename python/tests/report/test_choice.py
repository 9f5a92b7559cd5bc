"""One choice of metric and strategy, for the sentence, the tiles and the list beneath them."""

import math
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
from deliverysim.report.live.data import choice, metrics
from deliverysim.report.page import lead, page
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
    def test_what_best_decides_comes_first_at_each_design_point(self):
        results = published("best-queue")
        decided = {
            int(row["design_point"]): row["strategy"]
            for row in rows("best-queue", "best")
            if row["verdict"] == "best"
        }
        self.assertEqual(embedded(results), [decided[0], decided[1]])
        self.assertEqual(results.leading, "deliverability")
        for name in decided.values():
            self.assertIn(f"Choose {name}", lead(results))
        self.assertIn("least payload bytes", lead(results))
        equal = {row["strategy"] for row in rows("best-queue", "best") if row["verdict"] == "as-good"}
        self.assertEqual(set(results.answer.as_good(0)), equal)
        self.assertEqual(results.answer.cost(0), "payload_bytes_per_notification")
        # It breaks the limit on pushes.
        self.assertNotIn("retry-until-acked", results.answer.order(1))

    def test_sentence_tiles_and_costs_name_the_same(self):
        for experiment in EXPERIMENTS:
            results = published(experiment)
            (name, *others) = dict.fromkeys(embedded(results))
            if results.baseline == name or others or len(results.points) > 1:
                continue
            with self.subTest(experiment):
                self.assertIn(name, lead(results).split(". ")[0])
                self.assertTrue(frontier.charts(results)[0].title.startswith(f"{name}:"))
                self.assertEqual(metrics(results)["benefit"], results.leading)

    def test_the_page_follows_the_answer_and_nothing_else(self):
        def change(content):
            content["points"][0] |= {"order": ["wire", "plain"], "as_good": ["plain"]}
            content["sentences"] = ["Wire it is."]

        with Copy("designs") as copy:
            copy.change("answer.json", change)
            results = Results(copy.results)
            self.assertEqual(embedded(results)[0], "wire")
            self.assertEqual(lead(results), "Wire it is.")
            equals = choice(results)["equals"][0]
            self.assertEqual([results.strategies[one] for one in equals], ["plain"])
        self.assertNotIn("wire", embedded(published("designs")))

    def test_where_all_show_the_same_the_metric_is_another(self):
        results = published("escalate")
        self.assertEqual(results.leading, "awareness_in_time")
        gains = results.difference("awareness_in_time")["difference"].round(12)
        for point in results.points.index:
            most = gains[point][gains[point] == gains[point].max()].index
            cost = "escalation_cost_per_1000_notifications"
            cheapest = min(most, key=lambda name: results.mean(cost, point, name))
            self.assertEqual(results.answer.order(point)[0], cheapest)
            self.assertEqual(set(results.answer.as_good(point)), set(most) - {cheapest})

    def test_without_the_first_nothing_is_known_of_equals(self):
        names = ["opening-2m", "fire-and-forget"]
        results = published("escalate", strategies=names)
        self.assertEqual(set(results.answer.order(2)), set(names))
        self.assertEqual(results.answer.as_good(2), [])

    def test_the_price_is_what_differs(self):
        cost = published("how-many").answer.cost
        self.assertEqual(cost(0), "resend_requests_per_device_day")
        self.assertEqual(published("mail-queue").answer.cost(0), "pushes_per_notification")

    def test_a_title_of_another_metric_has_its_ends(self):
        title = deliverability.one(published("escalate"), "deliverability")[0].title
        self.assertRegex(title, r"^99\.31\u00a0% with \S+ to 99\.\d+\u00a0% with \S+$")

    def test_sentences_are_shown_and_never_read(self):
        """No program of the package looks into them: they are joined for people."""
        sources = [*(ROOT / "python/deliverysim").rglob("*.py"), *(ROOT / "python/deliverysim").rglob("*.js")]
        found = {
            path.name: [line.strip() for line in path.read_text("utf-8").splitlines() if "sentences" in line]
            for path in sources
        }
        lines = [line for name in found for line in found[name]]
        self.assertTrue(lines)
        for line in lines:
            self.assertNotRegex(line, r"\.(startswith|endswith|find|index|split|search|match|replace)\(|\bin\b.*sentences$")


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
        self.assertEqual(results.leading, "awareness_in_time")
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
            copy.change("manifest.json", draws)
            (chart,) = sample.charts(Results(copy.results))
            self.assertIn("owed notifications known in time", self.axes(chart))
            self.assertRegex(chart.title, r" varies from .* known in time$")

    def test_inputs_are_told_by_it_unless_they_lack_it(self):
        def by(metric):
            copy.change("answer.json", lambda content: content["question"].update(metric=metric))
            return Results(copy.results)

        with Copy("inputs") as copy:
            (chart,) = inputs.charts(by("latency_mean_s"))
            self.assertRegex(
                chart.title, r"^Mean delay of what is shown: The inputs leave .* by [\d.]+\u00a0min$")
            self.assertIn("mean delay of what is shown", self.axes(chart))
            (chart,) = inputs.charts(by("resend_wait_mean_s"))
            self.assertIn("owed notifications shown", self.axes(chart))

    def test_without_it_deliverability_comes_first(self):
        with Copy("digest") as copy:
            copy.edit("metrics", lambda row: row["metric"] != "awareness_in_time")
            results = Results(copy.results)
            self.assertEqual(results.leading, "deliverability")
            self.assertEqual(deliverability.charts(results)[0].name, "deliverability")


class WithoutEnd(unittest.TestCase):
    """Delays of what is owed may never end: best.csv has them, and words and charts do, too."""

    def test_the_choice_is_of_those_with_a_value(self):
        with Copy("mail-queue") as copy:
            results = Results(decided(copy, ["fire-and-forget", "as-printed"]))
            self.assertEqual(results.answer.order(0), ["gap-recovery"])
            self.assertEqual(results.answer.as_good(0), [])

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
    def test_the_caption_says_where_the_better_ones_are(self):
        results = Results(results_folder("mail-queue"))
        self.assertEqual(frontier.corner(results), "Up and to the left is better")
        with Copy("mail-queue") as copy:
            copy.change("answer.json", lambda answer: answer["question"].update(direction="less"))
            self.assertEqual(
                frontier.corner(Results(copy.results)), "Down and to the left is better")
