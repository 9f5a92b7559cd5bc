"""A report appears as a whole or not at all: killed before any of its steps, beside another one, and
among files of others."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from deliverysim.report import __main__ as program
from deliverysim.report.page import MARK
from deliverysim.report.place import Occupied, Place
from deliverysim.report.write import PAGE, earlier_report, files

from ..places import TOOL, children, is_alive, needs_tool
from .shipped import ROOT, results_folder

STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "open", "shutil.rmtree"}
MINE = {"notes.txt": "mine"}


def contents(folder):
    """The files of a folder, without those of a report that is being made."""
    if not folder.is_dir():
        return {}
    return {one.name: one.read_text() for one in folder.iterdir() if not one.name.startswith(".")}


def small(charts, word):
    """A report of these charts, whose files all say a word."""
    page = f"<!DOCTYPE html>\n{MARK}\n{word}\n" + "".join(f'<figure id="{one}">' for one in charts)
    return {PAGE: page} | {name: word for name in files(charts)}


OLD, NEW = small(["delays", "fates"], "old"), small(["fates", "groups"], "new")


def write(folder, new=NEW, force=False):
    """Writes as `write_report` does, without drawing."""
    with Place(folder) as place:
        earlier = earlier_report(place.folder)
        place.check_free(list(new), earlier, force)
        part = place.begin({*new, *earlier})
        for name, text in new.items():
            (part / name).write_text(text)
        place.finish(list(new), earlier, force)


def killed_before(step, folder):
    """Whether a process that writes was killed before its n-th step; False: it has fewer."""
    child = os.fork()
    if child == 0:
        left = [step]

        def count(event, _):
            if event in STEPS:
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        write(folder)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status != 0


class Places(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.above = Path(place.name)
        self.folder = self.above / "[my] report"

    def lay(self, kept):
        self.folder.mkdir()
        for name, text in kept.items():
            (self.folder / name).write_text(text)

    def clear(self):
        for one in [*self.folder.iterdir()] if self.folder.exists() else []:
            one.unlink() if one.is_file() else None
        if self.folder.exists():
            self.folder.rmdir()


class Killed(Places):
    def at_each_step(self, before, allowed):
        """Kills before each step; what is then there is `allowed`, and the next report is whole."""
        mine = {name: text for name, text in before.items() if name in MINE}
        step = 0
        while True:
            self.clear()
            if before:
                self.lay(before)
            was_killed = killed_before(step, self.folder)
            found = contents(self.folder)
            self.assertTrue(allowed(found), f"step {step}: {sorted(found)}")
            if not was_killed:
                break
            write(self.folder)
            self.assertEqual(contents(self.folder), NEW | mine, f"step {step}")
            hidden = [one.name for one in self.folder.iterdir() if one.name.startswith(".")]
            self.assertEqual((hidden, list(self.above.iterdir())), ([], [self.folder]), f"step {step}")
            step += 1
        self.assertEqual(found, NEW | mine)
        self.assertGreater(step, 8)

    def test_without_an_earlier_report(self):
        self.at_each_step({}, lambda found: found in ({}, NEW))

    def test_over_an_earlier_report(self):
        self.at_each_step(OLD, lambda found: found in ({}, OLD, NEW))

    def test_beside_a_file_of_somebody_else(self):
        def is_allowed(found):
            whole = found in (OLD | MINE, NEW | MINE)
            return found["notes.txt"] == "mine" and (whole or PAGE not in found)

        self.at_each_step(OLD | MINE, is_allowed)


class Beside(Places):
    def test_one_of_two_writes(self):
        with Place(self.folder) as first:
            with self.assertRaisesRegex(Occupied, "another run or report is writing here"):
                write(self.folder)
            part = first.begin(set(NEW))
            for name, text in NEW.items():
                (part / name).write_text(text)
            with self.assertRaises(Occupied):
                write(self.folder)
            first.finish(list(NEW), [], False)
        self.assertEqual(contents(self.folder), NEW)
        write(self.folder, OLD)
        self.assertEqual(contents(self.folder), OLD)

    def test_a_folder_that_goes_meanwhile_is_made_again(self):
        with Place(self.folder) as place:
            part = place.begin(set(NEW))
            for name, text in NEW.items():
                (part / name).write_text(text)
            self.folder.rmdir()
            write(self.folder, OLD)  # its sweeping leaves what somebody holds
            with self.assertRaises(Occupied):
                place.finish(list(NEW), [], False)
        self.assertEqual(contents(self.folder), OLD)
        self.assertEqual(list(self.above.iterdir()), [self.folder])

    def test_what_fails_leaves_nothing(self):
        deep = self.folder / "a" / "b"
        with self.assertRaises(ZeroDivisionError), Place(deep) as place:
            place.begin(set())
            raise ZeroDivisionError
        self.assertEqual(list(self.above.iterdir()), [])

    def test_a_folder_that_cannot_be_replaced_is_written_inside(self):
        self.lay(OLD)
        kept = self.folder.stat().st_ino
        with mock.patch.object(Path, "rename", side_effect=OSError(16, "busy")):
            write(self.folder)
        self.assertEqual(contents(self.folder), NEW)
        self.assertEqual(self.folder.stat().st_ino, kept)
        self.assertEqual(list(self.above.iterdir()), [self.folder])

    def test_whoever_stands_in_the_folder_stays_there(self):
        self.lay(OLD)
        with contextlib.chdir(self.folder):
            write(Path("."))
            self.assertEqual(contents(Path(".")), NEW)

    def test_its_mode_stays(self):
        self.lay(OLD)
        self.folder.chmod(0o750)
        write(self.folder)
        self.assertEqual(self.folder.stat().st_mode & 0o777, 0o750)

    def test_folders_and_files_of_others_stand_in_the_way(self):
        self.lay({"fates.png": "mine"})
        with self.assertRaisesRegex(Occupied, "not from an earlier report; --force replaces it"):
            write(self.folder)
        write(self.folder, force=True)
        self.assertEqual(contents(self.folder), NEW)
        (self.folder / "delays.svg").mkdir()
        with self.assertRaisesRegex(Occupied, "is a folder"):
            write(self.folder, OLD, force=True)
        (self.folder / "delays.svg").rmdir()
        self.assertEqual(contents(self.folder), NEW)


class Endings(Places):
    """The program itself."""

    def start(self, tool, results="bursts"):
        process = subprocess.Popen(
            [sys.executable, "-m", "deliverysim.report", "--quiet", f"--tool={tool}",
             f"--out={self.folder}", str(results_folder(results))],
            stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        )  # fmt: skip
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_signal_ends_it_and_what_it_has_started(self):
        tool, begun = self.above / "tool", self.above / "id"
        tool.write_text(f"#!/bin/sh\necho $$ > {begun}.part\nmv {begun}.part {begun}\nexec sleep 60\n")
        tool.chmod(0o755)
        for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]:
            process = self.start(tool)
            while not begun.exists() and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(number)
            self.assertEqual(process.wait(30), 128 + number)
            self.assertNotIn("Traceback", process.stderr.read())
            with self.assertRaises(ProcessLookupError):
                os.kill(int(begun.read_text()), 0)
            begun.unlink()
            self.assertEqual(list(self.above.iterdir()), [tool])

    @needs_tool
    def test_a_kill_ends_what_it_has_started(self):
        process = self.start(TOOL, "best-queue")
        while not (begun := children(process.pid)):
            time.sleep(0.01)
        process.kill()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if not is_alive(begun[0]):
                return
            time.sleep(0.05)
        self.fail("the tool goes on without its owner")

    def test_what_nobody_has_foreseen_is_a_defect(self):
        code, messages = self.ending(mock.patch.object(program, "write", side_effect=ZeroDivisionError))
        self.assertEqual(code, 70)
        self.assertIn("ZeroDivisionError", messages)
        self.assertTrue(messages.endswith("this is a defect of deliverysim: please report it\n"))

    def test_an_interrupt_is_no_defect(self):
        code, messages = self.ending(mock.patch.object(program, "write", side_effect=KeyboardInterrupt))
        self.assertEqual((code, messages), (130, "interrupted: no report was written\n"))

    def test_errors_of_the_disk_have_their_codes(self):
        for error, expected in [(28, 74), (5, 74), (13, 73), (30, 73), (20, 73)]:
            wrong = OSError(error, os.strerror(error), "there")
            code, messages = self.ending(mock.patch.object(program, "write", side_effect=wrong))
            self.assertEqual((code, messages), (expected, f"error: there: {os.strerror(error)}\n"))

    def test_the_page_is_told_unless_all_is_quiet(self):
        page = mock.patch.object(program, "write", return_value=Path("a/report.html"))
        self.assertEqual(self.ending(page), (0, ""))
        self.assertEqual(self.ending(page, [])[1], "drawing the report\nreport: a/report.html\n")

    def ending(self, patch, options=("--quiet",)):
        """The exit code and the messages of the program, in this process."""
        stream = io.StringIO()
        with patch, mock.patch.object(program, "end_in_order"), contextlib.redirect_stderr(stream):
            with mock.patch.object(sys, "argv", ["report", *options, "results"]):
                try:
                    program.main()
                except SystemExit as ending:
                    return ending.code, stream.getvalue()
        return 0, stream.getvalue()


if __name__ == "__main__":
    unittest.main()
