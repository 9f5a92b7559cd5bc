"""A table has the same values for pandas, Polars and Arrow, and as rows; what is not installed is told."""

import json
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim import tables
from deliverysim.tables import FileTable, Records

from .places import RESULTS

try:
    import pyarrow
except ImportError:
    pyarrow = None
needs_arrow = unittest.skipUnless(pyarrow, "pyarrow is not installed: pip install pyarrow")
FOLDER = RESULTS / "keyhole"
NAMES = ["metrics", "comparisons", "fates", "observed", "concentration"]


def same(one, other):
    """Numbers that are the same, or both missing."""
    is_none = [value is None or value != value for value in (one, other)]
    return all(is_none) or one == other


class Files(unittest.TestCase):
    def check(self, file, frame):
        """frame: its columns as lists."""
        rows = list(FileTable(file))
        self.assertEqual(list(frame), list(rows[0]) if rows else list(frame))
        for name, values in frame.items():
            self.assertEqual(len(values), len(rows))
            wrong = [pair for pair in zip(values, (row[name] for row in rows)) if not same(*pair)]
            self.assertEqual(wrong, [], f"{file} {name}")

    def test_polars_has_the_values_of_the_file(self):
        for name in NAMES:
            file = FOLDER / f"{name}.csv"
            self.check(file, FileTable(file).polars().to_dict(as_series=False))

    @needs_arrow
    def test_arrow_has_the_values_of_the_file(self):
        for name in NAMES:
            file = FOLDER / f"{name}.csv"
            self.check(file, FileTable(file).arrow().to_pydict())

    def test_pandas_has_the_values_of_the_file(self):
        for name in NAMES:
            file = FOLDER / f"{name}.csv"
            frame = FileTable(file).pandas()
            columns = {one: frame[one].astype(object).where(frame[one].notna(), None).tolist()
                       for one in frame}
            self.check(file, columns)

    @needs_arrow
    def test_parquet_has_the_values_of_the_file(self):
        table = FileTable(FOLDER / "metrics.csv")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "metrics.parquet")
            table.to_parquet(file)
            self.assertLess(file.stat().st_size, table.file.stat().st_size)
            import pyarrow.parquet

            self.check(table.file, pyarrow.parquet.read_table(file).to_pydict())

    @needs_arrow
    def test_all_tables_of_a_run_become_parquet(self):
        with tempfile.TemporaryDirectory() as folder:
            written = deliverysim.read(FOLDER).to_parquet(folder)
            self.assertEqual(
                {file.stem for file in written}, {file.stem for file in FOLDER.glob("*.csv")})
            self.assertTrue(all(file.is_file() for file in written))

    def test_factors_are_what_the_scenario_says(self):
        head = "design_point,devices,name,on,strategy,devices_without_loss,fingerprint\n"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "my.csv")
            file.write_text(head + "0,1.5,NA,true,a,inf,18446744073709551615\n1,2,b,false,null,,1\n")
            first, second = FileTable(file)
        self.assertEqual(list(first.values()), [0, 1.5, "NA", True, "a", math.inf, 2**64 - 1])
        self.assertEqual((second["devices"], second["strategy"]), (2, "null"))
        self.assertIsNone(second["devices_without_loss"])

    def test_damaged_rows_are_told_with_their_places(self):
        head = "design_point,strategy,owed,mean\n0,a,1,0.5\n"
        for row, place in [("0,a,many,1", "3: column owed: found 'many', which is no count"),
                           ("x,a,1,1", "3: column design_point: found 'x', which is no key"),
                           ("0,a,1,1.2.3", "3: column mean: found '1.2.3', which is no number"),
                           ("0,a,1.5,1", "3: column owed: found '1.5', which is no count"),
                           ("0,a,1", "3: 3 cells, but 4 columns"),
                           ("0,a,1,2,3", "3: 5 cells, but 4 columns")]:
            with self.subTest(row), tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "timeline.csv")
                file.write_text(f"{head}{row}\n")
                reads = [list, lambda table: table._repr_html_(), lambda table: table.pandas(),
                         lambda table: table.polars()]
                for read in reads:
                    with self.assertRaises(deliverysim.ResultsError) as raised:
                        read(FileTable(file))
                    self.assertEqual(str(raised.exception), f"{file}:{place}")

    def test_bytes_that_are_no_text_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "timeline.csv")
            for content in (b"design_point,strategy\n0,\xff\n", b"\xff,strategy\n"):
                file.write_bytes(content)
                for read in (list, len, repr, lambda table: table.pandas()):
                    with self.assertRaisesRegex(deliverysim.ResultsError, "timeline.csv: cannot be read"):
                        read(FileTable(file))

    def test_damaged_files_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "timeline.csv")
            file.write_text("design_point,strategy,owed\n0,a,many\n")
            for read in [FileTable(file).polars] + [FileTable(file).arrow] * (pyarrow is not None):
                with self.assertRaisesRegex(deliverysim.ResultsError, "timeline.csv:2: column owed: found 'many'"):
                    read()


class Published(unittest.TestCase):
    """Every table of every published result, as rows and by every library, has the same values."""

    def test_each_is_read(self):
        # make unpacked lays the larger ones beside their archives.
        files = sorted(RESULTS.rglob("*.csv"))
        self.assertGreater(len(files), 150)
        self.assertLessEqual({"metrics", "fates", "best"}, {file.stem for file in files})
        for file in files:
            with self.subTest(str(file.relative_to(RESULTS))):
                table = FileTable(file)
                rows, frame = list(table), table.polars()
                self.assertEqual(frame.height, len(rows))
                self.check(rows, frame.to_dict(as_series=False))
                self.assertEqual(len(table.pandas()), len(rows))
                if pyarrow:
                    self.assertEqual(table.arrow().num_rows, len(rows))

    def check(self, rows, columns):
        """The first row in which a column of a library differs is told."""
        for name, values in columns.items():
            wrong = next((pair for pair in zip(values, (row[name] for row in rows))
                          if not same(*pair)), None)
            self.assertIsNone(wrong, name)


class Shown(unittest.TestCase):
    def test_a_long_table_shows_its_first_rows(self):
        table = FileTable(FOLDER / "metrics.csv")
        page = table._repr_html_()
        self.assertEqual(page.count("<tr>"), tables.SHOWN + 1)
        self.assertIn(f"{tables.SHOWN} of {len(table)} rows", page)
        self.assertIn('<th title="lower end of the interval">ci_low</th>', page)
        self.assertRegex(repr(table), f"^<deliverysim.Table: {len(table)} rows of design_point, ")

    def test_what_stands_in_a_cell_is_text(self):
        page = Records([{"strategy": "<b>", "mean": 1 / 3, "cause": None}])._repr_html_()
        self.assertIn("<td>&lt;b&gt;</td><td>0.333333</td><td></td>", page)


class Written(unittest.TestCase):
    """Records, as the tool prints them."""

    rows = [{"strategy": "a", "delay": "inf"}, {"strategy": "b", "delay": 2.5, "more": 1}]

    def test_they_have_the_columns_of_all(self):
        table = Records(self.rows)
        self.assertEqual(table.columns, ["strategy", "delay", "more"])
        self.assertEqual([row["delay"] for row in table], [math.inf, 2.5])
        self.assertEqual([row["more"] for row in table], [None, 1])
        self.assertEqual(table.polars().shape, (2, 3))
        self.assertEqual(list(table.pandas()["delay"]), [math.inf, 2.5])
        if pyarrow:
            self.assertEqual(table.arrow().to_pydict()["more"], [None, 1])

    def test_a_library_that_is_not_installed_is_told(self):
        with mock.patch.dict("sys.modules", {"polars": None, "pyarrow": None}):
            for name in ("polars", "arrow"):
                with self.assertRaisesRegex(deliverysim.Error, "is not installed: pip install p"):
                    getattr(Records(self.rows), name)()


class Answers(unittest.TestCase):
    answer = deliverysim.read(RESULTS / "mail-queue").answer
    document = json.loads((RESULTS / "mail-queue/answer.json").read_text(encoding="utf-8"))

    def test_it_is_the_document(self):
        self.assertEqual(dict(self.answer), self.document)
        self.assertEqual(self.answer.sentences, self.document["sentences"])
        self.assertEqual(str(self.answer), "\n".join(self.document["sentences"]))

    def test_its_tables_have_what_the_document_has(self):
        for name in ("estimates", "differences"):
            rows = list(getattr(self.answer, name))
            self.assertEqual(len(rows), len(self.document[name]))
            for row, wanted in zip(rows, self.document[name]):
                self.assertEqual(row["metric"], wanted["metric"])
                self.assertEqual(row["ci_low"], wanted["ci_low"])
        self.assertEqual(len(self.answer.pandas()), len(self.document["estimates"]))
        self.assertEqual(len(self.answer.polars()), len(self.document["estimates"]))

    def test_a_page_has_its_sentences_and_values(self):
        page = self.answer._repr_html_()
        self.assertIn("94.86 % (94.86 % to 94.87 %)", page)
        for sentence in self.document["sentences"]:
            self.assertIn(f"<p>{sentence}</p>", page)


if __name__ == "__main__":
    unittest.main()
