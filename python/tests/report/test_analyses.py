"""The tables of the analyses' READMEs say what `sensitivity.csv` says."""

import re
import unittest

from .shipped import ANALYZED, rows
from .test_readmes import PLAIN, QUEUE, readme, tables

# The strategy and the baseline of each column: the last one is the difference.
COLUMNS = [(PLAIN, ""), (QUEUE, ""), (QUEUE, PLAIN)]
# The factor of each row.
FACTORS = {
    "what-matters": [
        "away", "online", "away_shape", "burst", "between", "resend_failure", "link_loss",
        "detect"],
    "who-stays": [
        "patience", "useful", "messages", "acts", "memory", "late", "redundant", "duplicate"],
}
# "44 %, 37 to 51 (35)": the total, its interval, the first; the last two may be left out.
CELL = re.compile(r"([\d.]+) %(?:, ([\d.]+) to ([\d.]+))?(?: \((-?[\d.]+)\))?")
NUMBERS = ("total", "total_low", "total_high", "first")


def differences(cell, row):
    """The faults of a cell: it says what the row of the file does not."""
    if cell == "exactly 0":
        return [] if float(row["total"]) == float(row["total_high"]) == 0 else ["total"]
    if bound := re.fullmatch(r"below ([\d.]+) %", cell):
        return [] if 0 < float(row["total"]) * 100 < float(bound[1]) else ["total"]
    said = CELL.fullmatch(cell)
    if not said:
        return ["form"]
    return [
        name for name, text in zip(NUMBERS, said.groups()) if text and not agrees(text, row[name])]


def agrees(text, share):
    half = 0.5 * 10 ** -len(text.partition(".")[2])
    return abs(float(text) - float(share) * 100) <= half * 1.0001


class Analyses(unittest.TestCase):
    def test_each_analysis_is_compared(self):
        self.assertEqual(set(FACTORS), ANALYZED)

    def test_numbers_are_those_of_the_files(self):
        for experiment, factors in FACTORS.items():
            found = {
                (row["factor"], row["strategy"], row["baseline"]): row
                for row in rows(experiment, "sensitivity")
            }
            (table,) = tables(readme(experiment))
            self.assertEqual(len(table), len(factors), experiment)
            for factor, (_, *cells) in zip(factors, table):
                self.assertEqual(len(cells), len(COLUMNS), factor)
                for cell, column in zip(cells, COLUMNS):
                    with self.subTest(experiment, factor=factor, column=column, cell=cell):
                        self.assertEqual(differences(cell, found[(factor, *column)]), [])

    def test_a_wrong_number_is_seen(self):
        row = {"total": "0.437", "total_low": "0.371", "total_high": "0.507", "first": "-0.012"}
        self.assertEqual(differences("44 %, 37 to 51 (-1)", row), [])
        self.assertEqual(differences("43 %, 37 to 52 (1)", row), ["total", "total_high", "first"])
        self.assertEqual(differences("44", row), ["form"])
        for cell in ("exactly 0", "below 0.1 %"):
            self.assertEqual(differences(cell, row), ["total"])


if __name__ == "__main__":
    unittest.main()
