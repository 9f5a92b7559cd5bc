"""The eye meets labels that can be read, lines that cross none, captions that are true."""

import io
import unittest
from types import SimpleNamespace

import pandas as pd
from deliverysim.report import words
from deliverysim.report.charts import best, concentration, delays, fates, requests, sweep, timeline
from deliverysim.report.charts.dot_rows import beside
from deliverysim.report.days import weekends
from deliverysim.report.page import page
from deliverysim.report.progress import Progress
from deliverysim.report.results import Results
from deliverysim.report.style import Canvas, Look, close, label_right
from deliverysim.vocabulary import COLOURS, FATES, HATCHES
from matplotlib.colors import rgb_to_hsv, to_rgb
from matplotlib.text import Annotation, Text

from .shipped import Copy, results_folder, rows
from .test_numbers import Table

NAMES = [f"strategy-{number}" for number in range(8)]


def luminance(colour):
    """Relative luminance as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def labelled(is_wide=True):
    """A picture whose labels are pushed far from the points that they name."""
    look = Look(NAMES, NAMES[0])
    canvas = Canvas("A title", is_wide)
    (panel,), _ = canvas.panels(height=3)
    panel.set_xlim(0, 1)
    panel.set_ylim(0, 1)
    ends = [(1.0, 0.5 + row / 1000, name, look.colour[name]) for row, name in enumerate(NAMES)]
    label_right(panel, ends, 3)
    for row, name in enumerate(NAMES):
        beside(panel, f"{name} 99.5 %", row / 10, look.colour[name])
    return canvas.finished()


class Labels(unittest.TestCase):
    def test_no_line_runs_through_a_label(self):
        for is_wide in (True, False):
            figure = labelled(is_wide)
            renderer = figure.canvas.get_renderer()
            labels = [one for one in figure.axes[0].texts if one.arrow_patch]
            self.assertEqual(len(labels), len(NAMES))
            boxes = [Text.get_window_extent(label, renderer) for label in labels]
            for label in labels:
                Annotation.update_positions(label, renderer)
                path = label.arrow_patch.get_path()
                line = label.arrow_patch.get_transform().transform_path(path).interpolated(50)
                for box in boxes:
                    inside = [
                        (x, y)
                        for x, y in line.vertices
                        if box.x0 + 1 < x < box.x1 - 1 and box.y0 + 1 < y < box.y1 - 1
                    ]
                    self.assertEqual(inside, [], label.get_text())
            close(figure)

    def test_letters_have_a_contrast_of_four_and_a_half(self):
        self.assertLess(1.05 / (luminance(COLOURS[5]) + 0.05), 4.5)  # the mark's own is too pale
        figure = labelled()
        texts = [one for one in figure.findobj(Text) if one.get_text()]
        self.assertGreater(len(texts), 2 * len(NAMES))
        for text in texts:
            self.assertGreaterEqual(
                1.05 / (luminance(text.get_color()) + 0.05), 4.5, text.get_text()
            )
        close(figure)

    def test_letters_keep_the_hue_of_their_mark(self):
        figure = labelled()
        labels = {one.get_text(): one for one in figure.axes[0].texts if one.arrow_patch}
        look = Look(NAMES, NAMES[0])
        for name, colour in look.colour.items():
            letters = rgb_to_hsv(to_rgb(labels[name].get_color()))
            mark = rgb_to_hsv(to_rgb(colour))
            self.assertAlmostEqual(letters[0], mark[0], delta=0.02)
            self.assertLessEqual(letters[2], mark[2] + 0.01)
        close(figure)

    def test_a_dollar_is_a_dollar(self):
        canvas = Canvas("price: $5, $10", True)
        canvas.panels()
        close(canvas.finished())
        canvas = Canvas("price: $\\frac$", True)
        canvas.panels()
        close(canvas.finished())


def widest(results):
    """The design point at which the strategies differ most in the metric that leads."""
    found = {}
    for row in rows(results.folder.name, "metrics"):
        if row["metric"] == results.leading:
            found.setdefault(int(row["design_point"]), []).append(float(row["mean"]))
    return max(found, key=lambda point: max(found[point]) - min(found[point]))


class DesignPoints(unittest.TestCase):
    def test_the_number_of_a_design_point_cannot_be_read_as_a_count(self):
        results = Results(results_folder("strategies"))
        self.assertEqual(results.focus, widest(results))
        told = "At user: commuter (design point 0; numbers run from 0 to 1)."
        self.assertEqual(results.focus_words, told)
        self.assertEqual(delays.charts(results)[0].note, told)

    def test_the_summary_names_it_too(self):
        self.assertIn(
            "At reconnect: within-10m, wait: none, servers: 4 (design point 9; numbers run from 0 "
            "to 10). All: metrics.csv.",
            page(Results(results_folder("storm")), [], {}),
        )


class Requests(unittest.TestCase):
    def test_average_and_busiest_minute_have_the_same_unit(self):
        results = Results(results_folder("storm"))
        table = results.table("timeline")
        is_asking = table["strategy"] == "gap-recovery"
        rows = table[(table["design_point"] == results.focus) & is_asking]
        # Six hours are counted, in each of five replications.
        mean = rows["resend_requests"].sum() / 5 / (6 * 3600)
        peak = rows["peak_resend_rate"].max()
        chart = requests.charts(results)[0]
        self.assertEqual(
            chart.title,
            f"gap-recovery sends {mean:.2f} requests a second on average, {peak:.1f} a second "
            "in the busiest minute",
        )
        figure = chart.figure()
        self.assertEqual(
            [axes.get_title(loc="left") for axes in figure.axes],
            ["requests per second, average", "requests per second, in the busiest minute"],
        )
        drawn = figure.axes[1].get_lines()[0].get_ydata()
        self.assertAlmostEqual(max(drawn), peak, 9)
        close(figure)

    def test_a_short_part_of_a_day_counts_as_what_it_is(self):
        rows = pd.DataFrame({"mean_rate": [2.0, 0.0], "counted": [3600.0, 36.0]})
        self.assertAlmostEqual(requests.average(rows), 7200 / 3636, 12)

    def test_all_strategies_of_a_sentence_have_one_unit(self):
        alt = requests.charts(Results(results_folder("strategies")))[0].alt
        self.assertEqual(alt.count(" an hour"), 2 * 4)


class Captions(unittest.TestCase):
    def test_who_loses_nothing_is_named(self):
        results = Results(results_folder("strategies"), point=1)
        chart = concentration.charts(results)[0]
        self.assertIn("gap-window loses nothing: no curve.", chart.note)
        self.assertIn("gap-window loses nothing: no curve.", chart.alt)
        every = concentration.charts(Results(results_folder("mail-queue")))[0]
        self.assertNotIn("nothing", every.note + every.alt)

    def test_several_that_lose_nothing(self):
        with Copy("strategies") as copy:

            def spare(row):
                if row["strategy"] in ("digest", "heartbeat"):
                    row["lost"], row["share_of_all_loss"] = "0", ""

            copy.edit("concentration", spare)
            note = concentration.charts(Results(copy.results, point=1))[0].note
        self.assertIn("gap-window, heartbeat and digest lose nothing: no curves.", note)

    def test_weekends_are_told_where_they_are_shaded(self):
        day = 86400
        self.assertEqual(weekends(0, 7 * day), [(5 * day, 7 * day)])
        self.assertEqual(weekends(6 * day, 13 * day), [(6 * day, 7 * day), (12 * day, 13 * day)])
        self.assertEqual(weekends(7 * day, 11 * day), [])
        self.assertEqual(weekends(4.5 * day, 6.5 * day), [])  # an axis of hours
        self.assertIn(
            "Sundays are shaded", timeline.charts(Results(results_folder("strategies")))[0].sentence
        )
        hours = timeline.charts(Results(results_folder("storm")))[0]
        self.assertEqual(hours.sentence, "By time of creation, over all replications.")

    def test_fates_that_there_are_not_are_not_explained(self):
        sentence = fates.charts(Results(results_folder("mail-queue")))[0].sentence
        self.assertIn("Summarised: ", sentence)
        self.assertNotIn("Synced: ", sentence)
        self.assertIn("Synced: ", fates.charts(Results(results_folder("killed")))[0].sentence)

    def test_a_column_that_says_nothing_is_left_out(self):
        for experiment in ("bursts", "before-after"):
            heads = Table(page(Results(results_folder(experiment)), [], {})).rows[-1]
            self.assertFalse([head for head in heads if head.startswith("difference")])
            self.assertIn("pushes per notification", heads)
        heads = Table(page(Results(results_folder("mail-queue")), [], {})).rows[-1]
        self.assertIn("difference from fire-and-forget", heads)


class Limits(unittest.TestCase):
    def test_it_is_named_and_has_no_place_on_the_scale(self):
        results = Results(results_folder("storm"))
        self.assertEqual(results.axis.no_limit, 65535)
        places, kind = sweep.positions(results.axis)
        self.assertEqual(kind, "log")
        self.assertEqual(places[256], 256)
        self.assertTrue(256 < places[65535] < 1000)
        self.assertIn("servers: no limit", results.point_words(10))
        figure = sweep.charts(results, ["deliverability"])[0].figure()
        ticks = [label.get_text() for label in figure.axes[-1].get_xticklabels()]
        self.assertEqual(ticks[-1], "no\nlimit")
        self.assertNotIn("65,535", ticks)
        close(figure)
        killed = Results(results_folder("killed"))
        self.assertIn("voip misuses: no limit", killed.point_words(3))

    def test_beside_a_single_value_it_is_a_rank(self):
        factor = SimpleNamespace(values=(5, 1000000), no_limit=1000000)
        self.assertEqual(sweep.positions(factor), ({5: 0, 1000000: 1}, "ranks"))
        factor.values = (0, 1000000, 1, 4)
        self.assertEqual(sweep.positions(factor), ({0: 0, 1: 1, 4: 4, 1000000: 5}, "linear"))


class Units(unittest.TestCase):
    def test_what_lies_behind_the_best_is_in_points(self):
        chart = best.charts(Results(results_folder("best-queue")))[0]
        figure = chart.figure()
        figure.draw_without_rendering()
        ticks = [text.get_text() for text in figure.axes[0].get_xticklabels()]
        self.assertGreater(len(ticks), 1)
        for text in ticks:
            self.assertRegex(text, r"^\S+ pp$")
        close(figure)


class Ink(unittest.TestCase):
    def test_fates_differ_without_their_colours_in_bars_and_legend(self):
        (chart,) = fates.charts(Results(results_folder("killed")))
        figure = chart.figure()
        legend = figure.legends[0]
        keys = {
            text.get_text(): patch.get_hatch()
            for text, patch in zip(legend.get_texts(), legend.get_patches())
        }
        self.assertGreaterEqual(len(keys), 2)
        self.assertEqual(len(set(keys.values())), len(keys))
        bars = {}
        for panel in figure.axes:
            for bar in panel.patches:
                if bar.get_width() > 0:
                    bars.setdefault(bar.get_facecolor(), set()).add(bar.get_hatch())
        self.assertGreaterEqual(len(bars), 2)
        found = [hatch for hatches in bars.values() for hatch in hatches]
        self.assertEqual(len(found), len(bars), bars)  # one for each colour
        self.assertEqual(len(set(found)), len(bars), bars)
        self.assertLessEqual(set(found), set(keys.values()))
        close(figure)

    def test_every_fate_has_a_hatch_of_its_own(self):
        self.assertEqual(list(HATCHES), list(FATES))
        self.assertEqual(len(set(HATCHES.values())), len(FATES))


class Terminal(io.StringIO):
    def isatty(self):
        return True


class ProgressTest(unittest.TestCase):
    def told(self, stream, is_quiet=False):
        progress = Progress(is_quiet, stream)
        progress.start()
        for done in range(3):
            progress.step(done, 3)
        progress.end()
        return stream.getvalue()

    def test_a_terminal_has_one_line_that_changes_and_goes(self):
        text = self.told(Terminal())
        self.assertNotIn("\n", text)
        self.assertIn("\rdrawing chart 3 of 3", text)
        self.assertTrue(text.endswith("\r\x1b[K"))

    def test_elsewhere_it_is_one_plain_line(self):
        self.assertEqual(self.told(io.StringIO()), "drawing the report\n")

    def test_quiet_is_quiet(self):
        self.assertEqual(self.told(Terminal(), is_quiet=True), "")
        self.assertEqual(self.told(io.StringIO(), is_quiet=True), "")
