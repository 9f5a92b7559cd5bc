"""The Python of docs/python.md runs, from top to bottom."""

import os
import re
import tempfile
import unittest
from contextlib import chdir
from pathlib import Path
from unittest import mock

from .places import RESULTS, ROOT, SCENARIO, TOOL, needs_tool


@needs_tool
class Page(unittest.TestCase):
    def test_its_examples_run(self):
        page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        self.assertGreaterEqual(len(blocks), 4)
        names = {}
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            Path("my.yml").write_text(SCENARIO, encoding="utf-8")
            Path("results").symlink_to(RESULTS)
            with mock.patch.dict(os.environ, {"DELIVERYSIM": TOOL}):
                for block in blocks:
                    exec(compile(block, "docs/python.md", "exec"), names)  # our own page
