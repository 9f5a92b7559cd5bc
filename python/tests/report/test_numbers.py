"""The page and the charts show what the CSV files say."""

import json
import math
import re
import unittest
from html.parser import HTMLParser
from types import SimpleNamespace

import pandas as pd
from deliverysim.report.charts import (
    all_charts,
    concentration,
    delays,
    fates,
    frontier,
    groups,
    observed,
)
from deliverysim.report.days import widths
from deliverysim.report.page import page
from deliverysim.report.results import Results
from deliverysim.report.style import close
from deliverysim.report.words import GAP, number, percent, points
from deliverysim.vocabulary import METRICS

from .shipped import EXPERIMENTS, Copy, decided, results_folder, rows


class Buckets(unittest.TestCase):
    """A day that warm-up or end cut is not a whole one."""

    starts = [86400.0 * day for day in range(4)]

    def results(self, factors=None, **frame):
        table = pd.DataFrame({"design_point": 0, "start_s": self.starts})
        scenario = {"warmup": "90m", "duration": "3.25d", **frame}
        answer = SimpleNamespace(factors=factors or {})
        return SimpleNamespace(scenario=scenario, answer=answer, table=lambda _: table, focus=0)

    def test_first_and_last_are_cut(self):
        self.assertEqual(
            widths(self.results(), self.starts), [86400 - 5400, 86400, 86400, 21600])

    def test_a_swept_frame_is_not_guessed(self):
        factors = {"length": {"path": "duration"}}
        self.assertEqual(widths(self.results(factors), self.starts), [86400] * 4)


SHOWN = "owed notifications shown"


def leading(experiment):
    """The metric that comes first."""
    text = (results_folder(experiment) / "answer.json").read_text(encoding="utf-8")
    return json.loads(text)["question"]["metric"]


class Table(HTMLParser):
    """The cells of the first table, row by row, by their column's name."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.column = [], None
        self.feed(text.split("</table>")[0])

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append({})
        elif tag == "td":
            self.column = dict(attributes)["data-label"]
            self.rows[-1][self.column] = ""

    def handle_endtag(self, tag):
        if tag == "td":
            self.column = None

    def handle_data(self, data):
        if self.column:
            self.rows[-1][self.column] += data


# "99.95 %", or "all but 2.8 to 3.2 per million".
SHARES = re.compile(r"(all but )?([+-]?[0-9.]+)(?: to ([+-]?[0-9.]+))?\s(%|pp|per\smillion)")


class Summary(unittest.TestCase):
    def check(self, text, values):
        """A share, or a difference, and the ends of its interval are the values, each to half a unit
        of its last digit."""
        found = SHARES.findall(text.replace(",", "").replace("−", "-"))
        self.assertEqual(len(found), 2, text)
        for (is_rest, *shown, unit), wanted in zip(found, (values[:1], values[1:])):
            if is_rest:
                wanted = [1 - value for value in reversed(wanted)]
            scale = 1e6 if unit.endswith("million") else 100
            shown = [one for one in shown if one]
            self.assertEqual(len(shown), len(wanted), text)
            for one, value in zip(shown, wanted):
                digits = len(one.partition(".")[2])
                self.assertLessEqual(
                    abs(float(one) - value * scale), 0.5 * 10**-digits * (1 + 1e-6), (one, value)
                )

    def check_experiment(self, experiment):
        results = Results(results_folder(experiment))
        table, first = Table(page(results, [], {})), leading(experiment)
        metrics = {
            (row["design_point"], row["strategy"], row["metric"]): row
            for row in rows(experiment, "metrics")
        }
        differences = {
            (row["design_point"], row["strategy"]): row
            for row in rows(experiment, "comparisons")
            if row["metric"] == first
        }
        shown = [row for row in table.rows if row]
        is_all = any("design point" in row for row in shown) or len(results.points) == 1
        keys = [
            (str(point), strategy)
            for point in (results.points.index if is_all else [results.focus])
            for strategy in results.strategies
        ]
        self.assertEqual([row["strategy"] for row in shown], [strategy for _, strategy in keys])
        for row, key in zip(shown, keys):
            heads = list(row)
            heads = heads[heads.index("strategy") + 1 :]
            self.assertEqual(heads[0], f"owed notifications {METRICS[first].words}")
            self.assertIn(SHOWN, heads[:3])
            for head, name in ((heads[0], first), (SHOWN, "deliverability")):
                metric = metrics[(*key, name)]
                self.check(
                    row[head],
                    [
                        float(metric["mean"]),
                        max(0, float(metric["ci_low"])),
                        min(1, float(metric["ci_high"])),
                    ],
                )
            difference = next(
                (text for name, text in row.items() if name.startswith("difference")), "–"
            )
            if key in differences:
                self.check(
                    difference,
                    [float(differences[key][one]) for one in ("difference", "ci_low", "ci_high")],
                )
            else:
                self.assertIn(difference, ["baseline", "–"])
            for name, metric_name in [
                ("pushes per notification", "pushes_per_notification"),
                ("re-requests per device and day", "resend_requests_per_device_day"),
                ("interruptions per device and day", "interruptions_per_device_day"),
            ]:
                value = float(metrics[(*key, metric_name)]["mean"])
                text = row[name].replace(",", "")
                # Half a unit of the last digit, which is small beside the column's largest.
                largest = max(float(metrics[(*one, metric_name)]["mean"]) for one in keys)
                unit = 10 ** -len(text.partition(".")[2])
                if text.startswith("under "):
                    self.assertTrue(0 < value < unit, name)
                else:
                    self.assertLessEqual(abs(float(text) - value), unit / 2 * (1 + 1e-9), name)
                self.assertLessEqual(unit, max(largest * 0.01, 1e-6) if value else 1, name)

    def test_no_interval_on_a_page_goes_beyond_all_or_nothing(self):
        with Copy("mail-queue") as copy:

            def widen(row):
                if row["metric"] == "deliverability":
                    row["ci_low"], row["ci_high"] = "-0.2", "1.00009"

            copy.edit("metrics", widen)
            results = Results(copy.results)
            ends = results.metric("deliverability")[["ci_low", "ci_high"]]
            self.assertEqual([tuple(row) for row in ends.values], [(0, 1)] * 3)
            self.assertEqual(len(re.findall(r">0\.0+ to 100\.0+\u00a0%<", page(results, [], {}))), 3)
            figure = all_charts(results)[0].figure()
            drawn = [
                x
                for lines in figure.axes[0].collections
                for path in lines.get_paths()
                for x in path.vertices[:, 0]
            ]
            self.assertEqual((min(drawn), max(drawn)), (0, 1))
            close(figure)

    def test_what_is_missing_has_at_most_four_digits(self):
        for experiment in EXPERIMENTS:
            for row in Table(page(Results(results_folder(experiment)), [], {})).rows:
                if SHOWN not in row:
                    continue
                _, text, _, unit = SHARES.match(row[SHOWN]).groups()
                is_rare = unit.endswith("million")
                share = float(text)
                missing = text if is_rare else (
                    f"{min(share, 100 - share):.{len(text.partition('.')[2])}f}"
                )
                digits = len(missing.replace(".", "").lstrip("0"))
                self.assertLessEqual(digits, 2 if is_rare else 4, text)
                self.assertLessEqual(len(text.partition(".")[2]), 4, text)

    def test_the_summary_is_that_of_the_files(self):
        for experiment in EXPERIMENTS:
            with self.subTest(experiment):
                self.check_experiment(experiment)

    def test_a_time_that_comes_first_has_its_unit(self):
        with Copy("mail-queue") as copy:
            text = page(Results(decided(copy, ["fire-and-forget"])), [], {})
            rows = {row["strategy"]: row for row in Table(text).rows if row}
            endless, best = rows["fire-and-forget"], rows["gap-recovery"]
            head = METRICS["delay_p90_s"].words
            self.assertEqual(list(endless)[1], head)
            self.assertEqual(endless[head], "never no interval")
            self.assertTrue(best[head].startswith("3.09\u00a0s 3.0"), best[head])
            gap = best["difference from fire-and-forget"]
            self.assertTrue(gap.startswith("−1.26\u00a0ms −1"), gap)
            self.assertIn(SHOWN, best)
            self.assertNotIn("Differences are in percentage points", text)


def plain(results, strategy):
    """The deliverability that the counts give, without controls."""
    table = results.table("metrics")
    row = table[
        (table["metric"] == "deliverability")
        & (table["design_point"] == results.focus)
        & (table["strategy"] == strategy)
    ]
    return float(row["mean_plain"].iloc[0])


class Charts(unittest.TestCase):
    def test_delay_curves_end_at_the_deliverability(self):
        for experiment in EXPERIMENTS:
            results = Results(results_folder(experiment))
            for name, (_, shares) in delays.read(results).items():
                self.assertTrue(
                    math.isclose(
                        shares[-1],
                        plain(results, name),
                        rel_tol=1e-9,
                    )
                )

    def test_the_ends_are_all_that_is_not_shown(self):
        for experiment in EXPERIMENTS:
            results = Results(results_folder(experiment))
            ended = fates.ended(results)
            for name in results.strategies:
                total = ended[ended["strategy"] == name]["share"].sum()
                shown = results.mean("deliverability", results.focus, name)
                self.assertAlmostEqual(total, 1 - shown, 9)

    def test_no_strategy_on_the_frontier_is_beaten(self):
        for folder in map(results_folder, EXPERIMENTS):
            results = Results(folder)
            for point in results.points.index:
                spots = {}
                for name in results.answer.order(point):
                    price = results.mean(results.answer.cost(point), point, name)
                    gains = results.difference(results.answer.metric)
                    value = results.mean(results.answer.metric, point, name)
                    if results.baseline:
                        value = gains.at[(point, name), "difference"] if name != results.baseline else 0
                    if price is not None and value is not None:
                        spots[name] = (-price, value if results.answer.is_more_better else -value)
                beaten = [
                    name for name, (x, y) in spots.items()
                    if any(a >= x and b >= y and (a, b) != (x, y) for a, b in spots.values())
                ]
                front = results.answer.front(point)
                self.assertFalse(set(front) & set(beaten), (folder.name, point))
                self.assertEqual(
                    {spots[name] for name in front},
                    {spots[name] for name in spots if name not in beaten},
                    (folder.name, point),
                )

    def test_titles_say_what_the_numbers_say(self):
        results = Results(results_folder("mail-queue"))
        titles = {chart.name: chart.title for chart in all_charts(results)}
        self.assertEqual(f"{titles['deliverability']}.", results.answer.sentences[0])
        lost = sum(
            float(row["share"])
            for row in rows("mail-queue", "fates")
            if row["strategy"] == "fire-and-forget" and row["cause"] == "overwritten"
        )
        self.assertTrue(
            titles["fates"].startswith(
                f"fire-and-forget: {percent(lost)} end at “push service: overwritten”"
            )
        )
        tenth = {
            row["strategy"]: float(row["share_of_all_loss"])
            for row in rows("mail-queue", "concentration")
            if row["quantile"] == "0.9"
        }
        self.assertIn(percent(tenth["fire-and-forget"], 0), titles["concentration"])

    def test_a_price_says_what_is_more_and_what_is_not(self):
        for cost, more, base, words in [
            ("heartbeats_per_device_day", 41.6, 0.0, "41.6 more heartbeats a day"),
            ("pushes_per_notification", 0.0537, 1.0, f"5.4{GAP}% more pushes per notification"),
            ("pushes_per_notification", -0.0537, 1.0, f"5.4{GAP}% fewer pushes per notification"),
            ("pushes_per_notification", 0.0, 1.0, "no more pushes per notification"),
            ("interruptions_per_device_day", 2.39, 12.0, f"20{GAP}% more interruptions a day"),
        ]:
            self.assertEqual(frontier.more_of(cost, more, base), words)

    def test_no_axis_of_groups_goes_beyond_what_is_possible(self):
        with Copy("designs") as copy:
            copy.edit("groups", lambda row: row.update(ci_low="-0.4", ci_high="1.7"))
            figure = groups.charts(Results(copy.results))[0].figure()
            low, high = figure.axes[0].get_xlim()
            close(figure)
        self.assertTrue(-0.04 < low <= 0 and 1 <= high < 1.04, (low, high))

    def test_another_answer_makes_another_title(self):
        with Copy("mail-queue") as copy:
            copy.change("answer.json", lambda content: content.update(sentences=["So it is."]))
            self.assertEqual(all_charts(Results(copy.results))[0].title, "So it is")

    def test_observed_is_left_out_without_telemetry_and_days_are_recognised(self):
        self.assertEqual(observed.charts(Results(results_folder("mail-queue"))), [])
        self.assertEqual(len(observed.charts(Results(results_folder("before-after")))), 1)
        self.assertTrue(observed.is_days(Results(results_folder("before-after"))))
        self.assertFalse(observed.is_days(Results(results_folder("keyhole"))))

    def test_a_chart_without_rows_is_left_out(self):
        with Copy("mail-queue") as copy:
            for name in ["fates", "latency", "concentration", "timeline", "comparisons"]:
                copy.edit(name, lambda row: False)
            names = [chart.name for chart in all_charts(Results(copy.results))]
        self.assertEqual(names, ["deliverability", "awareness-in-time", "frontier", "controls"])

    def test_what_nobody_lost_has_no_concentration(self):
        with Copy("mail-queue") as copy:

            def spare(row):
                row["lost"], row["device_loss_share"], row["share_of_all_loss"] = "0", "0", ""

            copy.edit("concentration", spare)
            self.assertEqual(concentration.charts(Results(copy.results)), [])

    def test_a_single_replication_has_no_interval(self):
        with Copy("mail-queue") as copy:

            def forget(row):
                row["ci_low"], row["ci_high"], row["std_error"] = "", "", ""

            copy.edit("metrics", forget)
            copy.edit("comparisons", forget)
            results = Results(copy.results)
            self.assertIn("no interval", page(results, [], {}))
            self.assertTrue(all_charts(results)[0].figure())


class Factors(unittest.TestCase):
    def names(self, experiment):
        return [factor.name for factor in Results(results_folder(experiment)).factors]

    def test_factors_that_change_together_count_once(self):
        self.assertEqual(self.names("before-after"), ["day"])
        self.assertEqual(self.names("digest"), ["items"])
        self.assertEqual(self.names("services"), ["absences", "service"])
        self.assertEqual(self.names("keyhole"), ["opens", "alerts_off", "absent"])

    def test_curves_are_drawn_along_numbers(self):
        axes = {
            "trap": "badge_rate",
            "storm": "servers",
            "keyhole": "opens",
            "settings": None,
            "strategies": None,
            "mail-queue": None,
        }
        for experiment, axis in axes.items():
            found = Results(results_folder(experiment)).axis
            self.assertEqual(found and found.name, axis)

    def test_a_label_that_looks_like_a_missing_value_is_a_label(self):
        with Copy("strategies") as copy:
            for name in ["metrics", "comparisons", "fates", "latency", "timeline", "concentration"]:

                def rename(row):
                    row["user"] = {"commuter": "None", "traveller": "NA"}[row["user"]]

                copy.edit(name, rename)
            results = Results(copy.results)
            self.assertEqual(results.factors[0].values, ("None", "NA"))
            self.assertTrue(all_charts(results))
