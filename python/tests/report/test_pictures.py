"""Pictures as they are saved: every mark has its hue, and titles state what the figures mean."""

import io
import unittest

from deliverysim.report.charts import best, deliverability, sensitivity
from deliverysim.report.results import Results
from deliverysim.report.style import Canvas, Look, close, png, small
from deliverysim.report.words import percent
from deliverysim.vocabulary import BASELINE, COLOURS
from matplotlib.colors import to_hex
from PIL import Image

from .shipped import ROOT, Copy, results_folder, rows

NAMES = ["base", *(f"strategy-{number}" for number in range(len(COLOURS)))]


def hues(picture):
    """The colours of a picture with their numbers of pixels."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    found = image.getcolors(image.width * image.height)
    return {to_hex([part / 255 for part in colour]): count for count, colour in found}


class Hues(unittest.TestCase):
    def test_every_mark_keeps_its_own(self):
        look = Look(NAMES, NAMES[0])
        self.assertEqual(set(look.colour.values()), {*COLOURS, BASELINE})
        canvas = Canvas("All colours of strategies, with words and bands around them", True)
        (panel,), _ = canvas.panels(height=3)
        for place, name in enumerate(NAMES):
            panel.plot([0, 1], [place, place + 1], color=look.colour[name], linewidth=1)
            panel.plot(0.5, place, look.marker[name], color=look.colour[name], markersize=5)
            panel.fill_between([0, 1], place, place + 1, color=look.colour[name], alpha=0.15)
            panel.annotate(name, (0.2, place), color=look.colour[name])
        figure = canvas.finished()
        picture = png(figure)
        close(figure)
        for saved in (picture, small(picture)):
            found = hues(saved)
            for name in NAMES:
                self.assertGreater(found.get(look.colour[name].lower(), 0), 20, name)

    def test_strategies_of_a_published_picture_have_theirs(self):
        results = Results(results_folder("designs"))
        look = Look(results.strategies, results.baseline)
        chart = deliverability.charts(results)[0]
        figure = chart.figure(False)
        found = hues(png(figure))
        close(figure)
        for name in results.strategies:
            self.assertGreater(found.get(look.colour[name].lower(), 0), 10, name)

    def test_a_page_has_smaller_pictures_of_the_same_pixels(self):
        picture = (ROOT / "experiments/gallery/designs.png").read_bytes()
        found = small(picture)
        kept = Image.open(ROOT / "experiments/gallery/designs.png").convert("RGB")
        self.assertLess(len(found), 0.7 * len(picture))
        self.assertEqual(Image.open(io.BytesIO(found)).convert("RGB").tobytes(), kept.tobytes())


class Shares(unittest.TestCase):
    """Only what an input causes by itself is a share of the variance."""

    def test_both_figures_are_told_apart(self):
        for experiment in ("who-stays", "what-matters"):
            last = [row for row in rows(experiment, "sensitivity") if row["baseline"]]
            chart = sensitivity.chart(results_folder(experiment))
            for row in last:
                own, total = (percent(max(0, float(row[name])), 1) for name in ("first", "total"))
                self.assertIn(f"{row['factor']}: {own} by itself, {total} with", chart.alt)
            first = max(last, key=lambda row: float(row["total"]))
            most = [
                row["factor"] for row in last
                if float(row["total"]) > 0 and float(row["total_high"]) >= float(first["total_low"])
            ]
            self.assertEqual(
                set(chart.title.removesuffix(" matters most").removeprefix("One of ").split(", ")),
                set(most))
            figure = chart.figure()
            legend = figure.axes[0].get_legend()
            self.assertEqual(
                [text.get_text() for text in legend.get_texts()],
                ["by itself", "with its interactions", "interval of that"])
            self.assertEqual(figure.axes[0].get_xlabel(), "of the variance")
            close(figure)

    def test_nothing_is_not_a_negative_share(self):
        measures = [{"name": "first", "value": -0.01}, {"name": "total", "value": 0.4}]
        row = {"factor": "useful", "measures": measures, "ranked_by": "total"}
        self.assertIn("0.0\u00a0% by itself", sensitivity.told(row))


class Chosen(unittest.TestCase):
    """The candidate that is chosen may be another than the best: a cheaper one that is as good."""

    def chart(self):
        return best.charts(Results(results_folder("best-queue"), where={"user": "commuter"}))[0]

    def test_no_label_calls_the_chosen_one_the_best(self):
        chart = self.chart()
        figure = chart.figure()
        (panel,) = figure.axes
        tags = [text.get_text() for text in panel.texts]
        self.assertEqual(tags[0], "chosen")
        self.assertEqual(panel.get_yticklabels()[0].get_text(), "window-5")
        self.assertEqual(set(tags[1:]), {"as good"})
        self.assertEqual(panel.get_xlabel(), "distance from the one with the most shown")
        for text in [chart.heading, chart.title, chart.note, chart.sentence, chart.alt, *tags]:
            self.assertNotIn("best", text.replace("best.csv", ""))
        close(figure)

    def test_the_title_says_who_is_chosen_of_how_many(self):
        chart = self.chart()
        self.assertEqual(chart.title, "Choose window-5: 15 others as good")
        self.assertEqual(
            chart.note, "For user commuter. Drawn are the first 16 of 21 candidates.")
        traveller = best.charts(Results(results_folder("best-queue")))[0]
        self.assertRegex(traveller.title, r"^Choose [\w-]+$")
        self.assertTrue(traveller.note.startswith("For user traveller."))

    def test_who_is_nearest_and_who_is_undecided(self):
        choice = {"circumstances": "", "undecided": ["a", "b", "c", "d"]}
        self.assertEqual(best.title(choice), "Undecided: a, b and c")
        self.assertEqual(
            best.title(choice | {"nearest": "a"}), "None meets the limits; a is nearest")

    def test_least_is_least(self):
        with Copy("best-queue") as copy:
            copy.change("answer.json", lambda content: content["question"].update(direction="less"))
            results = Results(copy.results, where={"user": "commuter"})
            self.assertEqual(best.most(results), "the one with the least shown")


if __name__ == "__main__":
    unittest.main()
