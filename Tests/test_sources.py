"""docs/sources.md: what it says of the articles is there."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SCHEMA = json.loads((DOCS / "scenario.schema.json").read_text())
# Where strategies, metrics, causes and columns are named.
PAGES = "".join((DOCS / page).read_text() for page in ["results.md", "scenario.md", "model.md", "statistics.md"])


def rows(text):
    """The cells of each row of the table of the articles."""
    table = text.split('<a id="articles"></a>')[1].split("\n\n**Left out**")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def below(node):
    """The maps that a part of the schema allows: name -> part."""
    if "$ref" in node:
        return below(SCHEMA["$defs"][node["$ref"].rsplit("/", 1)[1]])
    found = dict(node.get("properties", {}))
    for kind in ("oneOf", "anyOf", "allOf"):
        for part in node.get(kind, []):
            found.update(below(part))
    if "items" in node:
        found.update(below(node["items"]))
    return found


def is_key(path):
    node = SCHEMA
    for name in path.split("."):
        keys = below(node)
        if name not in keys:
            return False
        node = keys[name]
    return True


def is_known(name):
    return is_key(name) if "." in name else f"`{name}`" in PAGES


class Articles(unittest.TestCase):
    rows = rows((DOCS / "sources.md").read_text())

    def test_there_is_a_table(self):
        self.assertGreater(len(self.rows), 30)
        self.assertTrue(all(len(row) == 4 for row in self.rows))

    def test_each_name_is_a_key_a_strategy_or_a_metric(self):
        for row in self.rows:
            self.assertTrue(names(row[2]), row[0])
            for name in names(row[2]):
                self.assertTrue(is_known(name), f"{row[0]}: {name}")

    def test_each_link_leads_to_a_page(self):
        for row in self.rows:
            links = re.findall(r"\]\(([^)#]+)", row[3])
            self.assertTrue(links, row[0])
            for link in links:
                self.assertTrue((DOCS / link).exists(), f"{row[0]}: {link}")

    def test_what_is_not_there_is_found_out(self):
        self.assertFalse(is_known("device.presentation.spell"))
        self.assertFalse(is_known("gap-recoverys"))
        self.assertTrue(is_key("device.presentation.spells.every"))


if __name__ == "__main__":
    unittest.main()
