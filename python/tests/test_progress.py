"""The line of progress: what is shown, what stays, and where it is shown."""

import io
import os
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim import errors, progress
from deliverysim.progress import Watch


class Kept:
    """A line that remembers."""

    is_live = True

    def __init__(self):
        self.texts = []

    def show(self, text):
        self.texts.append(text)

    def end(self):
        self.texts.append("end")


class Watched(unittest.TestCase):
    def test_what_is_written_over_does_not_stay(self):
        line = Kept()
        watch = Watch(line)
        for piece in ["warning: few\n", "\r[==  ] 4", "0 %\x1b[K", "\r[====] 100 %\x1b[K",
                      "\r\x1b[Kafter 2 s: better\n", "\r\x1b[K", "results: there\n"]:
            watch.take(piece)
        watch.end()
        self.assertEqual(watch.notes, ["warning: few", "after 2 s: better", "results: there"])
        self.assertEqual(line.texts, [
            "warning: few", "[==  ] 4", "[==  ] 40 %", "[====] 100 %", "after 2 s: better",
            "results: there", "end"])

    def test_without_a_line_notes_stay(self):
        watch = Watch(None)
        watch.take("one\ntwo")
        watch.end()
        self.assertEqual(watch.notes, ["one", "two"])

    def test_an_error_is_found_behind_a_bar(self):
        text = '\r[==  ] 40 %\x1b[K\r\x1b[K{"text": "no", "places": []}\n'
        self.assertEqual(errors.failure(text, 65).message, "no")


class Places(unittest.TestCase):
    def test_nobody_looks(self):
        self.assertIsNone(progress.line(False))
        with mock.patch.object(sys, "stderr", io.StringIO()):
            self.assertIsNone(progress.line(None))
            self.assertIsInstance(progress.line(True), progress.Plain)

    def test_a_terminal(self):
        stream = mock.Mock(isatty=lambda: True)
        with mock.patch.object(sys, "stderr", stream):
            with mock.patch.dict(os.environ, {"TERM": "xterm", progress.VARIABLE: ""}):
                line = progress.line(None)
                line.show("40 %")
                stream.write.assert_called_with("\r40 %\x1b[K")
            with mock.patch.dict(os.environ, {"TERM": "dumb"}):
                self.assertIsNone(progress.line(None))
            with mock.patch.dict(os.environ, {"TERM": "xterm", progress.VARIABLE: "none"}):
                self.assertIsNone(progress.line(None))

    def test_jupyter_updates_one_output_and_empties_it(self):
        handle, display = mock.Mock(), mock.Mock()
        display.return_value = handle
        line = progress.Notebook(display)
        line.end()
        display.assert_not_called()
        line.show("one")
        line.show("two")
        line.end()
        display.assert_called_once_with({"text/plain": "one"}, raw=True, display_id=True)
        texts = [call.args[0]["text/plain"] for call in handle.update.call_args_list]
        self.assertEqual(texts, ["two", ""])

    def test_marimo_is_asked_whether_it_runs(self):
        library = types.SimpleNamespace(
            running_in_notebook=lambda: True, output=mock.Mock(), plain_text=lambda text: text)
        with mock.patch.dict(sys.modules, {"marimo": library}):
            line = progress.line(None)
            line.show("one")
            line.end()
        library.output.replace.assert_called_once_with("one")
        library.output.clear.assert_called_once_with()


class Asked(unittest.TestCase):
    """The tool draws a bar where somebody looks, and is told so where nobody does."""

    def ask(self, shown):
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder, "tool")
            tool.write_text('#!/bin/sh\necho "$1 $2 [$DELIVERYSIM_PROGRESS]" >&2\nexit 70\n')
            tool.chmod(0o755)
            with mock.patch("deliverysim.calls.line", return_value=shown):
                with self.assertRaises(deliverysim.ToolFailed) as raised:
                    deliverysim.run("my.yml", tool=tool, out="o")
        return raised.exception.message

    def test_it_is_told(self):
        with mock.patch.dict(os.environ, {progress.VARIABLE: ""}):
            self.assertEqual(self.ask(None), "run --progress=none []")
            self.assertEqual(self.ask(Kept()), "run --out=o [live]")
            with mock.patch.object(sys, "stderr", io.StringIO()):
                self.assertEqual(self.ask(progress.Plain()), "run --out=o []")


if __name__ == "__main__":
    unittest.main()
