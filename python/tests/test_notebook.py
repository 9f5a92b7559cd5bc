"""The notebooks ship with their outputs, and `make notebooks` sees when these are others."""

import copy
import importlib.util
import re
import sys
import tomllib
import unittest
from base64 import b64decode, b64encode
from io import BytesIO

import nbformat
from PIL import Image

from .places import ROOT

FOLDER = ROOT / "notebooks"


def load():
    spec = importlib.util.spec_from_file_location("execute", FOLDER / "execute.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


execute = load()
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def repainted(text, change):
    """A picture after a change of its pixels."""
    picture = change(Image.open(BytesIO(b64decode(text))).convert("RGB"))
    stream = BytesIO()
    picture.save(stream, format="png")
    return b64encode(stream.getvalue()).decode("ascii")


class Requirements(unittest.TestCase):
    def test_the_extra_of_notebooks_installs_what_they_import(self):
        project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
        needed = project["dependencies"] + project["optional-dependencies"]["notebooks"]
        # NumPy comes with pandas.
        known = {re.match(r"[\w.-]+", line)[0] for line in needed} | {"deliverysim", "numpy"}
        for notebook in NOTEBOOKS:
            cells = nbformat.read(notebook, as_version=4).cells
            code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
            imported = set(re.findall(r"^\s*(?:import|from) (\w+)", code, re.MULTILINE))
            self.assertEqual(imported - known - set(sys.stdlib_module_names), set(), notebook.name)


class Notebooks(unittest.TestCase):
    def setUp(self):
        self.assertTrue(NOTEBOOKS)
        self.shipped = nbformat.read(FOLDER / "statistics.ipynb", as_version=4)
        self.executed = copy.deepcopy(self.shipped)

    def complaints(self):
        return list(execute.differences(self.shipped, self.executed))

    def output(self, kind):
        """The first one of a kind, of the executed notebook."""
        outputs = (one for cell in self.executed.cells for one in cell.get("outputs", []))
        return next(one for one in outputs if kind in one.get("data", {}))["data"]

    def test_they_ship_with_tables_and_pictures_and_without_errors(self):
        for path in NOTEBOOKS:
            cells = nbformat.read(path, as_version=4).cells
            outputs = [one for cell in cells for one in cell.get("outputs", [])]
            kinds = {kind for one in outputs for kind in one.get("data", {})}
            self.assertLessEqual({"text/html", "image/png"}, kinds)
            self.assertEqual({one.output_type for one in outputs} & {"error", "stream"}, set())
            self.assertLess(path.stat().st_size, 250_000)

    def test_the_same_is_the_same(self):
        self.assertEqual(self.complaints(), [])

    def test_another_text_is_seen(self):
        data = self.output("text/html")
        data["text/html"] = data["text/html"].replace("True", "False")
        self.assertEqual(len(self.complaints()), 1)

    def test_a_missing_output_is_seen(self):
        next(cell for cell in self.executed.cells if cell.get("outputs")).outputs.clear()
        self.assertEqual(len(self.complaints()), 1)

    def test_a_picture_may_differ_in_a_dot_and_not_in_its_look(self):
        data = self.output("image/png")
        drawn = data["image/png"]

        def dot(picture):
            picture.putpixel((5, 5), (0, 0, 0))
            return picture

        data["image/png"] = repainted(drawn, dot)
        self.assertEqual(self.complaints(), [])
        data["image/png"] = repainted(drawn, lambda picture: picture.rotate(180))
        self.assertEqual(len(self.complaints()), 1)
        data["image/png"] = repainted(drawn, lambda picture: picture.resize((10, 10)))
        self.assertEqual(len(self.complaints()), 1)
