"""The classes of inputs for commands that read what the tool has written: damaged, or forged, that is
damaged with all hashes made right."""

import hashlib
import json
import shutil

from parts import books
from parts.cases import TINY, same_tables
from parts.mutation import change_bytes, mutated_bytes
from parts.tool import names

SCENARIO = {
    "format": 1, "name": "fuzz", "seed": 1, "replications": 3,
    "devices": TINY["devices"][-1], "duration": "2d", "timeline": "1d",
    "workload": {"arrivals": {"poisson": {"rate": "40/d"}}, "useful_for": "1h"},
    "provider": {"resend": {"capacity": {"servers": 1, "service": {"constant": {"value": "1s"}}}}},
    "network": {"online": {"exponential": {"mean": "6h"}}, "offline": {"exponential": {"mean": "1h"}}},
    "groups": [{"name": "some", "share": 0.5}], "strategies": ["fire-and-forget", "gap-recovery"],
    "sweep": [{"factor": "latency", "path": "push_service.latency.constant.value", "values": ["0s", "1s"]}],
}
RUN = ["run", "s.yml", "--quiet", "--progress", "none", "--threads", "1"]


def make(tool, folder):
    """A whole run and its three shards."""
    folder.mkdir()
    (folder / "s.yml").write_text(json.dumps(SCENARIO), encoding="utf-8")
    tool.output(folder, *RUN, "--out", "whole")
    for shard in "123":
        tool.output(folder, *RUN, "--shard", f"{shard}/3", "--out", shard)


def sha256(data):
    return hashlib.sha256(data).hexdigest().encode()


def replace(folder, name, old, new):
    """Writes a file, and its hash into the manifest."""
    (folder / name).write_bytes(new)
    manifest = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json").write_bytes(manifest.replace(sha256(old), sha256(new)))


class Units:
    name, share, corpus, file = "shards, damaged or forged", 0.06, "units", "units"

    def __init__(self, tool, material):
        self.tool = tool
        self.material = material

    def play(self, folder, random):
        shutil.copytree(self.material.results, folder, dirs_exist_ok=True)
        forged = random.random() < 0.5
        shard = folder / random.choice("123")
        if forged:
            self.forge(shard, folder, random)
        else:
            name = random.choice(["units", "units", "manifest.json"])
            data = (shard / name).read_bytes()
            (shard / name).write_bytes(mutated_bytes(data, random))
        code, _ = self.tool.run(folder, "merge", "1", "2", "3", "--out", "merged", "--quiet")
        if code in (0, 1, 3) and not forged:
            same_tables(folder / "whole", folder / "merged", "the shards make")
        return code in (0, 1, 3)

    @staticmethod
    def forge(shard, folder, random):
        """Changes a unit's numbers; the file `units` beside it holds them without checksums."""
        run = json.loads((shard / "manifest.json").read_bytes())["run_sha256"].encode()
        old = (shard / "units").read_bytes()
        lines = [line[16:] for line in old.split(b"\n") if line]
        place = random.randrange(len(lines))
        lines[place] = change_bytes(lines[place], random).replace(b"\n", b"")
        (folder / "units").write_bytes(b"\n".join(lines))
        replace(shard, "units", old, b"".join(sha256(run + line)[:16] + line + b"\n" for line in lines))


class Results:
    name, share, corpus, file = "results, damaged or forged", 0.06, None, None
    COMMANDS = [
        ["verify", "whole", "--quiet", "--progress", "none", "--threads", "1"],
        ["check", "whole", "--baseline", "base"],
        ["check", "base", "--baseline", "whole"],
        ["explain", "whole", "--strategy", "gap-recovery", "--device", "0"],
        [*RUN, "--out", "whole", "--resume"],
        ["merge", "whole", "--out", "merged"],
    ]

    def __init__(self, tool, material):
        self.tool = tool
        self.material = material

    def play(self, folder, random):
        shutil.copytree(self.material.results, folder, dirs_exist_ok=True)
        whole = folder / "whole"
        shutil.copytree(whole, folder / "base")
        name = random.choice(names(whole) + ["manifest.json", "manifest.json", "replications.csv"])
        old = (whole / name).read_bytes()
        new = mutated_bytes(old, random)
        forged = name != "manifest.json" and random.random() < 0.6
        if forged:
            replace(whole, name, old, new)
        else:
            (whole / name).write_bytes(new)
        command = random.choice(self.COMMANDS)
        code, _ = self.tool.run(folder, *command, allowed={0, 1, 3, 64, 65, 66, 73})
        if command[0] == "verify" and code == 0 and new != old and name != "manifest.json":
            raise books.Wrong("wrong", f"verify passes a changed {name}")
        return code in (0, 1, 3)
