"""The Python of docs/how-to/python.md, docs/how-to/parquet.md and docs/reference/answer.md runs, from top to bottom."""

import os
import re
import tempfile
import unittest
from contextlib import chdir
from pathlib import Path
from unittest import mock

from .places import RESULTS, ROOT, SCENARIO, TOOL, needs_tool


def run(page):
    """Runs a page's blocks one after another; returns how many there are, and their names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)  # our own page
    return len(blocks), names


class Pages(unittest.TestCase):
    @needs_tool
    def test_the_packages_page_runs(self):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            Path("my.yml").write_text(SCENARIO, encoding="utf-8")
            Path("results").symlink_to(RESULTS)
            with mock.patch.dict(os.environ, {"DELIVERYSIM": TOOL}):
                self.assertGreaterEqual(run("docs/how-to/python.md")[0], 4)

    def test_the_answer_is_read_as_its_page_says(self):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            Path("runs").mkdir()
            Path("runs/my").symlink_to(RESULTS / "mail-queue")
            count, names = run("docs/reference/answer.md")
            self.assertEqual(count, 1)
            self.assertEqual(names["point"]["chosen"], "gap-recovery")

    def test_parquet_files_have_what_the_csv_files_have(self):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            Path("runs").mkdir()
            Path("runs/my").symlink_to(RESULTS / "mail-queue")
            Path("runs/other").symlink_to(RESULTS / "trap")
            count, names = run("docs/how-to/parquet.md")
            self.assertEqual(count, 3)
            self.assertEqual(len(names["best"]), 3)
            self.assertTrue(names["best"]["mean"].between(0, 1).all())
            self.assertEqual(set(names["runs"]["filename"]),
                             {"runs/my/metrics.csv", "runs/other/metrics.csv"})
            csv, parquet = Path("runs/my/latency.csv"), Path("latency.parquet")
            self.assertLess(parquet.stat().st_size * 4, csv.stat().st_size)
