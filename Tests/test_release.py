"""Tests of packaging/release.sh and dist.sh, with a stand-in for GitHub's gh."""

import hashlib
import os
import pathlib
import platform
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A version that the CHANGELOG has.
VERSION = "1.1.0"
GH = '#!/bin/sh\nwhile [ "$1" != --notes-file ]; do echo "$1"; shift; done > said\ncp "$2" notes\nshift 2\necho "$@" >> said\n'


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def write(self, name, text="x"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run_script(self, name, *words, **environment):
        return subprocess.run(
            [ROOT / "packaging" / name, *words], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, **environment}, check=False)


class Release(Folder):
    # Keys are the patterns that errors name.
    parts = {
        "*.whl": "a.whl", "*.deb": "a.deb",
        f"deliverysim-{VERSION}-*-*.tar.gz": f"deliverysim-{VERSION}-linux-x86_64.tar.gz",
        f"deliverysim-{VERSION}.tar.gz": f"deliverysim-{VERSION}.tar.gz"}

    def setUp(self):
        super().setUp()
        for name in self.parts.values():
            self.write(f"dist/{name}", name)

    def release(self, tag=f"v{VERSION}"):
        self.write("bin/gh", GH).chmod(0o755)
        return self.run_script(
            "release.sh", tag, VERSION, "dist", PATH=f"{self.folder}/bin:{os.environ['PATH']}")

    def test_everything_is_published_with_checksums(self):
        done = self.release()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        sources = f"deliverysim-{VERSION}-sources.tar.gz"
        names = sorted(path.name for path in (self.folder / "dist").iterdir() if path.suffix in (".whl", ".deb", ".gz"))
        self.assertEqual(names, sorted([*self.parts.values(), sources]))
        lines = (self.folder / "dist/SHA256SUMS").read_text().splitlines()
        expected = [
            f"{hashlib.sha256((self.folder / 'dist' / name).read_bytes()).hexdigest()}  {name}" for name in names]
        self.assertEqual(sorted(lines, key=lambda line: line.split()[1]), expected)
        said = (self.folder / "dist/said").read_text().splitlines()
        self.assertEqual(said[:3], ["release", "create", f"v{VERSION}"])
        self.assertEqual(sorted(said[-1].split()), sorted(["--", "SHA256SUMS", *names]))

    def test_the_notes_are_the_section_of_the_version_alone(self):
        self.assertEqual(self.release().returncode, 0)
        notes = (self.folder / "dist/notes").read_text()
        headings = [line for line in notes.splitlines() if line.startswith("## ")]
        self.assertEqual(headings, [])
        changelog = (ROOT / "CHANGELOG.md").read_text()
        self.assertIn(notes, changelog.split(f"## [{VERSION}]")[1].split("\n## [")[0] + "\n")

    def test_another_tag_is_refused(self):
        for tag in ["", VERSION, "v9.9.9"]:
            done = self.release(tag)
            self.assertEqual(done.returncode, 64)
            self.assertEqual(
                done.stderr, f'error: RELEASE_TAG: found "{tag}"; allowed: v{VERSION}, since that is the version of the sources\n')

    def test_a_kind_of_package_that_is_missing_is_an_error(self):
        # The sources that an earlier attempt has left are no archive.
        self.write(f"dist/deliverysim-{VERSION}-sources.tar.gz")
        for kind, name in self.parts.items():
            with self.subTest(kind):
                path = self.folder / "dist" / name
                path.unlink()
                done = self.release()
                self.assertEqual(
                    (done.returncode, done.stderr), (66, f"error: dist: holds no {kind}; run `make dist`\n"))
                self.write(f"dist/{name}")

    def test_the_tag_is_the_one_that_started_the_runner(self):
        environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "TAG")}
        done = subprocess.run(
            ["make", "--dry-run", "--no-print-directory", "release"], cwd=ROOT, capture_output=True, text=True,
            env={**environment, "GITHUB_REF_NAME": "v9.9.9"}, check=True)
        self.assertEqual(done.stdout.split()[:2], ["packaging/release.sh", '"v9.9.9"'])


@unittest.skipUnless(platform.system() == "Linux" and platform.machine() == "x86_64", "of Linux on x86_64")
class Dist(Folder):
    built = {
        "wheel/a.whl": "wheel", "wheel/sdist/a.tar.gz": "wheel", "deb/a.deb": "deb", "archive/b.tar.gz": "archive"}

    def test_all_is_gathered(self):
        for name in self.built:
            self.write(f".build/{name}", name)
        self.write("dist/old")
        done = self.run_script("dist.sh", "dist")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.split(), ["a.deb", "a.tar.gz", "a.whl", "b.tar.gz"])
        self.assertEqual((self.folder / "dist/a.whl").read_text(), "wheel/a.whl")

    def test_what_is_missing_or_there_twice_is_named(self):
        for left_out, target in self.built.items():
            with self.subTest(left_out):
                for name in self.built:
                    self.write(f".build/{name}")
                (self.folder / ".build" / left_out).unlink()
                done = self.run_script("dist.sh", "dist")
                self.assertEqual(done.returncode, 66)
                self.assertTrue(done.stderr.endswith(f"needed: one file, by `make {target}`\n"), done.stderr)
        self.write(".build/wheel/b.whl")
        done = self.run_script("dist.sh", "dist")
        self.assertIn("found .build/wheel/a.whl .build/wheel/b.whl; needed: one file", done.stderr)


if __name__ == "__main__":
    unittest.main()
