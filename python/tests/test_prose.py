"""No program reads words that are for people: other words change nothing but themselves, and each
place that looks into a text is known."""

import html
import json
import re
import unittest

from deliverysim.report.charts import all_charts
from deliverysim.report.page import page
from deliverysim.report.results import Results

from .places import ROOT
from .report.shipped import Copy

PACKAGE = ROOT / "python" / "deliverysim"
LOOKS = {
    ".py": re.compile(r"\.(?:startswith|endswith|removeprefix|removesuffix)\(|\bre\.(?:compile|search|match|sub|findall|fullmatch)\("),
    ".js": re.compile(r"\.(?:startsWith|endsWith|match|replace|replaceAll|test)\("),
}
# The number that each file has, and the place that it looks into.
KNOWN = {
    "explore/page.js": 1,  # names of elements
    "explore/save.py": 2,  # names of files
    "owned.py": 1,  # names of folders
    "progress.py": 1,  # where a line ends, or is written over
    "report/baseline.py": 1,  # minus signs, for people
    "report/charts/deliverability.py": 1,  # the full stop at the end of a sentence
    "report/charts/inputs.py": 1,  # names of columns
    "report/live/lanes/amounts.js": 2,  # digits of its own numbers
    "report/live/selection.js": 1,  # the address of the page
    "report/live/stories.js": 2,  # words of a command
    "report/page.py": 1,  # its own heads of columns
    "report/write.py": 1,  # names of its own figures
    "runner.py": 1,  # the line of --version
    "tables.py": 1,  # names of files
}


def looks(path):
    return len(LOOKS[path.suffix].findall(path.read_text(encoding="utf-8")))


def reworded(answer):
    """Gives each text for people other words."""
    answer["sentences"] = [f"Sentence-{place}." for place in range(len(answer["sentences"]))]
    answer["warnings"] = [f"warning-{place}" for place in range(len(answer["warnings"]))]
    for number, block in enumerate(answer["world"]):
        block["words"] = [f"world-{number}-{place}" for place in range(len(block["words"]))]


class Words(unittest.TestCase):
    """Runs with one design point and with many, with a choice and with uncertain inputs."""

    def seen(self, folder):
        """All that a reader sees of a run, and the texts of its answer in order."""
        results = Results(folder)
        charts = [
            f"{one.name}: {one.title}. {one.note} {one.sentence} {one.alt}"
            for one in all_charts(results)
        ]
        told = [*results.answer.sentences, *results.answer.warnings]
        told += [words for block in results.answer.world for words in block["words"]]
        return [page(results, [], {}), *charts], told

    def test_other_words_change_nothing_but_themselves(self):
        for experiment in ("mail-queue", "best-queue", "escalate", "bursts", "storm"):
            with self.subTest(experiment), Copy(experiment) as copy:
                before, told = self.seen(copy.results)
                copy.change("answer.json", reworded)
                after, retold = self.seen(copy.results)
                self.assertEqual(len(told), len(retold))
                self.assertNotEqual(before, after)
                self.assertEqual(without(before, told), without(after, retold))


def without(texts, words):
    """The texts without the words, as they stand in HTML and in JSON too."""
    found = "\n".join(texts)
    for one in sorted({part for text in words for part in forms(text)}, key=len, reverse=True):
        found = found.replace(one, "")
    return found


def forms(text):
    kept = {text, text.removesuffix(".")}
    kept |= {html.escape(one, quote=False) for one in kept} | {html.escape(one) for one in kept}
    return kept | {json.dumps(one, ensure_ascii=False)[1:-1] for one in kept}


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
