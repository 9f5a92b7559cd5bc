"""The package as others get it: the wheel of the sdist is the wheel of the checkout, with the tool in it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unittest
import zipfile
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim import doctor, program

from .places import ROOT

PYTHON = ROOT / "python"
TEXT = ROOT / "Sources/Vocabulary/Words/Version.swift"


def build(kind, source, folder, tool="none", **variables):
    """Builds an sdist or a wheel of a source tree; returns its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    environment = {**os.environ, "DELIVERYSIM_TOOL": str(tool), **variables}
    subprocess.run(command, cwd=source, check=True, capture_output=True, text=True, env=environment)
    (built,) = Path(folder).iterdir()
    return built


def contents(wheel):
    with zipfile.ZipFile(wheel) as files:
        # The list of files is in the order in which they were packed.
        names = [name for name in files.namelist() if not name.endswith("/RECORD")]
        return {name: files.read(name) for name in names}


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        cls.tool = cls.folder / "tool"
        cls.tool.write_text("#!/bin/sh\nexit 3\n")
        cls.tool.chmod(0o755)
        with tarfile.open(build("sdist", PYTHON, cls.folder / "sdist")) as packed:
            # Python 3.11.2, that of Debian 12, has no filters.
            filters = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            packed.extractall(cls.folder / "source", **filters)
        (cls.source,) = (cls.folder / "source").iterdir()
        cls.wheel = build("wheel", cls.source, cls.folder / "found", cls.tool)
        cls.found = contents(cls.wheel)

    def test_an_sdist_builds_into_the_same_wheel_without_the_checkout(self):
        found, wanted = self.found, contents(
            build("wheel", PYTHON, self.folder / "wanted", self.tool))
        self.assertEqual(set(found), set(wanted))
        self.assertEqual(found, wanted)
        # The tool has a link to the last one.
        self.assertLessEqual(
            {"deliverysim/report/live/main.js", "deliverysim/report/live/lanes/lanes.js"}, set(found)
        )
        self.assertFalse([name for name in found if "tests" in name or "hatch_build" in name])

    def test_the_tool_lies_in_a_wheel_for_this_machine(self):
        self.assertEqual(self.found["deliverysim/bin/deliverysim"], self.tool.read_bytes())
        self.assertRegex(self.wheel.name, r"-py3-none-(linux|macosx)_\w+\.whl$")
        with zipfile.ZipFile(self.wheel) as files:
            mode = files.getinfo("deliverysim/bin/deliverysim").external_attr >> 16
        self.assertEqual(mode & 0o111, 0o111)

    def test_without_a_tool_it_is_for_any_machine(self):
        wheel = build("wheel", self.source, self.folder / "plain")
        self.assertTrue(wheel.name.endswith("-py3-none-any.whl"))
        self.assertNotIn("deliverysim/bin/deliverysim", contents(wheel))

    def test_a_mac_has_the_oldest_system_that_the_sources_name(self):
        sys.path.insert(0, str(PYTHON))
        self.addCleanup(sys.path.remove, str(PYTHON))
        import hatch_build

        with mock.patch.object(hatch_build.sys, "platform", "darwin"):
            found = hatch_build.platform(self.source)
        self.assertEqual(found, f"macosx_15_0_{os.uname().machine}")

    def test_licences_and_their_sources_are_named(self):
        (folder,) = {name.partition("/")[0] for name in self.found if ".dist-info/" in name}
        self.assertEqual(
            self.found[f"{folder}/licenses/LICENSE"], (ROOT / "LICENSE").read_bytes())
        told = self.found[f"{folder}/licenses/THIRD-PARTY.md"].decode()
        texts = set(re.findall(r"`([\w.-]+\.txt)`", told))
        self.assertEqual(texts, {path.name for path in (PYTHON / "licenses").iterdir()})
        for name in texts:
            self.assertIn(f"{folder}/licenses/licenses/{name}", self.found)

    def test_the_sdist_has_the_sources_of_the_tool(self):
        sources = self.source / "tool"
        for name in ["Package.swift", "Package.resolved", "Sources/Vocabulary/Words/Version.swift",
                     "Sources/Stories/Page/Script/Lanes/lanes.js", "Tests/TestSupport"]:
            self.assertTrue((sources / name).exists(), name)
        self.assertFalse(list(sources.rglob("commit.c")))

    def test_the_version_is_the_tools(self):
        version = re.search(r'static let tool = "(.*)"', TEXT.read_text())[1]
        self.assertTrue(self.wheel.name.startswith(f"deliverysim-{version}-"))
        self.assertEqual(deliverysim.__version__, version, "make report-env")
        with self.assertRaises(AttributeError):
            deliverysim.nothing

    def test_without_swift_a_sentence_says_so(self):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
        for tool, sentence in [("", "no Swift to build the tool"), ("/none", "found /none, which")]:
            variables = {**os.environ, "DELIVERYSIM_TOOL": tool, "PATH": "/nowhere"}
            ending = subprocess.run(
                command, cwd=self.source, capture_output=True, text=True, env=variables)
            self.assertNotEqual(ending.returncode, 0)
            self.assertRegex(ending.stderr, f"^error: .*{sentence}.*DELIVERYSIM_TOOL=none makes")

    def test_swift_is_asked_to_build_the_sources(self):
        swift = self.folder / "bin/swift"
        swift.parent.mkdir()
        swift.write_text('#!/bin/sh\npwd; echo "$@"\nexit 9\n')
        swift.chmod(0o755)
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            build("wheel", self.source, self.folder / "built", "", PATH=str(swift.parent) + ":/bin")
        place, words = raised.exception.stdout.splitlines()[:2]
        self.assertEqual(Path(place), (self.source / "tool").resolve())
        self.assertIn("build -c release --product deliverysim", words)


class Laid(unittest.TestCase):
    """The package as a package of the system lays it: Python has no metadata of it."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.prefix = Path(place.name)
        self.folder = self.prefix / "share/deliverysim/python"
        shutil.copytree(PYTHON / "deliverysim", self.folder / "deliverysim")

    def tool(self, version):
        tool = self.prefix / "bin/deliverysim"
        tool.parent.mkdir()
        tool.write_text(f"#!/bin/sh\necho 'deliverysim {version} (results epoch 1)'\n")
        tool.chmod(0o755)

    def python(self, *words):
        # -S: without the libraries of this Python, and so without metadata.
        variables = {"PYTHONPATH": str(self.folder), "PATH": "/nowhere", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-S", *words]
        return subprocess.run(
            command, stdout=subprocess.PIPE, text=True, env=variables, check=True, cwd=self.prefix).stdout

    def doctor(self):
        return json.loads(self.python("-m", "deliverysim.doctor"))["packages"]["deliverysim"]

    def test_its_version_is_that_of_the_tool_beside_it(self):
        self.tool("7.8.9")
        self.assertEqual(self.python("-c", "import deliverysim; print(deliverysim.__version__)"), "7.8.9\n")
        self.assertEqual(self.doctor(), "7.8.9")

    def test_without_a_tool_it_has_none(self):
        found = self.python("-c", "import deliverysim; print(hasattr(deliverysim, '__version__'))")
        self.assertEqual(found, "False\n")
        self.assertIsNone(self.doctor())

    def test_install_lays_it_there(self):
        self.assertIn('"share/deliverysim/python/$file"', (ROOT / "packaging/install.sh").read_text())


class Doctor(unittest.TestCase):
    def test_it_knows_what_the_extras_bring(self):
        project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
        extras = project["optional-dependencies"]
        # The others are for programs that run notebooks or test the package.
        wanted = {*extras["polars"], *extras["arrow"], *extras["notebooks"]} - {"nbclient"}
        self.assertEqual(set(doctor.OPTIONAL), wanted)


class Command(unittest.TestCase):
    """The command of the package becomes the tool."""

    def start(self, script, *words):
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder, "deliverysim")
            tool.write_text(script)
            tool.chmod(0o755)
            code = (f"from deliverysim import doctor, program; program.PATH = {str(tool)!r}; program.main()")
            return subprocess.run(
                [sys.executable, "-c", code, *words], capture_output=True, text=True)

    def test_arguments_streams_and_exit_codes_pass_through(self):
        ending = self.start('#!/bin/sh\nprintf "%s\\n" "$@"; echo e >&2; exit 3\n', "run", "-a b", "")
        self.assertEqual((ending.returncode, ending.stderr), (3, "e\n"))
        self.assertEqual(ending.stdout, "run\n-a b\n\n")

    def test_the_tool_learns_which_python_has_the_package(self):
        ending = self.start('#!/bin/sh\necho "$DELIVERYSIM_PYTHON"\n')
        self.assertEqual(ending.stdout.strip(), sys.executable)

    def test_signals_are_as_without_python(self):
        # Python ignores SIGPIPE (13) and SIGXFSZ (25): bits 12 and 24.
        ending = self.start("#!/bin/sh\ngrep SigIgn /proc/self/status\n")
        if ending.returncode == 0:
            ignored = int(ending.stdout.split()[1], 16)
            self.assertEqual(ignored & (1 << 12 | 1 << 24), 0)
        self.assertEqual(self.start("#!/bin/sh\nkill -TERM $$\n").returncode, -15)

    def test_a_tool_for_another_machine_is_told(self):
        ending = self.start("\x7fELF not for here")
        self.assertEqual(ending.returncode, 66)
        self.assertRegex(ending.stderr, "^error: .*deliverysim: cannot be started: ")

    def test_its_name_is_as_people_type_it(self):
        with mock.patch.dict(os.environ, {"PATH": "/my/bin:/bin"}):
            self.assertEqual(program.name("/my/bin/deliverysim"), "deliverysim")
            self.assertEqual(program.name("/other/deliverysim"), "/other/deliverysim")


if __name__ == "__main__":
    unittest.main()
