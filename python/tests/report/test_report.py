"""Whole reports: every shipped experiment, the same bytes again, files of others."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from deliverysim.report.gallery import CHOICES, SIZE_MAX, write_gallery
from deliverysim.report.live.stories import Stories
from deliverysim.report.page import page
from deliverysim.report.results import Results
from deliverysim.report.write import Occupied, write_report

from ..places import SCENARIO, TOOL, needs_tool
from .shipped import ANALYZED, EXPERIMENTS, ROOT, Copy, results_folder

FOLDER = str(ROOT / "python")
PAGE_MAX = 1_900_000  # bytes
LARGEST = "best-queue"  # with its stories; those of all experiments take minutes
# Prints the hash of every page without its pictures, which test_the_same_files draws twice.
HASHES = """
import hashlib, sys
from deliverysim.report.page import page
from deliverysim.report.results import Results
for folder in sys.argv[1:]:
    print(folder, hashlib.sha256(page(Results(folder), [], {}).encode()).hexdigest())
"""


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "deliverysim.report", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": FOLDER, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def told(results):
    """A page with its stories, but without its pictures."""
    stories = Stories(TOOL, results.folder, results.focus, len(results.strategies))
    return page(results, [], {}, stories.read())


def draw(experiment, folder):
    tool = ["--tool", TOOL] if TOOL and experiment == LARGEST else []
    return run(results_folder(experiment), "--quiet", "--out", folder, *tool)


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


class Pages(unittest.TestCase):
    def test_every_experiment_makes_a_report_without_a_warning(self):
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
            pages = [Path(folder) / experiment for experiment in EXPERIMENTS]
            endings = pool.map(draw, EXPERIMENTS, pages)
            for page, ending in zip(pages, endings):
                with self.subTest(page.name):
                    self.assertEqual((ending.returncode, ending.stdout, ending.stderr), (0, "", ""))
                    self.check(page)

    def check(self, folder):
        """A page that needs no network, and the pictures it names."""
        text = (folder / "report.html").read_text(encoding="utf-8")
        charts = re.findall(r'<figure id="([a-z-]+)">', text)
        self.assertIn("deliverability", charts)
        self.assertEqual(len(charts), len(set(charts)))
        self.assertEqual(
            sorted(path.name for path in folder.iterdir()),
            sorted(
                ["report.html"] + [f"{one}.{kind}" for one in charts for kind in ("svg", "png")]
            ),
        )
        self.assertLess((folder / "report.html").stat().st_size, PAGE_MAX)
        if TOOL and folder.name == LARGEST:
            self.assertIn('"stories":{"source"', text)
        # A picture that the script does not draw stays as it is when the reader ticks, and says so.
        self.assertEqual(text.count("All strategies, whatever"), text.count('class="always"'))
        self.assertEqual(re.findall(r'(?:src|href|srcset)="(?!data:)', text), [])
        self.assertEqual(len(re.findall(r'<img alt="[^"]{20,}" src="data:', text)), len(charts))
        for words in re.findall(r'<img alt="([^"]*)"', text) + re.findall(
            r"<figcaption>([^<]*)", text
        ):
            self.assertNotRegex(words, r"\bnan\b|\binf\b|None\b")
        for picture in re.findall(r"base64,([A-Za-z0-9+/=]+)", text):
            self.assertGreater(Image.open(BytesIO(b64decode(picture))).width, 200)
        for one in charts:
            xml.parse(folder / f"{one}.svg")
            self.assertEqual((folder / f"{one}.png").read_bytes()[:4], b"\x89PNG")

    def test_words_of_the_user_are_no_markup(self):
        with Copy("bursts") as copy, tempfile.TemporaryDirectory() as folder:
            manifest = copy.results / "manifest.json"
            text = manifest.read_text(encoding="utf-8")
            title = re.search(r'"title": "([^"]*)"', text)[1]
            manifest.write_text(text.replace(title, "<script>a & b"), encoding="utf-8")
            write_report(Results(copy.results), folder)
            page = (Path(folder) / "report.html").read_text(encoding="utf-8")
            self.assertIn("<h1>&lt;script&gt;a &amp; b</h1>", page)
            kinds = re.findall(r"<script[^>]*>", page)
            self.assertEqual(
                kinds, ['<script type="application/json" id="tables">', "<script>"]
            )

    def test_the_head_says_what_a_device_meets(self):
        with Copy("bursts") as copy, tempfile.TemporaryDirectory() as folder:
            words = ["messages: 40 a day", "absences: 3 a day; offline < 25 % of the time"]
            world = [{"devices": "away (20 % of the devices)", "words": words}]
            copy.change("answer.json", lambda content: content.update(world=world))
            write_report(Results(copy.results), folder)
            page = (Path(folder) / "report.html").read_text(encoding="utf-8")
            self.assertIn("meets on average, away (20 % of the devices); over the", page)
            self.assertIn("<li>messages: 40 a day</li><li>absences: 3 a day; offline &lt; 25", page)


class Bytes(unittest.TestCase):
    def test_the_same_files_make_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            run(results_folder("tail"), "--out", one, PYTHONHASHSEED="1", TZ="UTC")
            style = Path(two) / "matplotlibrc"
            style.write_text("lines.linewidth: 9\nfont.size: 30\n")
            run(
                results_folder("tail"),
                "--out",
                f"{two}/report",
                PYTHONHASHSEED="2",
                TZ="Asia/Tokyo",
                LC_ALL="C",
                MATPLOTLIBRC=str(style),
            )
            self.assertGreater(len(contents(one)), 5)
            self.assertEqual(contents(one), contents(f"{two}/report"))

    @needs_tool
    def test_where_the_results_lie_changes_no_byte(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario, first = Path(folder) / "my.yml", Path(folder) / "one" / "my results"
            scenario.write_text(SCENARIO, encoding="utf-8")
            first.parent.mkdir()
            command = [TOOL, "run", scenario, "--out", first, "--quiet"]
            subprocess.run(command, check=True, capture_output=True)
            second = Path(folder) / "a" / "place far away" / "my results"
            shutil.copytree(first, second)
            one, two = (told(Results(place)) for place in (first, second))
            self.assertEqual(one, two)
            self.assertNotIn(folder, one)
            self.assertIn('"stories":{"source":"my results"', one)
            self.assertIn('"command":"deliverysim explain \'my results\' ', one)

    @needs_tool
    def test_a_path_that_is_not_absolute_stays(self):
        place = os.path.relpath(results_folder("bursts") / "nothing" / "there")
        stories = Stories(TOOL, Path(place), 0, 2)
        self.assertEqual(stories.source, place)
        self.assertIn(place, stories.read()["missing"])
        stories = Stories(TOOL, results_folder("nothing"), 0, 2)
        self.assertEqual(stories.source, "nothing")
        self.assertNotIn(str(ROOT), stories.read()["missing"])

    def test_every_page_has_the_same_bytes_again(self):
        def hashes(seed):
            folders = [str(results_folder(one)) for one in EXPERIMENTS]
            environment = {**os.environ, "PYTHONPATH": FOLDER, "PYTHONHASHSEED": seed}
            command = [sys.executable, "-c", HASHES, *folders]
            return subprocess.check_output(command, env=environment, text=True)

        with ThreadPoolExecutor(2) as pool:
            one, two = pool.map(hashes, ["1", "2"])
        self.assertEqual(len(one.splitlines()), len(EXPERIMENTS))
        self.assertEqual(one, two)

    def test_the_gallery_is_that_of_the_published_results(self):
        with tempfile.TemporaryDirectory() as folder:
            made = write_gallery(ROOT / "results", folder)
        self.assertEqual({choice.experiment for choice in CHOICES}, {*EXPERIMENTS, *ANALYZED})
        readme = "".join(
            (ROOT / name).read_text(encoding="utf-8")
            for name in ("README.md", "experiments/README.md")
        )
        for name, picture in made.items():
            with self.subTest(name):
                self.assertLess(len(picture), SIZE_MAX)
                kept = Image.open(ROOT / "experiments/gallery" / name).convert("RGB")
                drawn = Image.open(BytesIO(picture)).convert("RGB")
                self.assertEqual(kept.size, drawn.size, "make gallery draws it again")
                # Another platform may smooth an edge differently.
                difference = ImageStat.Stat(ImageChops.difference(kept, drawn)).mean
                self.assertLess(max(difference), 0.5, "make gallery draws it again")
                self.assertIn(f"gallery/{name}", readme)


class Files(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name) / "report"
        self.results = Results(results_folder("bursts"))

    def tearDown(self):
        self.place.cleanup()

    def test_an_earlier_report_is_replaced_and_its_charts_go(self):
        write_report(Results(results_folder("strategies")), self.folder)
        self.assertTrue((self.folder / "requests.png").exists())
        (self.folder / "notes.txt").write_text("mine")
        write_report(self.results, self.folder)
        self.assertFalse((self.folder / "requests.png").exists())
        self.assertEqual((self.folder / "notes.txt").read_text(), "mine")
        self.assertFalse(any(name.startswith(".") for name in contents(self.folder)))

    def test_a_file_of_somebody_else_stays(self):
        self.folder.mkdir()
        (self.folder / "delays.png").write_text("mine")
        with self.assertRaises(Occupied):
            write_report(self.results, self.folder)
        self.assertEqual(contents(self.folder), {"delays.png": b"mine"})
        write_report(self.results, self.folder, force=True)
        self.assertNotEqual((self.folder / "delays.png").read_bytes(), b"mine")

    def test_a_page_of_somebody_else_stays(self):
        self.folder.mkdir()
        (self.folder / "report.html").write_text("<html>mine</html>")
        ending = run(results_folder("bursts"), "--out", self.folder)
        self.assertEqual(ending.returncode, 73)
        self.assertIn("--force replaces it", ending.stderr)
        self.assertEqual((self.folder / "report.html").read_text(), "<html>mine</html>")

    def test_wrong_design_points_and_places_are_told(self):
        ending = run(results_folder("bursts"), "--out", self.folder, "--design-point=3")
        self.assertEqual(ending.returncode, 64)
        self.assertEqual(
            ending.stderr.splitlines(),
            ["drawing the report", "error: --design-point: found 3; allowed: 0 to 2"],
        )
        self.folder.write_text("a file")
        ending = run(results_folder("bursts"), "--out", self.folder)
        self.assertEqual(ending.returncode, 73)
        self.assertEqual(len(ending.stderr.splitlines()), 2)

    def test_the_design_point_is_shown(self):
        ending = run(results_folder("bursts"), "--out", self.folder, "--design-point=2")
        self.assertEqual(ending.returncode, 0)
        self.assertIn("offline process: short", (self.folder / "report.html").read_text())
