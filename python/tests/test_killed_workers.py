"""A sweep on workers that are killed at random gives the bytes of one process (the small version of
`make killed-workers`)."""

import subprocess
import sys
import unittest

from .places import ROOT, TOOL, needs_tool

SCRIPT = ROOT / "experiments/cluster/killed_workers.py"


def run(*words):
    return subprocess.run(
        [sys.executable, SCRIPT, *words], capture_output=True, text=True, timeout=300, check=False)


class KilledWorkers(unittest.TestCase):
    @needs_tool
    def test_two_hundred_points_on_three_workers(self):
        done = run(
            TOOL, "--points", "200", "--workers", "3", "--shards", "6", "--set", "devices=100")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(
            done.stdout,
            r"^200 design points, 6 shards on 3 workers: [1-9]\d* killed, [1-9]\d* went on from kept"
            r" units, .* files are the same, byte for byte\n$")

    def test_what_is_refused(self):
        for words, text in [
            (["--points", "1"], 'argument --points: found "1"; allowed: 2 to 10000'),
            (["--workers", "x"], 'argument --workers: found "x"; allowed: 2 to 10000'),
            (["--kills", "1"], 'argument --kills: found "1"; allowed: more than 0, less than 1'),
            (["--points", "5"], "--shards: found 32; allowed: at most --points"),
        ]:
            with self.subTest(text):
                done = run("deliverysim", *words)
                self.assertEqual(done.returncode, 64)
                self.assertIn(text, done.stderr)

    def test_a_tool_that_fails_ends_the_comparison(self):
        done = run("/bin/false", "--points", "8", "--shards", "2")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^error: .*: exit code 1\n$")
