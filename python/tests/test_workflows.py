"""The reader of the workflows, and what stands for their actions in a dry run."""

import sys
import tempfile
import unittest
from pathlib import Path

from .places import ROOT

sys.path.insert(0, str(ROOT / "packaging"))
import dry_run  # noqa: E402
import workflows  # noqa: E402
from workflows import Step, Unknown  # noqa: E402

CALLED = """
name: Parts
on: workflow_call
jobs:
  make:
    strategy: {matrix: {runner: [one, two]}}
    runs-on: ${{ matrix.runner }}
    container: {image: "debian", options: --privileged}
    steps:
      - uses: actions/checkout@1
      - run: make on-${{ matrix.runner }}
"""
CALLING = """
name: Whole
on: push
jobs:
  parts:
    uses: ./.github/workflows/parts.yml
  end:
    needs: parts
    runs-on: one
    steps:
      - run: make end
        env: {TOKEN: "${{ github.token }}"}
"""


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")


class Reading(Folder):
    def test_a_called_workflow_comes_once_and_first_with_each_choice_of_its_matrix(self):
        self.write("parts.yml", CALLED)
        self.write("whole.yml", CALLING)
        jobs = workflows.plan(self.folder)
        self.assertEqual(
            [(job.name, job.runner, job.image) for job in jobs],
            [("parts/make-one", "one", "debian"), ("parts/make-two", "two", "debian"),
             ("whole/end", "one", None)])
        self.assertEqual(jobs[1].steps[1].run, "make on-two")
        self.assertEqual(jobs[2].needs, ["parts/make-one", "parts/make-two"])
        self.assertEqual(jobs[2].steps[0].environment, {"TOKEN": workflows.TOKEN})

    def test_what_it_does_not_understand_is_an_error_with_its_place(self):
        for old, new, text in [
            ("on: push", "on: push\ndefaults: {}", "whole.yml: defaults: unknown; understood:"),
            ("runs-on: one", "runs-on: one\n    if: always()", "whole.yml: end: if: unknown;"),
            ("run: make end", "run: make end\n        shell: sh", "end: step 1: shell: unknown;"),
            ("github.token", "secrets.KEY", "whole.yml: end: ${{ secrets.KEY }}: unknown;"),
            ("needs: parts", "needs: part", "whole/end: needs part, which is no job above it"),
            ("run: make end", "name: end", "end: step 1: name: unknown"),
        ]:
            with self.subTest(new):
                self.write("parts.yml", CALLED)
                self.write("whole.yml", CALLING.replace(old, new))
                with self.assertRaises(Unknown) as caught:
                    workflows.plan(self.folder)
                self.assertIn(text, str(caught.exception))

    def test_those_of_this_project_are_understood(self):
        names = [job.name for job in workflows.plan(ROOT / ".github/workflows")]
        for name in ["linux/test", "packages/linux-ubuntu-24.04-arm", "macos/test"]:
            self.assertIn(name, names)
        self.assertEqual(names[-1], "release/release")
        self.assertEqual(len(names), len(set(names)))

    def test_each_action_has_a_stand_in(self):
        actions = {
            step.action for job in workflows.plan(ROOT / ".github/workflows") for step in job.steps}
        self.assertEqual(actions - {""}, set(dry_run.ACTIONS))


class Actions(Folder):
    """Artifacts, with folders for the machine."""

    def setUp(self):
        super().setUp()
        self.workspace = self.folder / "workspace"
        (self.workspace / ".build/dist").mkdir(parents=True)
        (self.workspace / ".build/dist/a.whl").write_text("wheel")
        artifacts = dry_run.ARTIFACTS
        dry_run.ARTIFACTS = self.folder / "artifacts"
        self.addCleanup(setattr, dry_run, "ARTIFACTS", artifacts)

    def upload(self, **others):
        given = {
            "name": "packages-a", "path": ".build/dist", "if-no-files-found": "error",
            "include-hidden-files": True, **others}
        dry_run.upload(self, Step(None, "actions/upload-artifact@1", given, {}))

    def download(self, **given):
        dry_run.download(self, Step(None, "actions/download-artifact@1", given, {}))

    def test_what_is_uploaded_can_be_downloaded(self):
        self.upload()
        self.download(**{"path": "here", "pattern": "packages-*", "merge-multiple": True})
        self.assertEqual((self.workspace / "here/a.whl").read_text(), "wheel")

    def test_what_github_would_leave_out_is_an_error(self):
        for others, text in [
            ({"include-hidden-files": False}, "no files, or hidden ones"),
            ({"path": ".build/dits"}, "no files, or hidden ones"),
            ({"if-no-files-found": "warn"}, "found warn; needed: error"),
            ({"retention": 3}, "retention: unknown; understood: name, path"),
        ]:
            with self.subTest(text), self.assertRaises(dry_run.Failure) as caught:
                self.upload(**others)
            self.assertIn(text, str(caught.exception))
        with self.assertRaises(dry_run.Failure):
            self.download(**{"path": "here", "pattern": "packages-*", "merge-multiple": True})

    def test_an_unknown_action_is_an_error(self):
        with self.assertRaises(dry_run.Failure) as caught:
            dry_run.perform(self, Step(None, "others/thing@1", {}, {}))
        self.assertIn("others/thing: unknown; understood: actions/checkout", str(caught.exception))


class Choosing(unittest.TestCase):
    def test_a_text_keeps_the_setup_and_the_actions(self):
        jobs = {job.name: job for job in workflows.plan(ROOT / ".github/workflows")}
        steps = dry_run.chosen(jobs["packages/linux-ubuntu-24.04"], "deb-test")
        self.assertEqual(
            list(map(str, steps)),
            ["actions/checkout", "packaging/setup.sh", "make deb-test", "actions/upload-artifact"])
