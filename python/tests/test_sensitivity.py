"""`sensitivity` gives the figures of SALib from the same points and values."""

import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from .places import SCENARIO, TOOL, needs_tool

with warnings.catch_warnings():
    # These are warnings of the libraries that it imports.
    warnings.simplefilter("ignore")
    from SALib.analyze import morris, sobol

SAMPLE = SCENARIO + """
sweep:
  sample:
    lhs: 2
    factors:
      - {factor: away, path: network.offline.weibull.scale, law: {uniform: {min: 5m, max: 2h}}}
      - {factor: form, path: network.offline.weibull.shape, law: {uniform: {min: 0.5, max: 0.9}}}
      - {factor: rate, path: workload.arrivals.poisson.rate, law: {uniform: {min: 5/d, max: 40/d}}}
"""
NAMES = ["away", "form", "rate"]
PROBLEM = {"num_vars": 3, "names": NAMES, "bounds": [[0, 1]] * 3}
PLAIN, QUEUE = "fire-and-forget.deliverability", "gap-recovery.deliverability"


@needs_tool
class SALib(unittest.TestCase):
    def analyze(self, *options):
        """The points, and the figures by quantity, then factor."""
        with tempfile.TemporaryDirectory() as folder:
            scenario = Path(folder) / "my.yml"
            scenario.write_text(SAMPLE, encoding="utf-8")
            subprocess.run(
                [TOOL, "sensitivity", scenario, "--out", Path(folder) / "out", "--quiet", *options],
                check=True)
            design = pd.read_csv(Path(folder) / "out/design.csv")
            figures = pd.read_csv(Path(folder) / "out/sensitivity.csv", keep_default_na=False)
        return design, figures.set_index(["strategy", "baseline", "factor"])

    def quantities(self, design):
        yield ("fire-and-forget", ""), design[PLAIN].to_numpy()
        yield ("gap-recovery", ""), design[QUEUE].to_numpy()
        yield ("gap-recovery", "fire-and-forget"), (design[QUEUE] - design[PLAIN]).to_numpy()

    def compare(self, figures, key, columns):
        for column, expected in columns.items():
            for name, truth in zip(NAMES, expected):
                found = float(figures.loc[(*key, name), column])
                with self.subTest(key=key, column=column, factor=name):
                    self.assertLessEqual(abs(found - truth), 1e-10 * max(1, abs(truth)))

    def test_sobol_indices(self):
        design, figures = self.analyze("--method", "sobol", "--points", "32")
        for key, values in self.quantities(design):
            found = sobol.analyze(PROBLEM, values, calc_second_order=False, seed=1)
            self.compare(figures, key, {"first": found["S1"], "total": found["ST"]})

    def test_intervals_are_about_as_wide(self):
        """SALib's are normal, from other resamples."""
        design, figures = self.analyze("--method", "sobol", "--points", "128")
        for key, values in self.quantities(design):
            found = sobol.analyze(
                PROBLEM, values, calc_second_order=False, seed=1, num_resamples=2000)
            for column, wide in {"first": found["S1_conf"], "total": found["ST_conf"]}.items():
                for name, half in zip(NAMES, wide):
                    row = figures.loc[(*key, name)]
                    width = float(row[f"{column}_high"]) - float(row[f"{column}_low"])
                    with self.subTest(key=key, column=column, factor=name):
                        self.assertTrue(0.8 < width / (2 * half) < 1.25, f"{width}, {2 * half}")

    def test_elementary_effects(self):
        design, figures = self.analyze("--method", "morris", "--trajectories", "12")
        # SALib's grid ends at 0 and 1, so its steps are longer: here they are 1/2.
        steps = (4 / (2 * (4 - 1))) / 0.5
        points = design[NAMES].to_numpy(dtype=float)
        for key, values in self.quantities(design):
            found = morris.analyze(PROBLEM, points, values, num_levels=4, seed=1)
            self.compare(figures, key, {
                name: np.asarray(found[name], dtype=float) * steps
                for name in ("mu", "mu_star", "sigma")})

    def test_a_sample_is_drawn_over_each_factor(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "my.yml").write_text(SAMPLE.replace("lhs: 2", "lhs: 12"), encoding="utf-8")
            subprocess.run([TOOL, "run", place / "my.yml", "--out", place / "out", "-q"], check=True)
            subprocess.run(
                [sys.executable, "-W", "error", "-m", "deliverysim.report", "--quiet",
                 place / "out", "--out", place / "page"], check=True)
            names = {path.name for path in (place / "page").iterdir()}
            page = (place / "page/report.html").read_text(encoding="utf-8")
        self.assertIn("sample.svg", names)
        self.assertFalse([name for name in names if name.startswith("sweep-")])
        self.assertIn(f"Dots over {', '.join(NAMES)}.", page)


if __name__ == "__main__":
    unittest.main()
