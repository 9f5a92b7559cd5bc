"""The workflows run nothing but targets of make that are there, and actions with a fixed version.

`make workflows-test` runs their steps; python/tests/test_workflows.py reads them as GitHub does.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
SETUP = "packaging/setup.sh"
# A step's line: no command has several.
RUN = re.compile(r"^\s*(?:- )?run:\s*(.*)$", re.MULTILINE)
USES = re.compile(r"^\s*(?:- )?uses:\s*(.*)$", re.MULTILINE)
TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
# An action by its commit, which nobody can move, with the release that it is.
ACTION = re.compile(r"actions/(checkout|upload-artifact|download-artifact)@[0-9a-f]{40} # v\d+\.\d+\.\d+")
OWN = re.compile(r"\./(\.github/workflows/[a-z]+\.yml)")


def targets():
    files = [ROOT / "Makefile", *(ROOT / "make").glob("*.mk")]
    return {name for path in files for name in TARGET.findall(path.read_text(encoding="utf-8"))}


def problem_of_run(command, known):
    """A sentence, or None: `make` with targets that are there, or the setup."""
    if command == SETUP:
        return None
    words = command.split()
    if words[:1] != ["make"] or len(words) < 2:
        return f"{command}: no target of make"
    missing = [word for word in words[1:] if word not in known]
    return f"{command}: no target {missing[0]}" if missing else None


def problem_of_uses(action):
    """A sentence, or None: a known action with a fixed version, or a workflow that is there."""
    own = OWN.fullmatch(action)
    if own:
        return None if (ROOT / own[1]).is_file() else f"{action}: not there"
    return None if ACTION.fullmatch(action) else f"{action}: unknown, or without a fixed version"


class Workflows(unittest.TestCase):
    texts = {path.name: path.read_text(encoding="utf-8") for path in FILES}

    def test_the_dry_run_is_python(self):
        for path in (ROOT / "packaging").glob("**/*.py"):
            compile(path.read_text(encoding="utf-8"), path, "exec")

    def test_they_are_there(self):
        self.assertEqual(
            list(self.texts), ["linux.yml", "macos.yml", "packages.yml", "release.yml"])
        for name, text in self.texts.items():
            self.assertTrue(USES.findall(text), name)

    def test_each_command_is_a_target_of_make_that_is_there(self):
        known = targets()
        commands = [each for text in self.texts.values() for each in RUN.findall(text)]
        self.assertGreater(len(commands), 10)
        self.assertEqual([p for each in commands if (p := problem_of_run(each, known))], [])

    def test_each_action_is_known_and_has_a_fixed_version(self):
        actions = [each for text in self.texts.values() for each in USES.findall(text)]
        self.assertEqual([p for each in actions if (p := problem_of_uses(each))], [])

    def test_one_version_of_an_action_and_one_image_of_swift(self):
        text = "".join(self.texts.values())
        for pattern in [r"checkout@(\S+)", r"upload-artifact@(\S+)", r"(swift:[\w.-]+)"]:
            with self.subTest(pattern):
                self.assertEqual(len(set(re.findall(pattern, text))), 1)
        image = re.search(r"swift:[\w.-]+", text)[0]
        self.assertIn(f"library/{image} AS build", (ROOT / "Containerfile").read_text())

    def test_what_is_wrong_is_found_out(self):
        known = {"test", "deb"}
        for command in ["make", "make tset", "make test && rm a", "swift build", "|", ""]:
            self.assertIsNotNone(problem_of_run(command, known), command)
        for command in ["make test", "make test deb", SETUP]:
            self.assertIsNone(problem_of_run(command, known), command)
        for action in [
            "actions/checkout@v7", "actions/checkout", f"others/checkout@{'a' * 40} # v1.0.0",
            f"actions/checkout@{'a' * 40}", "./.github/workflows/no.yml",
        ]:
            self.assertIsNotNone(problem_of_uses(action), action)


class Untested(unittest.TestCase):
    def test_what_cannot_run_is_untested_in_one_place_only(self):
        marks = re.compile(r"\bnot (been )?(run|tried) here\b|\bnot been run\b|\buntested\b", re.I)
        patterns = [
            "Containerfile", ".github/workflows/*.yml", "packaging/**/*", "docs/how-to/install.md",
            "experiments/cluster/**/*"]
        found = [
            str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern)
            if path.is_file() and path.suffix != ".pyc" and marks.search(path.read_text(encoding="utf-8"))]
        self.assertEqual(found, ["packaging/README.md"])


if __name__ == "__main__":
    unittest.main()
