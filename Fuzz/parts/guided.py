"""The coverage-guided part: libFuzzer over the readers, in process."""

import os
import re
import shutil
import subprocess

# How a million inputs are dealt; what is slow gets fewer.
SHARES = {"quantities": 0.2, "yaml": 0.2, "world": 0.05, "table": 0.2, "log": 0.12, "scenario": 0.07, "set": 0.05,
          "units": 0.02, "manifest": 0.02, "results": 0.03, "inputs": 0.01, "figures": 0.01, "receipts": 0.01, "fcm": 0.01}
LENGTHS = {"quantities": 64, "set": 500, "table": 2000, "log": 2000, "units": 6000, "figures": 500, "receipts": 1000}
WITH_WORDS = ["yaml", "scenario", "set", "manifest", "inputs", "fcm"]
FINDINGS_MAX = 5
SECONDS_MAX = 10
STAT = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
COUNTS = re.compile(r"accepted: (\d+) refused: (\d+)")


class Guided:
    """One reader. Each finding becomes a file of its folder in the corpus."""

    def __init__(self, fuzzer, corpus, work, seed, material):
        self.fuzzer, self.corpus, self.work, self.seed = fuzzer, corpus, work, seed
        self.material = material

    def run(self, target, count, tally):
        work = self.work / target
        for name in ("seeds", "grown", "found", "kept", "tmp"):
            (work / name).mkdir(parents=True)
        self.write_seeds(target, work)
        self.search(target, count, work, tally)
        # Not before: libFuzzer would begin with each of them again, and end.
        for path in (work / "kept").iterdir():
            shutil.move(path, self.corpus / target / path.name)

    def search(self, target, count, work, tally):
        seed = self.seed
        while tally.inputs < count and tally.findings < FINDINGS_MAX:
            messages = self.start(target, work, count - tally.inputs, seed)
            executed, counts = STAT.search(messages), COUNTS.search(messages)
            tally.inputs += int(executed[1]) if executed else 0
            tally.accepted += int(counts[1]) if counts else 0
            tally.refused += int(counts[2]) if counts else 0
            found = sorted((work / "found").iterdir())
            if not found:
                if not executed:
                    tally.add("crash", f"{target}: libFuzzer itself ended:\n{messages[-2000:]}")
                return
            for path in found:
                self.keep(target, path, work / "kept", messages, tally)
            seed += 1

    def start(self, target, work, count, seed):
        words = [
            str(work / "grown"), str(work / "seeds"), str(self.corpus / target), f"-runs={count}",
            f"-seed={seed}", f"-timeout={SECONDS_MAX}", "-rss_limit_mb=4096", "-print_final_stats=1",
            f"-max_len={LENGTHS.get(target, 8000)}", f"-artifact_prefix={work / 'found'}/", "-verbosity=0",
            # What a reader throws is kept until the process ends in Swift's run-time tables.
            "-detect_leaks=0"]
        if target in WITH_WORDS:
            words.append(f"-dict={self.material.dictionary}")
        environment = os.environ | {
            # Swift keeps what lives for ever; that is no leak.
            "ASAN_OPTIONS": "detect_leaks=0", "FUZZ_TARGET": target, "TMPDIR": str(work / "tmp"), "SWIFT_BACKTRACE": "enable=no",
            "FUZZ_EXAMPLE": str(work / "seeds" / "example")}
        if target == "set":
            environment.pop("FUZZ_EXAMPLE")
        ended = subprocess.run([str(self.fuzzer), *words], env=environment, check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        shutil.rmtree(work / "tmp")
        (work / "tmp").mkdir()
        return ended.stderr.decode("utf-8", "replace")

    def write_seeds(self, target, work):
        if target in ("yaml", "scenario"):
            for number, text in enumerate(self.material.texts):
                (work / "seeds" / str(number)).write_bytes(text)

    @staticmethod
    def keep(target, path, kept, messages, tally):
        kind = "hang" if path.name.startswith("timeout") else "crash"
        wrong = re.search(r"wrong: (.*)", messages)
        if wrong:
            kind = "wrong"
        shutil.move(path, kept / f"found-{path.name[:24]}")
        cause = wrong or re.search(r"Fatal error.*|ERROR: .*|ALARM.*", messages)
        tally.add(kind, f"{target}/found-{path.name[:24]}: {cause[0] if cause else messages[-500:]}")
