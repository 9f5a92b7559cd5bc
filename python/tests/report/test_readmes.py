"""The tables of the experiments' READMEs say what the published CSV files say."""

import re
import unittest
from functools import cache

from .shipped import EXPERIMENTS, ROOT, rows

PLAIN, QUEUE = "fire-and-forget", "gap-recovery"
# Days and devices that were counted, for what is a count in replications.csv.
DEVICE_DAYS = {"as-printed": 28 * 80, "happier": 28 * 200}
# Hours of the week, for tables by hour of creation.
NIGHTS = {hour for hour in range(168) if hour % 24 < 7}
COMMUTES = {24 * day + hour for day in range(5) for hour in (7, 8, 17, 18)}
HOURS = {
    "night": NIGHTS, "commute": COMMUTES, "rest": set(range(120)) - NIGHTS - COMMUTES,
    "weekend": set(range(120, 168)) - NIGHTS,
}
SHOWN = "{1}:deliverability%"
LOST = "opt_outs_per_1000_devices+uninstalls_per_1000_devices"
COST = [
    "{1}:pushes_per_notification {1}:heartbeats_per_device_day",
    "{1}:payload_bytes_per_notification", "{1}:provider_requests_per_device_day",
    "{1}:device_wake_ups_per_device_day", "{1}:interruptions_per_device_day",
]


def each(metric, *strategies):
    return [f"{strategy}:{metric}" for strategy in strategies]


def both(metric):
    return f"{QUEUE}:{metric} as-printed:{metric}"


def crossed(points, *strategies):
    return [(point, strategy) for point in points for strategy in strategies]


USERS = [PLAIN, QUEUE, "gap-window", "heartbeat", "retry-until-acked", "digest", "digest-queue"]
BEATS = [PLAIN, QUEUE, "heartbeat-10m", "heartbeat-40m", "heartbeat-10m-x6"]
DESIGNS = [
    "plain", "yandex-mail", "signal", "element-x", "wire", "telegram", "simplex", "delta-chat"]
TRAPPED = [PLAIN, QUEUE, "heartbeat", "retry-until-acked", "digest"]

# An experiment, its README's n-th table, a tuple for each row, a text for each column.
# The text says for each number of a cell `strategy@design point:metric`, or `group.metric` after the
# colon; % is a share, ± the half width, + a sum, None what no file has. `{n}` is the row's n-th
# element, the first one its design point.
TABLES = [
    ("as-printed", 0, [(point,) for point in range(4)], [
        None, None, both("resend_requests_per_device_day"),
        both("resend_failures/day"), both("summaries_per_device_day"),
        both("deliverability%"), f"{PLAIN}:deliverability%",
    ]),
    ("before-after", 0, [
        (*range(start, start + 7), cohort) for start in (0, 14) for cohort in ("true", "observed")
    ], [None, *(f"adopts@{{{day}}}:{{7}}%" for day in range(7))]),
    ("bursts", 0, crossed(range(3), PLAIN), [
        None, None, None, None, "{1}:push_loss% {1}:±push_loss%",
    ]),
    *(("designs", place, crossed([0], *DESIGNS), [
        None, *(f"{{1}}:{group}.{metric}" for metric in (
            "deliverability%", "timeliness%", "pushes_per_notification",
            "payload_bytes_per_notification", "heartbeats_per_device_day",
            "provider_requests_per_device_day", "app_fetches_per_device_day",
            "device_wake_ups_per_device_day", "interruptions_per_device_day")),
    ]) for place, group in ((1, "commuters"), (2, "travellers"))),
    ("calibrate-simplex", 0, [(point,) for point in range(4)], [
        None, *each("deliverability%", PLAIN, "digest", "digest-10", QUEUE),
    ]),
    ("inputs", 0, crossed([0], PLAIN, QUEUE), [None, SHOWN, None, None, None, None]),
    ("commute", 0, [(point,) for point in range(5)], [
        None, *each("deliverability%", PLAIN), *each("timeliness%", PLAIN),
        *each("deliverability%", QUEUE), *each("timeliness%", QUEUE),
        f"{QUEUE}:resend_requests_per_device_day", None,
    ]),
    ("commute", 1, [(point,) for point in range(5)], [
        None, *each("shown-night%", PLAIN), *each("shown-commute%", PLAIN),
        *each("shown-rest%", PLAIN), *each("shown-weekend%", PLAIN),
    ]),
    ("digest", 0, [(0, PLAIN, QUEUE)] + [(point, "digest", "digest-queue") for point in range(4)], [
        None, SHOWN, "{2}:deliverability%", "{1}:payload_bytes_per_notification",
        "{2}:resend_requests_per_device_day",
    ]),
    ("android", 0, [(0, "android"), (1, "android"), (2, "android"), (0, "others")], [None] * 3 + [
        f"{name}:{{1}}.deliverability% {name}:{{1}}.awareness_in_time%"
        for name in (PLAIN, QUEUE, "extension-fetch")
    ]),
    ("escalate", 0, crossed([0], PLAIN, "at-once-2m", "at-once-10m", "at-once-60m"), [
        None, *(f"{{1}}@{point}:awareness_in_time%" for point in range(3)),
    ]),
    ("escalate", 1, [(1, f"at-once-{wait}", f"opening-{wait}") for wait in ("2m", "10m", "60m")], [
        None] + [
        f"{{{place}}}:escalation_cost_per_1000_notifications {{{place}}}:needless_escalation_share%"
        for place in (1, 2)
    ]),
    ("happier", 0, [(point, point + 1, point + 2) for point in (0, 3, 6, 9)], [None] + [
        f"{PLAIN}@{{{place}}}:seen_in_time_count/day {PLAIN}@{{{place}}}:{LOST}"
        for place in range(3)
    ]),
    ("happier", 1, crossed([7], PLAIN, QUEUE, "visible-heartbeat", "retry-until-acked"), [
        None, "{1}:reachable_share_at_end%", "{1}:opt_outs_per_1000_devices",
        "{1}:uninstalls_per_1000_devices", "{1}:interruptions_per_device_day", "{1}:awareness_in_time%",
    ]),
    ("socket", 0, [(point,) for point in range(3)], [None] + [
        f"{name}:deliverability% {name}:pushes_per_notification"
        for name in (PLAIN, "own", "own-30s", "own-1h", QUEUE, "own-on-queue")
    ]),
    *(("how-many", place, [(point,) for point in range(6)], [
        None, f"{PLAIN}:{group}.deliverability% {PLAIN}:{group}.±deliverability%",
        *(f"{name}:{group}.deliverability% {name}:{group}.resend_requests_per_device_day"
          for name in (QUEUE, "gap-window", "extension-fetch")),
    ]) for place, group in ((0, "everyday"), (1, "long"))),
    ("keyhole", 0, crossed([0, 1, 2, 3, 4, 5, 6], QUEUE), [
        None, None, "{1}:observed% {1}:true%",
    ]),
    ("killed", 0, [(0, 3), (1, 3), (2, 3)], [
        None, *each("deliverability%", PLAIN, QUEUE, "silent-fetch"),
        "voip-fetch@{1}:deliverability%", *each("deliverability%", "voip-fetch", "poll"),
    ]),
    ("provider-hop", 0, [(point,) for point in range(7)], [
        None, f"{PLAIN}:deliverability% {PLAIN}:±deliverability%",
        f"{QUEUE}:deliverability% {QUEUE}:±deliverability%", f"{QUEUE}:timeliness%", None,
    ]),
    ("repeat-limit", 0, [(0, PLAIN)] + crossed(range(4), QUEUE), [
        None, SHOWN, "{1}:timeliness%", "{1}:awareness%", "{1}:awareness_in_time%", "{1}:loss%",
        "{1}:interruptions_per_device_day", "{1}:summaries_per_device_day",
        "{1}:pushes_per_notification",
    ]),
    ("services", 0, [(point, point + 4) for point in range(4)], [None] + [
        f"{name}{at}:deliverability% {name}{at}:±deliverability% {name}{at}:awareness%"
        for at in ("", "@{1}") for name in (PLAIN, QUEUE)
    ]),
    ("settings", 0, crossed(range(4), QUEUE), [
        None, SHOWN, "{1}:seen_in_time%", "{1}:interruptions_per_device_day",
    ]),
    ("storm", 0, [(point,) for point in range(11)], [
        None, None, None, f"{QUEUE}:resend_timeouts/requests%", f"{QUEUE}:resend_wait_mean_s", None,
        *each("deliverability%", QUEUE, PLAIN),
    ]),
    ("strategies", 0, crossed([0], *USERS), [None, SHOWN, "{1}:timeliness%", *COST]),
    ("strategies", 1, crossed([1], *USERS), [None, SHOWN, "{1}:timeliness%", *COST]),
    ("tail", 0, [(point,) for point in range(2)], [None, *each("timeliness%", *BEATS)]),
    ("tail", 1, [(point,) for point in range(2)], [
        None, *each("deliverability%", *BEATS[:4]), " ".join(each(
            "heartbeats_per_device_day", *BEATS[2:])),
    ]),
    ("trap", 0, [(0,), (1,), (2,)], [None, *each("deliverability%", *TRAPPED)]),
    ("trap", 1, [(0,), (2,)], [None, *each("timeliness%", *TRAPPED)]),
]

# An experiment, words of its README with numbers in (), what they are: as above.
SENTENCES = [
    ("happier", r"([\d,]+) of 1,000 have silenced the app .*?and (\d+) have uninstalled",
     f"{PLAIN}@11:opt_outs_per_1000_devices {PLAIN}@11:uninstalls_per_1000_devices"),
    ("happier", r"they see five times as many, and (\d+) of 1,000 are lost", f"{PLAIN}@9:{LOST}"),
]


class Files:
    """The numbers of an experiment by the names that TABLES uses."""

    def __init__(self, experiment):
        self.experiment = experiment
        self.metrics = {self.key(row): row for row in rows(experiment, "metrics")}
        self.groups = {
            (*self.key(row), row["group"]): row for row in rows(experiment, "groups")
        }
        self.observed = {
            self.key(row): row for row in rows(experiment, "observed")
            if row["cohort"] == "same-or-next-day"
        }

    @staticmethod
    def key(row):
        return int(row["design_point"]), row["strategy"], row.get("metric")

    def number(self, point, strategy, name):
        if "+" in name:
            return sum(self.number(point, strategy, part) for part in name.split("+"))
        if name in ("observed", "true"):
            return float(self.observed[point, strategy, None][f"{name}_deliverability"])
        if name.startswith("shown-"):
            return self.shown(point, strategy, HOURS[name[len("shown-"):]])
        if name.endswith("/day"):
            counts = self.counts(point, strategy, name[:-len("/day")])
            return sum(counts) / len(counts) / DEVICE_DAYS[self.experiment]
        if name == "resend_timeouts/requests":
            requests = self.counts(point, strategy, "resend_requests")
            return sum(self.counts(point, strategy, "resend_timeouts")) / sum(requests)
        group, _, metric = name.rpartition(".")
        place = (point, strategy, metric.lstrip("±"))
        row = self.groups[(*place, group)] if group else self.metrics[place]
        mean, low, high = (float(row[column]) for column in ("mean", "ci_low", "ci_high"))
        return max(high - mean, mean - low) if metric.startswith("±") else mean

    def shown(self, point, strategy, hours):
        """The share shown of what was created in hours of the week."""
        counts = [
            (int(row["shown"]), int(row["owed"])) for row in rows(self.experiment, "timeline")
            if (int(row["design_point"]), row["strategy"]) == (point, strategy)
            and int(float(row["start_s"])) // 3600 % 168 in hours
        ]
        shown, owed = map(sum, zip(*counts))
        return shown / owed

    @cache
    def counts(self, point, strategy, name):
        return [
            int(row[name]) for row in rows(self.experiment, "replications")
            if self.key(row)[:2] == (point, strategy)
        ]

    def expected(self, text, row):
        """The numbers of a cell, from its column's text and its row."""
        for word in text.format(*row).split():
            place, name = word.split(":")
            strategy, _, point = place.partition("@")
            number = self.number(int(point or row[0]), strategy, name.rstrip("%"))
            yield number * 100 if name.endswith("%") else number


def printed(cell):
    """The numbers of a text, each with half of its last digit's worth."""
    for text, unit in re.findall(r"(\d[\d,]*(?:\.\d+)?)( ms\b)?", cell):
        scale = 1e-3 if unit else 1
        digits = len(text.partition(".")[2])
        yield float(text.replace(",", "")) * scale, 0.5 * 10 ** -digits * scale


def tables(text):
    """The cells of the tables of a page, without their headings."""
    found = re.findall(r"(?:^\|.*\n)+", text + "\n", re.M)
    return [
        [[cell.strip() for cell in line.strip().strip("|").split("|")]
         for line in table.splitlines()[2:]] for table in found
    ]


def readme(experiment):
    return (ROOT / "experiments" / experiment / "README.md").read_text(encoding="utf-8")


class Tables(unittest.TestCase):
    def test_numbers_are_those_of_the_files(self):
        for experiment, place, points, columns in TABLES:
            files, table = Files(experiment), tables(readme(experiment))[place]
            self.assertEqual(len(table), len(points), f"rows of {experiment}, table {place}")
            for row, cells in zip(points, table):
                self.assertEqual(len(cells), len(columns), f"columns of {experiment}")
                for text, cell in zip(columns, cells):
                    with self.subTest(experiment, row=cells[0], cell=cell, column=text):
                        self.compare(cell, list(files.expected(text, row)) if text else [])

    def test_sentences_say_what_the_files_say(self):
        for experiment, words, columns in SENTENCES:
            with self.subTest(experiment, words=words):
                said = re.search(words, " ".join(readme(experiment).split()))
                self.assertIsNotNone(said, words)
                expected = list(Files(experiment).expected(columns, (0,)))
                self.compare(" ".join(said.groups()), expected)

    def compare(self, cell, expected):
        # A word such as "all" or "none" stands for a number now and then.
        for (value, half), truth in zip(printed(cell), expected):
            self.assertLessEqual(abs(value - truth), half * 1.0001, f"the files say {truth:.6g}")

    def test_the_main_table_is_that_of_the_files(self):
        files = Files("mail-queue")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        for strategy in (PLAIN, QUEUE, "as-printed"):
            line = re.search(rf"^{strategy} +([\d.]+ %)", text, re.M)
            with self.subTest(strategy=strategy):
                self.compare(line[1], list(files.expected(f"{strategy}:deliverability%", (0,))))

    def test_most_tables_are_compared(self):
        count = sum(len(tables(readme(experiment))) for experiment in EXPERIMENTS)
        self.assertGreaterEqual(len(TABLES), count - 4)

    def test_a_wrong_number_is_seen(self):
        with self.assertRaises(AssertionError):
            self.compare("42.5 %", [42.447])
        self.compare("42.4 % ± 0.5, 11 ms", [42.447, 0.47, 0.0114])


if __name__ == "__main__":
    unittest.main()
