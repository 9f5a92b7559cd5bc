"""The path over Dask: 8 shards of mail-queue on two local workers, one of which is killed; the
merged files are those of a single run, byte for byte. And what is refused.

  test_dask.py TOOL    (make test-cluster)
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import yaml
from distributed import LocalCluster

HERE = Path(__file__).resolve().parent
SCENARIO = HERE.parent / "mail-queue" / "scenario.yml"
TOOL = str(Path(sys.argv.pop(1) if len(sys.argv) > 1 else "deliverysim").resolve())
SMALL = ["--", "--set", "devices=20", "--replications", "8"]


def start(*words, python=(sys.executable,)):
    command = [*python, str(HERE / "dask_run.py"), *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, env={**os.environ, "DELIVERYSIM": TOOL}, stdout=pipe, stderr=pipe, text=True)


def run(*words, **options):
    process = start(*words, **options)
    _, messages = process.communicate(timeout=120)
    return process.returncode, messages


def run_alone(out, *options):
    command = [TOOL, "run", str(SCENARIO), "--out", str(out), "--quiet", *options]
    return subprocess.run(command, check=False, stderr=subprocess.PIPE).returncode


def process_of(folder):
    """The tool's process that writes there, and its parent; nil before it has kept a unit."""
    units = folder / ".checkpoint" / "units"
    with contextlib.suppress(OSError):
        if units.stat().st_size > 0:
            for status in Path("/proc").glob("[0-9]*/cmdline"):
                if str(folder).encode() in status.read_bytes().split(b"\0"):
                    stat = (status.parent / "stat").read_text(encoding="utf-8")
                    return int(status.parent.name), int(stat.rsplit(")", 1)[1].split()[1])
    return None


def wait_for_process(folder, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := process_of(folder):
            return found
        time.sleep(0.05)
    raise AssertionError(f"{folder}: no process kept a unit")


class DaskTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.out = self.work / "out"

    def shard(self, index):
        return Path(f"{self.out}.shards/{index}")

    def check_files(self, single):
        files = sorted(single.glob("*.csv"))
        self.assertGreaterEqual(len(files), 9)
        for file in files:
            self.assertEqual(file.read_bytes(), (self.out / file.name).read_bytes(), file.name)

    def test_a_killed_worker_and_a_killed_shard_go_on_elsewhere(self):
        run_begun = start(SCENARIO, "--out", self.out, "--shards", 8, "--workers", 2)
        self.addCleanup(run_begun.kill)
        tool, worker = wait_for_process(self.shard(2))
        self.assertNotEqual(worker, run_begun.pid)
        os.kill(worker, signal.SIGKILL)
        again, other_worker = wait_for_process(self.shard(4))
        self.assertNotEqual(other_worker, worker)
        os.kill(again, signal.SIGKILL)
        output, messages = run_begun.communicate(timeout=120)
        print(messages, output, sep="\n")
        self.assertEqual(run_begun.returncode, run_alone(self.work / "single"))
        self.assertFalse(Path(f"/proc/{tool}").exists())
        self.assertRegex(messages, r"shard 2: resuming: [1-9]\d* units are finished")
        self.assertRegex(messages, r"shard 4: signal 9 on tcp://\S+; it goes on elsewhere")
        self.assertRegex(messages, r"shard 4: resuming: [1-9]\d* units are finished")
        self.assertIn("shards: 8 of 8 finished", messages)
        self.check_files(self.work / "single")
        code, messages = run(SCENARIO, "--out", self.out, "--shards", 8)
        self.assertEqual(code, run_begun.returncode)
        self.assertEqual(messages, f"{self.out}/: this run is already finished\n")
        code, messages = run(SCENARIO, "--out", self.out, "--shards", 8, "--", "--seed", "2")
        self.assertEqual(code, 73, messages)
        self.assertIn("of another scenario, number of shards or options", messages)

    def test_any_scheduler_will_do(self):
        with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
            address = cluster.scheduler_address
            code, messages = run(
                SCENARIO, "--out", self.out, "--shards", 3, "--scheduler", address, *SMALL)
            self.assertIn(code, [0, 1, 3], messages)
            self.assertIn("shards: 3 of 3 finished (1 workers)", messages)
            run_alone(self.work / "single", *SMALL[1:])
            self.check_files(self.work / "single")
            # The scheduler is not this script's to shut down.
            self.assertEqual(len(cluster.scheduler_info["workers"]), 1)

    def test_an_error_of_the_scenario_ends_the_run_with_its_code(self):
        code, messages = run(
            SCENARIO, "--out", self.out, "--shards", 2, "--workers", 1, "--", "--set", "devices=0")
        self.assertEqual(code, 64, messages)
        self.assertIn('devices: found 0; allowed:', messages)
        self.assertNotIn("elsewhere", messages)
        self.assertFalse(self.out.exists())

    def test_what_is_refused_before_anything_is_started(self):
        for words, expected, text in [
            ([SCENARIO, "--out", self.out, "--shards", "0"], 64, 'found "0"; allowed: 1 to 100000'),
            ([SCENARIO], 64, "SCENARIO and --out are needed"),
            ([self.work / "no.yml", "--out", self.out], 66, "no.yml: No such file"),
            ([SCENARIO, "--out", self.out, "--tool", "no-tool"], 69, "no-tool: not found"),
            (
                [SCENARIO, "--out", self.out, "--scheduler", "tcp://127.0.0.1:9"],
                69,
                "nobody answers",
            ),
        ]:
            with self.subTest(text):
                code, messages = run(*words)
                self.assertEqual(code, expected, messages)
                self.assertIn(text, messages)

    def test_without_dask_it_says_what_to_install(self):
        code, messages = run(SCENARIO, "--out", self.out, python=(sys.executable, "-S"))
        self.assertEqual(code, 69)
        self.assertIn("pip install -r experiments/cluster/requirements.txt", messages)


class ManifestTest(unittest.TestCase):
    def test_the_kubernetes_job_has_as_many_shards_as_completions(self):
        spec = yaml.safe_load((HERE / "kubernetes-job.yml").read_text(encoding="utf-8"))["spec"]
        container = spec["template"]["spec"]["containers"][0]
        values = {entry["name"]: entry["value"] for entry in container["env"]}
        self.assertEqual(sorted(values), ["OUT", "SCENARIO", "SHARDS", "SWIFT_BACKTRACE"])
        self.assertEqual(values["SHARDS"], str(spec["completions"]))
        self.assertEqual(spec["completionMode"], "Indexed")
        # Its command, with a tool that prints its words.
        out = run_command(container["command"], {**values, "JOB_COMPLETION_INDEX": "99"})
        self.assertIn("run /data/my.yml --shard env/100 --out /data/results/my.shards/99 ", out)


def run_command(command, values):
    with tempfile.TemporaryDirectory() as folder:
        tool = Path(folder, "deliverysim")
        tool.write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
        tool.chmod(0o755)
        path = f"{folder}:{os.environ['PATH']}"
        return subprocess.run(
            command, env={**values, "PATH": path}, check=True, capture_output=True, text=True
        ).stdout


if __name__ == "__main__":
    unittest.main(verbosity=2)
