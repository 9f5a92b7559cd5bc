"""The package as others get it: the wheel of the sdist is the wheel of the checkout."""

import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from .places import ROOT

PYTHON = ROOT / "python"


def build(kind, source, folder):
    """Builds an sdist or a wheel of a source tree; returns its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = Path(folder).iterdir()
    return built


def contents(wheel):
    with zipfile.ZipFile(wheel) as files:
        # The list of files is in the order in which they were packed.
        names = [name for name in files.namelist() if not name.endswith("/RECORD")]
        return {name: files.read(name) for name in names}


class Packages(unittest.TestCase):
    def test_an_sdist_builds_into_the_same_wheel_without_the_checkout(self):
        with tempfile.TemporaryDirectory() as folder:
            sdist = build("sdist", PYTHON, f"{folder}/sdist")
            with tarfile.open(sdist) as packed:
                packed.extractall(f"{folder}/source", filter="data")
            (source,) = Path(folder, "source").iterdir()
            found = contents(build("wheel", source, f"{folder}/found"))
            wanted = contents(build("wheel", PYTHON, f"{folder}/wanted"))
        self.assertEqual(found["deliverysim/LICENSE"], (ROOT / "LICENSE").read_bytes())
        self.assertEqual(set(found), set(wanted))
        self.assertEqual(found, wanted)
        # The tool has a link to the last one.
        self.assertLessEqual(
            {"deliverysim/report/live/main.js", "deliverysim/report/live/lanes/lanes.js"}, set(found)
        )
        self.assertFalse([name for name in found if "tests" in name or "hatch_build" in name])


if __name__ == "__main__":
    unittest.main()
