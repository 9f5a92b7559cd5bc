"""`read` gives what the files say, with the right types, units and words."""

import csv
import json
import math
import re
import shutil
import tempfile
import unittest
from pathlib import Path

import deliverysim
import pandas as pd
from deliverysim import results, vocabulary

from .places import RESULTS, ROOT

TABLES = [
    "metrics", "comparisons", "replications", "fates", "latency", "timeline", "groups", "observed",
    "concentration",
]
FOLDERS = sorted(path.parent for path in RESULTS.glob("*/manifest.json"))
WHOLE = re.compile(r"-?\d+")


def cells(file):
    """The columns of a file, as texts."""
    with open(file, newline="", encoding="utf-8") as lines:
        names, *rows = csv.reader(lines)
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


class Published(unittest.TestCase):
    """Every column of every published file."""

    def test_there_are_some(self):
        self.assertGreaterEqual(len(FOLDERS), 16)

    def test_values_and_types(self):
        for folder in FOLDERS:
            read = deliverysim.read(folder)
            for name in TABLES:
                table, wanted = getattr(read, name).pandas(), cells(folder / f"{name}.csv")
                self.assertEqual(list(table), list(wanted))
                for column, values in wanted.items():
                    with self.subTest(f"{folder.parent.name} {name} {column}"):
                        self.check(table[column], values)

    def check(self, column, values):
        kind = str(column.dtype)
        self.assertIn(kind, ("category", "float64", "int64", "Int64", "UInt64", "bool"))
        self.assertEqual(list(column.isna()), [value == "" for value in values])
        filled = [value for value in values if value]
        found = column.dropna()
        if kind == "category":
            self.assertEqual(list(found), filled)
            self.assertEqual(list(column.cat.categories), list(dict.fromkeys(filled)))
        elif kind == "float64":
            self.assertEqual(list(found), [float(value) for value in filled])
        elif kind != "bool":
            self.assertEqual([int(value) for value in found], [int(value) for value in filled])

    def test_whole_numbers_are_counts_and_no_others(self):
        for folder in FOLDERS:
            for name in TABLES:
                for column, values in cells(folder / f"{name}.csv").items():
                    filled = [value for value in values if value]
                    if vocabulary.unit(column) is None or not filled or column in vocabulary.TEXTS:
                        continue
                    is_whole = all(map(WHOLE.fullmatch, filled))
                    with self.subTest(f"{folder.parent.name} {name} {column}"):
                        self.assertEqual(vocabulary.dtype(column) != "float64", is_whole)

    def test_every_column_and_metric_has_a_unit_and_a_label(self):
        for folder in FOLDERS:
            read = deliverysim.read(folder)
            names = {column for name in TABLES for column in getattr(read, name).columns}
            for name in names | {row["metric"] for row in read.metrics}:
                with self.subTest(f"{folder.parent.name} {name}"):
                    self.assertIn(
                        read.units(name),
                        {
                            "", "1/s", "bytes", "bytes per notification", "count", "metric",
                            "per 1000 devices", "per 1000 notifications", "per device-day",
                            "per notification", "s",
                            "s per device-day", "share", "us",
                        },
                    )
                    self.assertNotIn("_", read.labels(name))


class Words(unittest.TestCase):
    def test_units_and_labels(self):
        read = deliverysim.read(RESULTS / "keyhole")
        cases = {
            "latency_p50_s": ("s", "median delay of what is shown"),
            "latency_sum_us": ("us", "latency sum"),
            "deliverability": ("share", "owed notifications shown"),
            "bias_ci_low": ("share", "bias, lower end"),
            "pushes_per_notification": ("per notification", "pushes"),
            "taps_per_device_day": ("per device-day", "taps"),
            "devices_without_loss_count": ("count", "devices without loss count"),
            "peak_resend_rate": ("1/s", "peak resend rate"),
            "mean": ("metric", "mean"),
            "strategy": ("", "strategy"),
            "opens": ("1/s", "opens"),  # factors of the sweep
            "alerts_off": ("share", "alerts off"),
        }
        for name, words in cases.items():
            with self.subTest(name):
                self.assertEqual((read.units(name), read.labels(name)), words)
        for call in (read.units, read.labels):
            with self.assertRaises(KeyError):
                call("nothing")

    def test_infinity_is_read(self):
        table = deliverysim.read(RESULTS / "keyhole").latency.pandas()
        self.assertEqual(table["bin_high_s"].iloc[-1], math.inf)

    def test_versions_are_the_tools(self):
        source = text("Sources/Vocabulary/Words/Version.swift")
        found = dict(re.findall(r'static let (\w+) = "?([\d.]+)"?', source))
        self.assertEqual(found["manifest"], str(results.FORMAT))
        self.assertEqual(found["resultsEpoch"], str(results.EPOCH))


class Strange(unittest.TestCase):
    """Folders that are no whole results of this version."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name) / "results"
        self.folder.mkdir()
        shutil.copy(RESULTS / "bursts/manifest.json", self.folder)

    def edit(self, **keys):
        file = self.folder / "manifest.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), **keys}))

    def refused(self, kind, pattern):
        with self.assertRaisesRegex(kind, pattern):
            deliverysim.read(self.folder)

    def test_other_versions_are_refused(self):
        self.edit(results_epoch=results.EPOCH - 1)
        self.refused(deliverysim.ResultsError, r"results epoch 9, but .* reads results epoch 10; ")
        self.edit(results_epoch=results.EPOCH, format=results.FORMAT + 1)
        self.refused(deliverysim.ResultsError, "format 4, but this package reads format 3")

    def test_parts_are_refused(self):
        self.edit(shard="1/2")
        self.refused(deliverysim.ResultsError, "only shard 1/2 of a run; deliverysim merge")

    def test_what_is_not_there_is_told(self):
        read = deliverysim.read(self.folder)
        with self.assertRaisesRegex(deliverysim.NoResults, "metrics.csv: no such file"):
            read.metrics
        (self.folder / "manifest.json").unlink()
        self.refused(deliverysim.NoResults, "no manifest.json in it")
        (self.folder / ".checkpoint").mkdir()
        self.refused(deliverysim.NoResults, "an interrupted run; --resume continues it")
        shutil.rmtree(self.folder)
        self.refused(deliverysim.NoResults, "no such folder")

    def test_damaged_files_are_told(self):
        for content in ("", "no strategy\n1\n", "design_point,strategy,owed\n0,a,many\n"):
            (self.folder / "timeline.csv").write_text(content)
            with self.assertRaisesRegex(deliverysim.ResultsError, "timeline.csv:"):
                deliverysim.read(self.folder).timeline.pandas()
        for content in ("{", "[]", '{"format": 1}'):
            (self.folder / "manifest.json").write_text(content)
            self.refused(deliverysim.ResultsError, "manifest.json: ")

    def test_names_that_look_like_missing_values_stay(self):
        (self.folder / "metrics.csv").write_text(
            "design_point,user,strategy,metric,mean\n0,NA,null,loss,inf\n1,nan,None,loss,\n")
        table = deliverysim.read(self.folder).metrics.pandas()
        self.assertEqual(list(table["strategy"]), ["null", "None"])
        self.assertEqual(list(table["user"]), ["NA", "nan"])
        self.assertEqual(table["mean"][0], math.inf)
        self.assertTrue(pd.isna(table["mean"][1]))
