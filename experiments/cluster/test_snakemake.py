"""The pipeline on this machine: a shard that is killed, a second run, and what is refused.

  test_snakemake.py TOOL    (make test-cluster)
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
SCENARIO = HERE.parent / "mail-queue" / "scenario.yml"
TOOL = str(Path(sys.argv.pop(1) if len(sys.argv) > 1 else "deliverysim").resolve())
SMALL = "--set devices=20 --replications 8"


def start(folder, *settings, **options):
    pipe = subprocess.PIPE
    command = [
        sys.executable, "-m", "snakemake", "--snakefile", HERE / "Snakefile", "--profile", HERE / "profiles/local",
        "--directory", folder, "--config", *settings]
    environment = {**os.environ, "DELIVERYSIM": TOOL, **options}
    return subprocess.Popen(command, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True)


def end(process):
    output, _ = process.communicate(timeout=120)
    return process.returncode, output


class PipelineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def run_pipeline(self, *settings, **options):
        return end(start(self.work, *settings, **options))

    def run_alone(self, *options):
        command = [TOOL, "run", str(SCENARIO), "--out", str(self.work / "single"), "--quiet", *options]
        return subprocess.run(command, check=False, stderr=subprocess.PIPE).returncode

    def check_files(self, out=None):
        out = out or self.work / "out"
        names = sorted(path.name for path in (self.work / "single").glob("*.csv"))
        self.assertGreaterEqual(len(names), 9)
        for name in names:
            with self.subTest(name):
                merged = (out / name).read_bytes()
                self.assertEqual(merged, (self.work / "single" / name).read_bytes())

    def process_of(self, shard):
        """The tool's process, once it has kept a unit."""
        units = self.work / f"out.shards/{shard}/.checkpoint/units"
        for _ in range(600):
            if units.exists() and units.stat().st_size > 0:
                for status in Path("/proc").glob("[0-9]*/cmdline"):
                    # In the shell that started it, the folder is part of a longer word.
                    if f"out.shards/{shard}".encode() in status.read_bytes().split(b"\0"):
                        return int(status.parent.name)
            time.sleep(0.05)
        raise AssertionError("no unit of the shard within 30 s")

    def test_a_killed_shard_is_tried_again_and_resumes(self):
        settings = (f"scenario={SCENARIO}", "out=out", "shards=4")
        running = start(self.work, *settings)
        os.kill(self.process_of(2), signal.SIGKILL)
        code, output = end(running)
        self.assertEqual(code, self.run_alone(), output)
        self.assertIn("Trying to restart job", output)
        self.assertRegex((self.work / "out.shards/2.log").read_text(), r"(?m)^resuming: [1-9]")
        self.check_files()
        code, output = self.run_pipeline(*settings)
        self.assertEqual(code, 0, output)
        self.assertIn("Nothing to be done", output)

    def test_shards_of_another_run_are_kept(self):
        settings = (f"scenario={SCENARIO}", "out=out", "shards=2", f"options={SMALL}")
        self.assertEqual(self.run_pipeline(*settings)[0], 0)
        code, output = self.run_pipeline(*settings[:3], f"options={SMALL} --seed 5")
        self.assertEqual(code, 1)
        self.assertIn("holds the results of another run", output)
        self.run_alone(*SMALL.split())
        self.check_files()
        self.assertEqual(self.run_pipeline(*settings)[0], 0)

    def test_an_expectation_that_fails_fails_the_pipeline_and_keeps_the_results(self):
        text = SCENARIO.read_text(encoding="utf-8").replace("99.5%", "99.999%")
        (self.work / "my.yml").write_text(text, encoding="utf-8")
        code, output = self.run_pipeline("scenario=my.yml", "out=out", "shards=2", f"options={SMALL}")
        self.assertEqual(code, 1, output)
        self.assertIn("FAILS", output)
        self.assertTrue((self.work / "out/manifest.json").exists())

    def test_an_error_in_the_scenario_ends_it_before_any_shard(self):
        code, output = self.run_pipeline(
            f"scenario={SCENARIO}", "out=out", "shards=2", "options=--set devices=0")
        self.assertEqual(code, 1)
        self.assertIn("devices: found 0; allowed:", output)
        self.assertNotIn("Trying to restart", output)

    @unittest.skipUnless(shutil.which("rsync"), "rsync is not installed")
    def test_an_object_store_gets_the_results(self):
        """A folder that Snakemake copies from and to stands for the bucket of Kubernetes or AWS Batch."""
        store = self.work / "store"
        store.mkdir()
        shutil.copy(SCENARIO, store / "my.yml")
        code, output = self.run_pipeline(
            "scenario=my.yml", "out=out", "shards=2", f"options={SMALL}",
            "--default-storage-provider", "fs", "--default-storage-prefix", store)
        self.assertEqual(code, 0, output)
        self.run_alone(*SMALL.split())
        self.check_files(store / "out")

    def test_what_is_refused_at_the_start(self):
        (self.work / "other").mkdir()
        (self.work / "other/manifest.json").touch()
        given = f"scenario={SCENARIO}"
        for settings, options, text in [
            ([given, "out=out"], {}, "shards: missing; give --config scenario=FILE out=DIRECTORY"),
            ([given, "out=out", "shards=two"], {}, 'shards: found "two"; allowed: a whole number'),
            ([given, "out=out", "shards=0"], {}, "shards: found 0; allowed: 1 to 100000"),
            ([given, "out=out", "shards=2", "thread=2"], {}, "thread: unknown; allowed: scenario, out"),
            (["scenario=no.yml", "out=out", "shards=2"], {}, "scenario: no.yml: no such file"),
            ([given, "out=other", "shards=2"], {}, "other: holds other results already"),
            ([given, "out=out", "shards=2"], {"DELIVERYSIM": "no-tool"}, "deliverysim: not found"),
        ]:
            with self.subTest(text):
                code, output = self.run_pipeline(*settings, **options)
                self.assertEqual(code, 64, output)
                self.assertIn(f"error: {text}", output)
                self.assertNotIn("Traceback", output)


class ProfileTest(unittest.TestCase):
    def test_a_shard_that_fails_does_not_keep_the_others_from_running(self):
        for path in sorted((HERE / "profiles").glob("*/config.yaml")):
            with self.subTest(path.parent.name):
                profile = yaml.safe_load(path.read_text(encoding="utf-8"))
                self.assertTrue(profile["keep-going"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
