"""pandas, polars and DuckDB read every published CSV file without arguments, and agree on its types."""

import tempfile
import unittest

import duckdb
import pandas
import polars

from .shipped import EXPERIMENTS, ROOT, results_folder

# Unsigned numbers of 64 bits: what has only signed ones reads floating point (docs/reference/results.md).
EXCEPTIONS = {"fingerprint"}


def kind(name):
    """`integer`, `float` or `text`, of a type's name in any of the three."""
    name = str(name).lower()
    if "int" in name:
        return "integer"
    return "float" if name.startswith(("float", "double", "decimal")) else "text"


def pandas_types(path):
    return {name: kind(column.dtype) for name, column in pandas.read_csv(path).items()}


def polars_types(path):
    return {name: kind(type_) for name, type_ in polars.read_csv(path).schema.items()}


def duckdb_types(path):
    table = duckdb.read_csv(str(path))
    # Not only the types, which come from the first rows: every row must fit.
    table.fetchnumpy()
    return {name: kind(type_) for name, type_ in zip(table.columns, table.types)}


def empty_columns(path):
    """Those without a value: each reader takes them for something else."""
    table = pandas.read_csv(path, dtype=str)
    return {name for name in table if table[name].isna().all()}


def complaints(path):
    """The faults of a file: a reader that fails, a column that they take for different types."""
    types, found = {}, []
    for reader in (pandas_types, polars_types, duckdb_types):
        name = reader.__name__.removesuffix("_types")
        try:
            types[name] = reader(path)
        except Exception as error:
            found.append(f"{name}: {' '.join(str(error).split())[:200]}")
    skipped = empty_columns(path) | EXCEPTIONS
    for column in next(iter(types.values()), {}):
        kinds = {name: columns.get(column) for name, columns in types.items()}
        if column not in skipped and len(set(kinds.values())) > 1:
            found.append(f"column {column}: {kinds}")
    return found


class Readers(unittest.TestCase):
    def test_every_published_file(self):
        paths = [path for name in EXPERIMENTS for path in sorted(results_folder(name).glob("*.csv"))]
        self.assertGreaterEqual(len(paths), 144)
        for path in paths:
            with self.subTest(str(path.relative_to(ROOT))):
                self.assertEqual(complaints(path), [])


class Complaints(unittest.TestCase):
    """The check itself sees what it is for."""

    def of(self, *values):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("\n".join(["a,b", *(f"{value},x" for value in values), ""]))
            file.flush()
            return complaints(file.name)

    def test_a_column_that_turns_fractional(self):
        self.assertEqual(self.of(*["0.0"] * 200, "0.01"), [])
        self.assertRegex(" ".join(self.of(*["0"] * 200, "0.01")), "polars: .*'a'")

    def test_infinity_and_integers(self):
        self.assertEqual(self.of("0.5", "inf"), [])
        self.assertEqual(self.of("1", "2"), [])


if __name__ == "__main__":
    unittest.main()
