"""docs/reference/sources.md: what it says of the articles is there."""

import json
import pathlib
import re
import unittest

from scenario_keys import has_key, has_strategy

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SCHEMA = json.loads((DOCS / "scenario.schema.json").read_text())
# Where strategies, metrics, causes and columns are named.
PAGES = "".join((DOCS / page).read_text() for page in [
    "reference/results.md", "reference/scenario.md", "reference/model.md", "explanation/statistics.md"])
# Its links start here.
FOLDER = DOCS / "reference"


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


def presets():
    """name -> text."""
    return {path.stem: path.read_text() for path in (ROOT / "Sources/Scenarios/Presets").glob("*.yml")}


def scenarios(cell):
    """The scenarios that a cell leads to: experiments, presets, and the examples of pages."""
    found = [
        path.read_text() for name in re.findall(r"experiments/([\w-]+)/README", cell)
        for path in (ROOT / "experiments" / name).glob("*.yml")]
    if "(presets.md)" in cell:
        found += [presets()[name] for name in names(cell)]
    for page in re.findall(r"\((models/[\w-]+\.md)\)", cell):
        found += re.findall(r"```yaml[^\n]*\n(.*?)```", (FOLDER / page).read_text(), re.S)
    return found


def head(path):
    with path.open() as file:
        return file.readline()


def results(cell):
    """The heads of the published files of the experiments that a cell leads to, and their fates."""
    return " ".join(
        path.read_text() if path.name == "fates.csv" else head(path)
        for name in re.findall(r"experiments/([\w-]+)/README", cell)
        for path in (ROOT / "results" / name).glob("*.csv"))


def is_shown(name, cell):
    if "." in name:
        return any(has_key(text, name) for text in scenarios(cell))
    return any(has_strategy(text, name) for text in scenarios(cell)) or bool(
        re.search(rf"\b{name}\b", results(cell)))


class Articles(unittest.TestCase):
    rows = rows((FOLDER / "sources.md").read_text())

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
                self.assertTrue((FOLDER / link).exists(), f"{row[0]}: {link}")

    def test_each_key_is_in_a_scenario_that_the_row_leads_to(self):
        for row in self.rows:
            for name in names(row[2]):
                if "." in name or "experiments/" in row[3]:
                    with self.subTest(row[0], name=name):
                        self.assertTrue(is_shown(name, row[3]))

    def test_a_page_in_place_of_a_scenario_has_a_reason(self):
        for row in self.rows:
            if "(models/" in row[3]:
                self.assertRegex(row[3], r"\), example: \w+", row[0])

    def test_what_is_not_there_is_found_out(self):
        self.assertFalse(is_known("device.presentation.spell"))
        self.assertFalse(is_known("gap-recoverys"))
        self.assertTrue(is_key("device.presentation.spells.every"))

    def test_what_is_not_shown_is_found_out(self):
        settings, mail = "(../../experiments/settings/README.md)", "[presets](presets.md) `mail`"
        for name, cell in [
            ("device.presentation.quiet", settings), ("gap-recovery", settings),
            ("seen_in_time", settings), ("user.pickups", mail), ("device.tokens.changes", mail),
        ]:
            self.assertTrue(is_shown(name, cell), name)
        for name, cell in [
            ("device.presentation.spells", settings), ("device.denied", settings),
            ("poll", settings), ("opt_outs_per_1000_devices", settings), ("user.actions", mail),
            ("device.alerts_off", "[app](models/app.md), example: none"),
        ]:
            self.assertFalse(is_shown(name, cell), name)


if __name__ == "__main__":
    unittest.main()
