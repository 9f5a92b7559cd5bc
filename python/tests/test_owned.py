"""Folders of dead processes are swept, those of living ones stay, and programs end with their owner."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim import owned

from .places import ROOT, SCENARIO, TOOL, needs_tool

# Makes a folder, says where, and is killed before it can remove it.
KILLED = """
import os, signal
from deliverysim.owned import Temporary
folder = Temporary("run")
print(folder.path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
# Starts a program that prints whether its owner is alive, and goes without a word.
OWNER = """
import os, sys
from deliverysim import owned
process = owned.start([sys.executable, "-c", sys.argv[1]])
sys.stdin.read()
os._exit(9)
"""
CHILD = """
import os
pipe = int(os.environ["DELIVERYSIM_OWNER"])
os.set_blocking(pipe, False)
try:
    os.read(pipe, 1)
except BlockingIOError:
    print("alive", flush=True)
os.set_blocking(pipe, True)
print("gone" if os.read(pipe, 1) == b"" else "alive", flush=True)
"""


class Place(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        for patch in [
            mock.patch.object(tempfile, "tempdir", str(self.folder)),
            mock.patch.dict(os.environ, TMPDIR=str(self.folder), PYTHONPATH=str(ROOT / "python")),
        ]:
            patch.start()
            self.addCleanup(patch.stop)


class Folders(Place):
    def test_one_of_a_dead_process_goes_when_the_next_comes(self):
        ending = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True)
        dead = Path(ending.stdout.strip())
        self.assertTrue(dead.is_dir())
        with owned.Temporary("explore") as living:
            self.assertFalse(dead.exists())
            with owned.Temporary("run"):
                self.assertTrue(living.is_dir(), "that of a living one stays")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_nothing_else_is_swept(self):
        names = ["deliverysim-abcdefgh", "deliverysim-report-abcdefgh", "deliverysim-run-short"]
        for name in names:
            (self.folder / name).mkdir()
        (self.folder / "other").mkdir()
        (self.folder / "deliverysim-run-abcdefgh").symlink_to(self.folder / "other")
        with owned.Temporary("run"):
            pass
        found = {one.name for one in self.folder.iterdir()}
        self.assertEqual(found, {*names, "other", "deliverysim-run-abcdefgh"})

    def test_a_disk_without_locks_sweeps_nothing(self):
        (self.folder / "deliverysim-run-abcdefgh").mkdir()
        with mock.patch("fcntl.flock", side_effect=OSError(38, "no locks")):
            with owned.Temporary("run") as place:
                self.assertTrue(place.is_dir())
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_a_folder_is_held_by_one(self):
        lock = owned.hold(self.folder)
        self.assertIsNotNone(lock)
        self.assertIsNone(owned.hold(self.folder))
        owned.release(lock)
        again = owned.hold(self.folder)
        self.assertIsNotNone(again)
        owned.release(again)

    @needs_tool
    def test_run_and_report_keep_each_other_out(self):
        (self.folder / "my.yml").write_text(SCENARIO)
        out = self.folder / "out"
        out.mkdir()
        lock = owned.hold(out)
        with self.assertRaises(deliverysim.ToolFailed) as refused:
            deliverysim.run(self.folder / "my.yml", out=out, tool=TOOL)
        self.assertEqual(refused.exception.exit_code, 73)
        self.assertIn("another run is writing here", refused.exception.message)
        owned.release(lock)


class Programs(Place):
    def test_a_program_sees_the_end_of_its_owner_even_of_a_killed_one(self):
        with subprocess.Popen(
            [sys.executable, "-c", OWNER, CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        ) as owner:  # fmt: skip
            self.assertEqual(owner.stdout.readline(), "alive\n")
            owner.kill()
            self.assertEqual(owner.stdout.read(), "gone\n")

    def test_a_program_that_is_interrupted_is_ended(self):
        with mock.patch.object(subprocess.Popen, "communicate", side_effect=KeyboardInterrupt):
            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                owned.run(["sleep", "60"])
        self.assertLess(time.monotonic() - start, 30)

    def test_its_output_is_returned(self):
        ending = owned.run(["sh", "-c", "echo one; echo two >&2; exit 3"])
        self.assertEqual((ending.stdout, ending.stderr, ending.returncode), ("one\n", "two\n", 3))

    def test_signals_end_in_order_unless_they_were_ignored(self):
        script = (
            "import os, signal, sys; from deliverysim.owned import end_in_order\n"
            "signal.signal(signal.SIGHUP, signal.SIG_IGN); end_in_order()\n"
            "os.kill(os.getpid(), signal.SIGHUP)\n"
            "try: os.kill(os.getpid(), int(sys.argv[1]))\n"
            "finally: print('tidy')\n")
        for number in [signal.SIGTERM, signal.SIGQUIT]:
            ending = subprocess.run(
                [sys.executable, "-c", script, str(int(number))], capture_output=True, text=True)
            self.assertEqual((ending.returncode, ending.stdout), (128 + number, "tidy\n"))


if __name__ == "__main__":
    unittest.main()
