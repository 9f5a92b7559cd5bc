"""`best` with `method: kn` decides as sim-tools does on the same numbers: `make selection`."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import pandas as pd
from sim_tools.ovs.indifference_zone import KN

from .places import TOOL, needs_tool

WORLD = """
format: 1
name: kn
seed: 3
duration: 6d
drain: 1d
devices: 20
workload: {arrivals: {poisson: {rate: 20/d}}}
network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
push_service: {latency: {exponential: {mean: 2s}}}
"""
FIRST, MOST, WORTH, ALPHA = 10, 400, 0.0005, 0.05
STRATEGIES = """
strategies:
  - {name: a, gap-recovery: {repeat_limit: 20, wait: 30s}}
  - {name: b, gap-recovery: {repeat_limit: 10, wait: 20s}}
  - {name: c, gap-recovery: {repeat_limit: 9, wait: 10s}}
  - {name: d, gap-recovery: {repeat_limit: 8, wait: 0s}}
  - {name: e, gap-recovery: {repeat_limit: 20, wait: 0s}}
"""
# In other worlds little is common.
WORLDS = """
strategies: [fire-and-forget]
sweep: [{factor: away, path: network.offline.exponential.mean, values: [60m, 62m, 64m, 90m]}]
"""


class Numbers:
    """A model in the words of sim-tools: the numbers of a run, in their order."""

    def __init__(self, values):
        self.values, self.used = values, [0] * len(values)

    def register_observer(self, observer):
        self.observer = observer

    def simulate(self, design):
        self.observer.feedback(self, design, self.values[design][self.used[design]])
        self.used[design] += 1


class Reference(KN):
    """sim-tools 1.3.0 reads the variance of another pair where the second design comes first: its
    list has no differences of a design with itself."""

    def _limit_to_distance_from_sample_means(self, i, j):
        place = i * (self._k - 1) + (j - 1 if j > i else j)
        limit = self._h_squared * self._variance_of_diffs[place] / self._delta**2 - self._r
        return max(0, self._delta / (2 * self._r) * limit)


@needs_tool
class Selection(unittest.TestCase):
    def run_tool(self, folder, text, *options):
        (folder / "world.yml").write_text(WORLD + text, encoding="utf-8")
        ended = subprocess.run(
            [TOOL, "run", folder / "world.yml", "--out", folder / "out", "--force", "--quiet", *options],
            check=False,
        )
        self.assertIn(ended.returncode, (0, 3))

    def compare(self, text, among, worth=WORTH):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.run_tool(folder, text, "--replications", str(MOST))
            rows = pd.read_csv(folder / "out/replications.csv")
            keys = ["design_point", "strategy"]
            values = {key: group["deliverability"].to_numpy() for key, group in rows.groupby(keys, sort=False)}
            best = f"best={{maximise: deliverability, worth: {worth}, method: kn, among: {among}}}"
            self.run_tool(
                folder, text, "--set", best, "--set", f"replications={{min: {FIRST}, max: {MOST}}}")
            found = pd.read_csv(folder / "out/best.csv").set_index(keys)
        numbers = Numbers(list(values.values()))
        procedure = Reference(numbers, len(values), worth, alpha=ALPHA, n_0=FIRST)
        chosen = procedure.solve()
        self.assertEqual(len(chosen), 1)
        for place, key in enumerate(values):
            row = found.loc[key]
            self.assertEqual(row["verdict"], "best" if place == chosen[0] else "inferior", key)
            # It draws once more before it looks whether one is left.
            if place != chosen[0]:
                self.assertEqual(row["eliminated_at"], numbers.used[place], key)

    def test_with_common_random_numbers(self):
        for worth in (0.0002, 0.0005, 0.002):
            with self.subTest(worth=worth):
                self.compare(STRATEGIES, "all", worth)

    def test_in_other_worlds(self):
        for worth in (0.003, 0.01):
            with self.subTest(worth=worth):
                self.compare(WORLDS, "all", worth)


if __name__ == "__main__":
    unittest.main()
