"""The endpoint's queue along a sweep, against the files."""

import unittest

from deliverysim.report.charts import endpoint
from deliverysim.report.results import Results

from .shipped import results_folder, rows


def published(experiment):
    return Results(results_folder(experiment))


def longest():
    """The values by design point: the longest queue of gap-recovery."""
    found = {}
    for row in rows("storm", "timeline"):
        if row["strategy"] == "gap-recovery" and row["peak_resend_queue"]:
            point, queue = int(row["design_point"]), float(row["peak_resend_queue"])
            found[point] = max(found.get(point, 0.0), queue)
    return found


class Endpoint(unittest.TestCase):
    def test_the_longest_queue_of_each_design_point_is_that_of_the_timeline(self):
        table = endpoint.queues(published("storm"))["mean"]
        rows = table[table.index.get_level_values(1) == "gap-recovery"]
        self.assertEqual(dict(zip(rows.index.get_level_values(0), rows)), longest())

    def test_the_title_names_the_longest_and_the_words_every_point_where_one_waits(self):
        (chart,) = endpoint.charts(published("storm"))
        most = max(longest().values())
        words = f"gap-recovery has up to {most:,.0f} re-requests waiting at a time"
        self.assertEqual(chart.title, words)
        waiting = [queue for queue in longest().values() if queue > 0]
        self.assertEqual(chart.alt.count("gap-recovery, "), len(waiting))

    def test_runs_in_which_nobody_can_wait_have_none(self):
        self.assertEqual(endpoint.charts(published("trap")), [])
