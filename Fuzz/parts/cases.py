"""The classes of inputs for commands that read what a person writes.

A class has a `name`, a `share` of all inputs, and `play`, which makes an input with a random number
generator of its own, gives it to the tool, and returns whether it was accepted. It raises `Wrong`.
`corpus` says which folder of the corpus its input file belongs to.
"""

import json
import re

from parts import books
from parts.mutation import change_digit, mutated_bytes, mutated_tree, places
from parts.tool import names

TRACE = b"time,device\n10,a\n20.5,b\n300,a\n4000,b\n90000,a\n90000,a\n100000.25,c\n"
ABSENCES = b"device,start,end\na,0,300\nb,20.5,4000\na,200,500\nc,90000,100000\n"
LENGTHS = b"seconds\n10\n60.5\n3600\n"
TINY = {"devices": [1, 2, 3], "duration": ["1d", "2d", "3d"], "replications": [1, 2, 3],
        "limits": [{"events_per_device_day": 20_000}]}

ERAS = ["ios4", "ios5", "ios8", "ios9", "ios10", "ios12", "ios13", "ios15"]
SECTIONS = ["workload", "provider", "push_service", "network", "device", "extension", "app", "user", "telemetry"]

ARGUMENT_MAX = 120_000


class Scenarios:
    """Checks a scenario in s.yml, and runs it where that takes no time."""

    def __init__(self, tool, material):
        self.tool = tool
        self.material = material

    def tiny(self, tree, random):
        """Most of them small enough to be run; some with what has to be resolved."""
        if isinstance(tree, dict) and random.random() < 0.8:
            tree |= {"format": 1, "name": "fuzz", "seed": random.randrange(2**64)}
            tree |= {key: random.choice(values) for key, values in TINY.items()}
            for key in ("warmup", "drain"):
                if key in tree:
                    tree[key] = random.choice(["0s", "1h"])
            self.with_levels(tree, random)
        return tree

    def with_levels(self, tree, random):
        """Groups, eras of iOS and maps that say nothing: values come from more than one place."""
        if random.random() < 0.3:
            tree["groups"] = [self.group(number, random) for number in range(random.choice([1, 1, 2]))]
        for one in [tree, *(tree.get("groups") or [])]:
            if not isinstance(one, dict):
                continue
            if random.random() < 0.25:
                section(one, "device")["era"] = random.choice(ERAS)
            if random.random() < 0.25:
                name = random.choice(SECTIONS)
                known = list(self.properties(name))
                section(one, name)[random.choice(known)] = {}

    def group(self, number, random):
        grammar = self.material.grammar
        names = random.sample(SECTIONS, random.choice([0, 1, 1, 2, 3]))
        parts = {name: grammar.value(grammar.schema["properties"][name], random, 1) for name in names}
        return {"name": f"g{number}", "share": random.choice(["10%", 0.232, 0.4]), **parts}

    def properties(self, name):
        plain = self.material.grammar.plain(self.material.grammar.schema["properties"][name])
        return {key for node in plain for key in node.get("properties", {})}

    def examine(self, folder, random, *options):
        (folder / "trace.csv").write_bytes(TRACE)
        (folder / "absences.csv").write_bytes(ABSENCES)
        (folder / "lengths.csv").write_bytes(LENGTHS)
        code, printed = self.tool.run(folder, "validate", "s.yml", *options, needs_place=True)
        if code != 0:
            return False
        (folder / "printed.yml").write_text(printed, encoding="utf-8")
        if self.tool.output(folder, "validate", "printed.yml") != printed:
            raise books.Wrong("wrong", "what validate prints is another scenario")
        if is_small(printed):
            self.run(folder, random, options)
        return True

    def run(self, folder, random, options):
        words = ["run", "s.yml", *options, "--quiet", "--progress", "none"]
        code, _ = self.tool.run(folder, *words, "--out", "whole", "--threads", "1")
        if code not in (0, 1, 3):
            return
        books.check(folder / "whole")
        self.tool.output(folder, "verify", "whole", "--threads", "2", "--quiet", "--progress", "none")
        self.tool.run(folder, "run", "printed.yml", "--quiet", "--progress", "none", "--out", "printed",
                      allowed={code})
        same_tables(folder / "whole", folder / "printed", "the resolved scenario makes")
        if random.random() < 0.2:
            for shard in "12":
                self.tool.output(folder, *words, "--shard", f"{shard}/2", "--out", shard)
            self.tool.run(folder, "merge", "1", "2", "--out", "merged", "--quiet", allowed={code})
            same_tables(folder / "whole", folder / "merged", "the shards make")
        if random.random() < 0.2:
            self.tool.run(folder, "check", "whole", "--baseline", "whole", allowed={0, 3})


def is_small(printed):
    """Of what validate has printed: few devices, days and replications, hardly a sweep."""
    number = {key: re.search(rf"^{key}: (\d+)$", printed, re.MULTILINE)
              for key in ("devices", "replications")}
    days = re.search(r"^duration: (\d+)(d|h|m|s)$", printed, re.MULTILINE)
    sweep = re.search(r"^sweep:\n((?:[ -].*\n)*)", printed, re.MULTILINE)
    return (all(found and int(found[1]) <= 3 for found in number.values())
            and bool(days) and (days[2] != "d" or int(days[1]) <= 4)
            and (not sweep or sweep[1].count("\n") <= 15)
            and (not sweep or not re.search(r"^ *(lhs|sobol): \d\d", sweep[1], re.MULTILINE)))


def section(tree, name):
    """A section as a map, in place of anything else."""
    if not isinstance(tree.get(name), dict):
        tree[name] = {}
    return tree[name]


def same_tables(one, other, who):
    if names(one) != names(other):
        raise books.Wrong("wrong", f"{names(one)} and {names(other)}")
    for name in names(one):
        if (one / name).read_bytes() != (other / name).read_bytes():
            raise books.Wrong("wrong", f"{name}: {who} another one than the whole run")


class FromSchema(Scenarios):
    name, share, corpus, file = "scenarios from the schema", 0.2, "world", "s.yml"

    def play(self, folder, random):
        tree = self.tiny(self.material.grammar.scenario(random), random)
        (folder / "s.yml").write_text(json.dumps(tree, indent=1), encoding="utf-8")
        return self.examine(folder, random)


class MutatedTrees(Scenarios):
    name, share, corpus, file = "scenarios, changed trees", 0.3, "world", "s.yml"

    def play(self, folder, random):
        trees = self.material.trees
        tree = mutated_tree(random.choice(trees), trees, self.material.grammar, random)
        (folder / "s.yml").write_text(json.dumps(self.tiny(tree, random), indent=1), encoding="utf-8")
        return self.examine(folder, random)


class MutatedTexts(Scenarios):
    name, share, corpus, file = "scenarios, changed texts", 0.15, "world", "s.yml"

    def play(self, folder, random):
        text = mutated_bytes(random.choice(self.material.texts), random)
        (folder / "s.yml").write_bytes(text)
        return self.examine(folder, random)


class Settings(Scenarios):
    name, share, corpus, file = "--set", 0.12, "set", "settings"

    def play(self, folder, random):
        tree = self.tiny(json.loads(json.dumps(random.choice(self.material.trees))), random)
        (folder / "s.yml").write_text(json.dumps(tree), encoding="utf-8")
        settings = [self.setting(tree, random) for _ in range(random.choice([1, 1, 2, 3]))]
        (folder / "settings").write_text("\n".join(settings), encoding="utf-8")
        return self.examine(folder, random, *(word for text in settings for word in ("--set", text)))

    def setting(self, tree, random):
        grammar, path = self.material.grammar, []
        if random.random() < 0.5:
            place = random.choice(list(places(tree)))
            path, node = words(tree, place), grammar.node_at(place)
        else:
            node = grammar.schema
        while not path or random.random() < 0.7:
            children = {key: child for plain in grammar.plain(node)
                        for key, child in plain.get("properties", {}).items()}
            if not children:
                break
            key = random.choice(list(children))
            path.append(key)
            node = children[key]
        text = ".".join(path * random.choice([1] * 30 + [20, 3000]))[:100_000]
        if random.random() < 0.1:
            text = mutated_bytes(text.encode(), random).replace(b"\0", b"").decode("utf-8", "ignore")
        setting = f"{text}={json.dumps(grammar.value(node, random, 1))}"
        # No program can be given a NUL in an argument, or more than 128 KB on Linux.
        return setting.replace("\0", "").encode()[:ARGUMENT_MAX].decode("utf-8", "ignore")


def words(tree, place):
    """A place as `--set` names it: an element of a list by its name, its only key, or itself."""
    path = []
    for key in place:
        tree = tree[key]
        if isinstance(key, int) and isinstance(tree, dict):
            key = tree.get("name") or tree.get("factor") or next(iter(tree), "")
        elif isinstance(key, int):
            key = tree
        path.append(str(key))
    return path


class Traces(Scenarios):
    name, share, corpus, file = "traces and laws from files", 0.06, "table", "data.csv"

    def play(self, folder, random):
        data = random.choice([TRACE, LENGTHS, ABSENCES])
        if random.random() < 0.8:
            data = random.choice([mutated_bytes, change_digit])(data, random)
        (folder / "data.csv").write_bytes(data)
        trace = {"file": "data.csv", "time": "time", "device": "device"}
        for key in ("repeat", "shuffle", "sample"):
            if random.random() < 0.3:
                trace[key] = True
        tree = {"workload": {"arrivals": {"trace": trace}}, "strategies": ["fire-and-forget"]}
        if data.startswith(b"sec"):
            law = {"empirical": {"file": "data.csv", "column": "seconds"}}
            tree["workload"] = {"arrivals": {"poisson": {"rate": "40/d"}}}
            tree["network"] = {"online": {"exponential": {"mean": "6h"}}, "offline": law}
        if data.startswith(b"dev"):
            absences = {"file": "data.csv", "device": "device", "start": "start", "end": "end"}
            absences |= {key: True for key in ("repeat", "sample") if random.random() < 0.3}
            tree["network"] = {"trace": absences}
            trace["file"] = "trace.csv"
        for key, values in TINY.items():
            tree[key] = random.choice(values)
        tree |= {"format": 1, "name": "fuzz", "seed": 1}
        (folder / "s.yml").write_text(json.dumps(tree), encoding="utf-8")
        return self.examine(folder, random)


class Logs:
    name, share, corpus, file = "logs for fit", 0.05, "log", "log.csv"

    def __init__(self, tool, _):
        self.tool = tool

    def play(self, folder, random):
        (folder / "log.csv").write_bytes(mutated_bytes(self.log(random), random))
        words = ["--unit", random.choice(["s", "ms"])] if random.random() < 0.2 else []
        words += ["--online"] if random.random() < 0.2 else []
        words += ["--length", random.choice(["1d", "20m", "400d"])] if random.random() < 0.2 else []
        code, _ = self.tool.run(
            folder, "fit", "log.csv", "--out", "f.yml", "--replications", "2", "--threads", "1", *words)
        if code == 0:
            self.tool.output(folder, "validate", "f.yml")
        return code == 0

    @staticmethod
    def log(random):
        start, moment = random.choice([0, 0, 1.2e9]), 0.0
        arrivals = random.random() < 0.6
        lines = ["time,device" if arrivals else "start,end,device"]
        for _ in range(random.choice([0, 1, 2, 30, 200])):
            moment += random.expovariate(1) * random.choice([1, 60, 3600, 40_000])
            device = random.choice("abc")
            end = f"{start + moment + random.expovariate(1) * 600:.3f}," if not arrivals else ""
            lines.append(f"{start + moment:.3f},{end}{device}")
        return "\n".join(lines + [""]).encode()
