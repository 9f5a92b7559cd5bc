"""Whatever a text holds, it is no markup."""

import ast
import json
import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

import deliverysim
from deliverysim.markup import Markup, data, encoded, joined, listing, tag

PACKAGE = Path(deliverysim.__file__).parent
STRANGE = "<b>&amp;\"'</b><!--"


class Parts(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, text):
        self.texts.append(text)


class Encoding(unittest.TestCase):
    def test_texts_and_attributes_come_back_as_they_were(self):
        found = Parts(tag("p", STRANGE, tag("img", alt=STRANGE), title=STRANGE))
        self.assertEqual(found.tags, [("p", {"title": STRANGE}), ("img", {"alt": STRANGE})])
        self.assertEqual("".join(found.texts), STRANGE)

    def test_markup_is_encoded_once(self):
        self.assertEqual(encoded(encoded(STRANGE)), encoded(STRANGE))
        self.assertEqual(joined("<", tag("i", "a")), "&lt;<i>a</i>")
        # Markup that is joined by hand is a text again.
        self.assertEqual(tag("p", tag("i") + "a"), "<p>&lt;i&gt;&lt;/i&gt;a</p>")

    def test_attributes(self):
        self.assertEqual(tag("p", class_="small", aria_live="polite", id=""),
                         '<p class="small" aria-live="polite"></p>')
        self.assertEqual(listing([]), [])
        self.assertEqual(listing(["a", "<"]), ['<ul class="small"><li>a</li><li>&lt;</li></ul>'])

    def test_data_end_no_element(self):
        text = data({"a": "</script><!--"})
        self.assertNotIn("<", text)
        self.assertEqual(json.loads(text), {"a": "</script><!--"})
        self.assertIsInstance(text, Markup)


class OnePlace(unittest.TestCase):
    """No other file writes markup; page.html of explore is a file of its own."""

    def test_no_text_of_another_file_is_markup(self):
        found = {}
        for path in sorted(PACKAGE.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if is_text and re.search(r"</?[a-z][a-z0-9]*[ >]", node.value):
                    found.setdefault(path.name, []).append(node.value)
        # This finds an earlier report, whose charts it names.
        self.assertEqual(found, {"write.py": ['<figure id="([a-z0-9-]+)">']})

    def test_only_scripts_and_styles_are_taken_for_markup(self):
        taken = {
            path.name: re.findall(r"\bMarkup\(([^)]*)\)", path.read_text(encoding="utf-8"))
            for path in sorted(PACKAGE.rglob("*.py")) if path.name != "markup.py"
        }
        self.assertEqual({name: uses for name, uses in taken.items() if uses},
                         {"page.py": ["sheet", "SCRIPT"]})


if __name__ == "__main__":
    unittest.main()
