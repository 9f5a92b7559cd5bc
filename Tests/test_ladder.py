"""Tests of the benchmark's ladder queue, and of the section that compares the queues."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCHMARKS = pathlib.Path(__file__).resolve().parent.parent / "Benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from parts.queue import median_rates  # noqa: E402

FLAGS = ["-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


class LadderTests(unittest.TestCase):
    def test_a_ladder_gives_the_order_of_the_heap_without_undefined_behaviour(self):
        compiler = os.environ.get("CC") or shutil.which("clang") or "cc"
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "ladder_check"
            source = BENCHMARKS / "peers" / "ladder_check.c"
            built = subprocess.run([compiler, *FLAGS, source, "-o", program, "-lm"],
                                   capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stderr)
            # Nothing is freed: the operating system takes it all.
            found = subprocess.run([program], env={"ASAN_OPTIONS": "detect_leaks=0"},
                                   capture_output=True, text=True, timeout=60)
        self.assertEqual((found.returncode, found.stdout, found.stderr), (0, "", ""))


class QueueTests(unittest.TestCase):
    def test_each_program_has_the_median_of_its_turns(self):
        found = [[(3.0, 9), (1.0, 9), (2.0, 9)], [(5.0, 9), (6.0, 9), (4.0, 9)]]
        self.assertEqual(median_rates(16, found), [2.0, 5.0])

    def test_another_end_is_another_order(self):
        with self.assertRaisesRegex(SystemExit, "16 pending: two queues gave another order"):
            median_rates(16, [[(3.0, 9)], [(3.0, 8)]])


if __name__ == "__main__":
    unittest.main()
