"""Scenarios after the schema: mostly well-formed, now and then extreme or odd."""

import random
import re

# Of each list the first half is ordinary.
TIMES = ["1s", "30s", "20m", "1h", "6h", "12h", "1d", "0s", "1.5s", "7d", "1us", "1ms", "1m", "30d",
         "36500d", "40000d", "-1s", "1h30m", "08:00", ""]
RATES = ["40/d", "5/h", "1/d", "100/d", "0/d", "0.5/s", "1e3/s", "1e-9/d", "1e308/s", "20/min", "-1/d"]
CLOCKS = ["7:30", "22:00", "23:59", "8h", "00:00", "24:00", "25:00", "1d"]
NAMES = ["a", "b", "x-1", "c", "fire-and-forget", "gap-recovery", "others", "0", "a" * 101, "A b"]
SHARES = [0.001, 0.02, 0.3, 0.5, "2%", "0.1%", 0, 1, "100%", "3 %", -0.1, 1.5, "101%"]
NUMBERS = [1, 2, 0.5, 0.6, 1.66, 3, 0, 10, 100, 1e-300, 1e300, -1]
WORDS = ["a", "time", "7", "é", "=1+1", "", "x" * 300]
JUNK = [None, "", "~", [], {}, [[]], {"a": {"b": 1}}, -1, 0, 1, 1e308, 2**64, "nan", "inf", "1e999",
        True, "no", "\u0000", "x" * 300, "*", "&a", "!!int 1", "{", "[", ":", "- a", "\t", "\u2028"]
BY_NAME = {"time": TIMES, "rate": RATES, "clock": CLOCKS, "name": NAMES, "share": SHARES}
METRICS = ["deliverability", "loss", "latency_p99_s", "interruptions_per_device_day", "nothing"]
BY_KEY = {
    "extends": ["mail", "messenger", "marketing", "none.yml", "s.yml", "../s.yml"],
    "file": ["trace.csv", "lengths.csv", "absences.csv", "none.csv", "../a.csv", "s.yml"],
    "column": ["seconds", "seconds", "time", "none"],
    "device": ["device", "device", "time", "none"],
    "start": ["start", "start", "time", "none"],
    "end": ["end", "end", "start", "none"],
    "roster": ["trace.csv", "absences.csv", "lengths.csv", "none.csv"],
    "metric": METRICS,
    "baseline": ["fire-and-forget", "gap-recovery", "none"],
    "path": ["network.offline.exponential.mean", "provider.link.loss", "a.b", "strategies.a", "devices"],
}
# Two ways to say the same.
EITHER = [{"median", "sigma"}, {"mean", "cv"}]


class Source(random.Random):
    """Random numbers with a taste of their own: most scenarios hold nothing odd, or none is accepted."""

    def __init__(self, seed):
        super().__init__(seed)
        self.junk = self.choice([0, 0, 0, 0.005, 0.03])
        self.extreme = self.choice([0, 0, 0.05, 0.5])

    def one_of(self, values):
        ordinary = max(1, len(values) // 2)
        return self.choice(values if self.random() < self.extreme else values[:ordinary])


class Grammar:
    def __init__(self, schema):
        self.schema = schema

    def target(self, node):
        """What a reference such as #/$defs/time stands for."""
        found = self.schema
        for key in node["$ref"].split("/")[1:]:
            found = found[key]
        return found

    def scenario(self, random):
        return self.value(self.schema, random, 0)

    def value(self, node, random, depth, key=""):
        """A value that a node of the schema describes, now and then anything."""
        if random.random() < random.junk:
            return random.choice(JUNK)
        name = node.get("$ref", "").rpartition("/")[2]
        if name in BY_NAME:
            return random.one_of(BY_NAME[name])
        if name:
            return self.value(self.target(node), random, depth, key)
        if "enum" in node:
            return random.choice(node["enum"])
        if "properties" in node:
            return self.map(node, random, depth)
        if "anyOf" in node:
            return self.value(random.choice(node["anyOf"]), random, depth, key)
        return self.scalar(node, random, depth, key)

    def map(self, node, random, depth):
        known = node["properties"]
        chosen = {key for key in known if key in node.get("required", []) or random.random() < (
            0.98 if "Needed." in known[key].get("description", "") else 0.2)}
        if all(pair <= set(known) for pair in EITHER):
            chosen = random.choice(EITHER) | chosen - set().union(*EITHER)
        if depth == 0 and random.random() < 0.9:
            chosen.discard("extends")
        return {key: self.value(known[key], random, depth + 1, key) for key in known if key in chosen}

    def scalar(self, node, random, depth, key):
        kinds = node.get("type", "string")
        kind = kinds if isinstance(kinds, str) else kinds[0]
        if kind == "array":
            count = 168 if key == "hours" else random.one_of([1, 2, 1, 3, 0, 20])
            return [self.value(node.get("items", {}), random, depth + 1) for _ in range(count)]
        if kind == "integer":
            low, high = node.get("minimum", 0), node.get("maximum", 1000)
            return random.one_of([min(high, low + 1), min(high, 3), min(high, 20), low, high, high + 1])
        if kind == "number":
            number = random.one_of(NUMBERS)
            return number if random.random() < random.extreme else self.within(node, number)
        if kind == "boolean":
            return random.random() < 0.5
        return random.one_of(BY_KEY.get(key, WORDS))

    @staticmethod
    def within(node, number):
        low, high = node.get("minimum", number), node.get("maximum", number)
        return number if low <= number <= high else (low + high) / 2

    def node_at(self, path):
        """What the schema says of a path of keys and places; empty: nothing."""
        nodes = [self.schema]
        for key in path:
            nodes = [child for node in nodes for child in self.children(node, key)]
        return nodes[0] if nodes else {}

    def children(self, node, key):
        for plain in self.plain(node):
            if isinstance(key, int) and "items" in plain:
                yield plain["items"]
            elif key in plain.get("properties", {}):
                yield plain["properties"][key]

    def plain(self, node):
        """A node without references and alternatives."""
        if "$ref" in node:
            yield from self.plain(self.target(node))
        elif "anyOf" in node and "properties" not in node:
            for one in node["anyOf"]:
                yield from self.plain(one)
        else:
            yield node

    def words(self):
        """All keys and choices, for libFuzzer's dictionary."""
        text = repr(self.schema).replace("'", '"')
        found = set(re.findall(r'"([A-Za-z][A-Za-z0-9_.-]{1,40})"', text))
        return sorted(found | {word for word in TIMES + RATES if word} | {"extends", "zip", "factor"})
