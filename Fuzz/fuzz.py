"""Fuzzes the readers in process and the binary, and prints a table of what was read, refused and wrong.

The same seed makes the same inputs for the binary; libFuzzer's depend on the machine too. Each finding
becomes a file in Fuzz/corpus, which `make test` replays; what led to it stays in .build/fuzz-work.
Needs Python 3.9 and nothing else.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import sys
import threading
import time

from parts import cases, folders, guided
from parts.grammar import Grammar, Source
from parts.tool import Tool, Wrong

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "Fuzz" / "corpus"
CLASSES = [cases.FromSchema, cases.MutatedTrees, cases.MutatedTexts, cases.Settings, cases.Traces,
           cases.Logs, folders.Units, folders.Results]
# More of a kind say nothing new.
KEPT_MAX = 5


class Tally:
    """What came of the inputs of one class."""

    def __init__(self, name):
        self.name = name
        self.inputs = self.accepted = self.refused = 0
        self.kinds = {"crash": 0, "hang": 0, "wrong": 0}
        self.seconds = 0
        self.lock = threading.Lock()

    @property
    def findings(self):
        return sum(self.kinds.values())

    def add(self, kind, words):
        self.kinds[kind] += 1
        print(f"{self.name}: {words}\n", file=sys.stderr, flush=True)

    def row(self):
        counts = [self.inputs, self.accepted, self.refused, *self.kinds.values()]
        return [self.name, *counts, round(self.seconds)]


class Material:
    """What inputs are made of."""

    def __init__(self, tool, work):
        self.grammar = Grammar(json.loads(tool.output(work, "schema")))
        texts = sorted(ROOT.glob("experiments/*/scenario.yml"))
        self.texts = [path.read_bytes() for path in texts]
        manifests = sorted(ROOT.glob("results/*/manifest.json"))
        self.trees = [json.loads(path.read_bytes())["scenario"] for path in manifests]
        for preset in ("mail", "messenger", "marketing"):
            text = tool.output(work, "init", preset)
            self.texts.append(text.encode())
            (work / "preset.yml").write_text(text, encoding="utf-8")
            self.trees.append(self.tree(tool, work))
        self.dictionary = work / "words"
        self.dictionary.write_text(
            "".join(f"{json.dumps(word)}\n" for word in self.grammar.words()), encoding="utf-8")
        self.results = work / "results"
        folders.make(tool, self.results)

    @staticmethod
    def tree(tool, work):
        """A preset with its defaults, as a run keeps it."""
        tool.run(work, "run", "preset.yml", "--replications", "1", "--set", "devices=1", "--out", "preset",
                 "--force", "--quiet", "--progress", "none", allowed={0, 1, 3})
        return json.loads((work / "preset" / "manifest.json").read_bytes())["scenario"]


def play(cls, number, seed, tool, material, work, tally):
    folder = work / f"{cls.__name__}-{number}"
    folder.mkdir(parents=True)
    accepted, kept = False, False
    try:
        accepted = cls(tool, material).play(folder, Source(f"{seed}:{cls.__name__}:{number}"))
    except Wrong as wrong:
        kept = keep(cls, number, seed, folder, wrong, tally)
    with tally.lock:
        tally.inputs += 1
        tally.accepted += accepted
    if not kept:
        shutil.rmtree(folder)


def keep(cls, number, seed, folder, wrong, tally):
    with tally.lock:
        tally.add(wrong.kind, f"{number}: {wrong}\n  {folder}")
        if tally.findings > KEPT_MAX:
            return False
    if cls.corpus and (folder / cls.file).exists():
        name = f"found-{cls.__name__.lower()}-{seed}-{number}{pathlib.Path(cls.file).suffix}"
        shutil.copy(folder / cls.file, CORPUS / cls.corpus / name)
    return True


def fuzz_binary(cls, count, options, tool, material, work):
    tally = Tally(cls.name)
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work_left = [
            pool.submit(play, cls, number, options.seed, tool, material, work, tally)
            for number in range(count)]
        for done in work_left:
            done.result()
    tally.refused = tally.inputs - tally.accepted - tally.findings
    return ended(tally, began)


def fuzz_reader(target, count, options, material, work):
    tally = Tally(f"reader: {target}")
    began = time.monotonic()
    fuzzer = guided.Guided(options.fuzzer.resolve(), CORPUS, work, options.seed, material)
    fuzzer.run(target, count, tally)
    return ended(tally, began)


def ended(tally, began):
    tally.seconds = time.monotonic() - began
    print(f"{tally.name}: {tally.inputs:,} inputs, {tally.findings} findings, {tally.seconds:.0f} s",
          file=sys.stderr, flush=True)
    return tally


def table(tallies):
    head = ["inputs of", "inputs", "accepted", "refused", "crashes", "hangs", "wrong", "seconds"]
    total = ["all"] + [sum(column) for column in list(zip(*(tally.row() for tally in tallies)))[1:]]
    print("| " + " | ".join(head) + " |\n|---|" + "---:|" * (len(head) - 1))
    for row in [tally.row() for tally in tallies] + [total]:
        print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in row) + " |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True, type=pathlib.Path, help="the release build of deliverysim")
    parser.add_argument("--fuzzer", type=pathlib.Path, help="the readers, built with the sanitizers")
    parser.add_argument("--readers", type=int, default=1_000_000, help="inputs over the readers")
    parser.add_argument("--runs", type=int, default=20_000, help="inputs over the binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--only", default="", help="the classes and readers whose names hold this word")
    return parser.parse_args()


def main():
    options = arguments()
    work = ROOT / ".build" / "fuzz-work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    tool = Tool(options.tool.resolve())
    material = Material(tool, work)
    tallies = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        readers = [
            pool.submit(fuzz_reader, target, int(options.readers * share), options, material, work)
            for target, share in guided.SHARES.items()
            if options.fuzzer and options.readers and options.only in f"reader: {target}"]
        tallies += [reader.result() for reader in readers]
    for cls in CLASSES:
        if options.runs and options.only in cls.name:
            tallies.append(fuzz_binary(cls, int(options.runs * cls.share), options, tool, material, work))
    table(tallies)
    if any(tally.findings for tally in tallies):
        sys.exit("there are findings: each is a file found-... in Fuzz/corpus")


if __name__ == "__main__":
    main()
