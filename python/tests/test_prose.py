"""No program reads words that are for people: each place that looks into a text is known."""

import re
import unittest

from .places import ROOT

PACKAGE = ROOT / "python" / "deliverysim"
LOOKS = {
    ".py": re.compile(r"\.(?:startswith|endswith|removeprefix|removesuffix)\(|\bre\.(?:compile|search|match|sub|findall|fullmatch)\("),
    ".js": re.compile(r"\.(?:startsWith|endsWith|match|replace|replaceAll|test)\("),
}
# How many each file has, and what it looks into.
KNOWN = {
    "explore/page.js": 1,  # names of elements
    "explore/save.py": 2,  # names of files
    "owned.py": 1,  # names of folders
    "report/baseline.py": 1,  # minus signs, for people
    "report/charts/deliverability.py": 1,  # the full stop at the end of a sentence
    "report/charts/inputs.py": 1,  # names of columns
    "report/checks.py": 1,  # names of metrics
    "report/live/lanes/amounts.js": 2,  # digits of its own numbers
    "report/live/selection.js": 1,  # the address of the page
    "report/live/stories.js": 2,  # words of a command
    "report/page.py": 1,  # its own heads of columns
    "report/write.py": 1,  # names of its own figures
}


def looks(path):
    return len(LOOKS[path.suffix].findall(path.read_text(encoding="utf-8")))


class Prose(unittest.TestCase):
    def test_each_look_into_a_text_is_known(self):
        files = [path for path in PACKAGE.rglob("*") if path.suffix in LOOKS]
        found = {str(path.relative_to(PACKAGE)): looks(path) for path in files}
        self.assertEqual({name: count for name, count in found.items() if count}, KNOWN)

    def test_a_look_is_found(self):
        for text in ('x.startswith("a shows ")', "re.search(words, text)"):
            self.assertTrue(LOOKS[".py"].search(text))
        for text in ("/^no /.test(words)", "words.startsWith('at ')"):
            self.assertTrue(LOOKS[".js"].search(text))
