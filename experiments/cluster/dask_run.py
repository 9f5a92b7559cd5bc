#!/usr/bin/env python3
"""Runs a scenario's shards on a Dask cluster, and merges them.

  dask_run.py my.yml --out runs/my --shards 100
  dask_run.py my.yml --out runs/my --shards 100 --scheduler tcp://head:8786 -- --seed 1

Each shard is a task that starts `deliverysim run --shard I/N --resume`. A shard whose process or
worker was killed goes on from its checkpoint, on another worker where there is one; an error that
would come again ends the run with the tool's own exit code. The same command again does what is
left to do. Workers elsewhere need the same folder under the same path, and the tool.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

try:
    from distributed import Client, LocalCluster, as_completed, get_worker
except ImportError:
    print(
        "error: Dask is not installed here; make cluster-env, or "
        "pip install -r experiments/cluster/requirements.txt",
        file=sys.stderr,
    )
    sys.exit(69)

USAGE, INPUT_MISSING, UNAVAILABLE, CANNOT_CREATE, IO_ERROR = 64, 66, 69, 73, 74
NO_THREADS = 71
KILLED = -1
# These may be gone next time: a full disk, too many processes, a worker that was asked to stop, a
# directory in which the process of a worker that was given up still writes.
AGAIN = {IO_ERROR, NO_THREADS, 128 + 15, CANNOT_CREATE}
PAUSE = 5  # [s], for such a process to end


class Stop(Exception):
    """Ends the run with an exit code and a message."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def note(text):
    print(text, file=sys.stderr, flush=True)


def tool_environment():
    """Under a memory limit Swift's backtracer may wait for ever (docs/how-to/memory-limits.md)."""
    return {"SWIFT_BACKTRACE": "enable=no", **os.environ}


def run_shard(command):
    """One task: the exit code (negative: by signal), what the tool said, and on which worker."""
    # A worker that is killed takes the tool with it: it would hold the shard's directory.
    worker = get_worker().address
    if shutil.which(command[0]) is None:
        return UNAVAILABLE, f"error: {command[0]}: not found on {worker}", worker
    guard = [shutil.which("setpriv"), "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    done = subprocess.run(
        guard + command, env=tool_environment(), capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr.strip(), worker


class Shards:
    """The shards of one run, as tasks."""

    def __init__(self, client, options):
        self.client = client
        self.options = options
        self.retries = {}
        self.finished = 0
        self.open = as_completed()

    def folder(self, index):
        return f"{self.options.out}.shards/{index}"

    def workers(self):
        """Their addresses."""
        return list(self.client.scheduler_info(n_workers=-1)["workers"])

    def submit(self, index, avoiding=None):
        options = self.options
        command = [options.tool, "run", options.scenario, "--out", self.folder(index)]
        command += ["--shard", f"{index}/{options.shards}", "--resume"]
        command += ["--threads", str(options.threads), "--progress", "none", *options.run]
        others = [name for name in self.workers() if name != avoiding] if avoiding else []
        where = {"workers": others, "allow_other_workers": True} if others else {}
        future = self.client.submit(run_shard, command, pure=False, **where)
        future.shard = index
        self.open.add(future)

    def run(self):
        for index in range(1, self.options.shards + 1):
            self.submit(index)
        for future in self.open:
            code, message, worker = self.ending(future)
            if code == 0:
                self.finished += 1
                self.report(future.shard, message)
            elif code < 0 or code in AGAIN:
                self.retry(future.shard, code, message, worker)
            else:
                raise Stop(code, f"{message}\nshard {future.shard}: exit code {code}")

    @staticmethod
    def ending(future):
        """Dask itself begins a task again whose worker has died, but not for ever."""
        if future.status == "finished":
            return future.result()
        return KILLED, f"{type(future.exception()).__name__}: {future.exception()}", None

    def retry(self, index, code, message, worker):
        self.retries[index] = self.retries.get(index, 0) + 1
        cause = f"signal {-code}" if code < 0 and worker else message
        if self.retries[index] > self.options.retries:
            tries = self.retries[index]
            raise Stop(IO_ERROR, f"error: shard {index}: {cause}; tried {tries} times")
        note(f"shard {index}: {cause} on {worker}; it goes on elsewhere")
        if code == CANNOT_CREATE:
            time.sleep(PAUSE)
        self.submit(index, avoiding=worker)

    def report(self, index, message):
        for line in message.splitlines():
            if line.startswith("resuming"):
                note(f"shard {index}: {line}")
        workers = len(self.workers())
        again = sum(self.retries.values())
        note(
            f"shards: {self.finished} of {self.options.shards} finished"
            f" ({workers} workers{f', {again} tried again' if again else ''})"
        )

    def merge(self):
        # Plain numbers: a command line of 100,000 paths would be too long.
        numbers = [str(index) for index in range(1, self.options.shards + 1)]
        # Files without a manifest are those of a merge that was killed.
        command = [self.options.tool, "merge", *numbers, "--out", self.options.out, "--force"]
        folder = f"{self.options.out}.shards"
        done = subprocess.run(command, env=tool_environment(), check=False, cwd=folder)
        return done.returncode


class Parser(argparse.ArgumentParser):
    """With the tool's exit code for a wrong command line."""

    def error(self, message):
        self.exit(USAGE, f"error: {message}; --help tells what is allowed\n")


def count(text):
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 100_000:
        raise argparse.ArgumentTypeError(f'found "{text}"; allowed: 1 to 100000')
    return value


def parse(words):
    """Defaults come from the environment variables of kubernetes-job.yml."""
    split = words.index("--") if "--" in words else len(words)
    environment = os.environ.get
    parser = Parser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Options of `deliverysim run` stand behind `--`.",
    )
    scenario, out = environment("SCENARIO"), environment("OUT")
    parser.add_argument("scenario", nargs="?", default=scenario, help="the file ($SCENARIO)")
    parser.add_argument("--out", default=out, help="the results directory ($OUT)")
    parser.add_argument(
        "--shards", type=count, default=environment("SHARDS", "8"), help="$SHARDS, or 8")
    parser.add_argument("--scheduler", help="its address; default: workers on this machine")
    parser.add_argument(
        "--workers", type=count, default=os.cpu_count(), help="of this machine; default: per core")
    parser.add_argument("--threads", type=count, default=1, help="of a shard's process; default: 1")
    parser.add_argument("--retries", type=count, default=3, help="of a shard; default: 3")
    tool = environment("DELIVERYSIM", "deliverysim")
    parser.add_argument("--tool", default=tool, help="$DELIVERYSIM, or deliverysim in PATH")
    options = parser.parse_args(words[:split])
    if options.scenario is None or options.out is None:
        parser.error("SCENARIO and --out are needed")
    options.run = words[split + 1 :]
    return options


def make_absolute(options):
    """Workers have another working directory."""
    if not Path(options.scenario).is_file():
        raise Stop(INPUT_MISSING, f"error: {options.scenario}: No such file")
    tool = shutil.which(options.tool)
    if tool is None:
        raise Stop(UNAVAILABLE, f"error: {options.tool}: not found; make build, and --tool PATH")
    options.tool = os.path.abspath(tool)
    options.scenario = os.path.abspath(options.scenario)
    options.out = os.path.abspath(options.out)


def check_run(options):
    """Shards of another scenario, number of shards or options are not taken for this run's."""
    scenario = hashlib.sha256(Path(options.scenario).read_bytes()).hexdigest()
    lines = [f"{scenario}  -", str(options.shards), *options.run]
    now = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    folder = Path(f"{options.out}.shards")
    run = folder / "run"
    if run.exists():
        if run.read_text(encoding="utf-8").strip() != now:
            other = "of another scenario, number of shards or options"
            raise Stop(CANNOT_CREATE, f"error: {folder}: {other}; choose another --out")
    elif Path(options.out, "manifest.json").exists():
        raise Stop(CANNOT_CREATE, f"error: {options.out}: holds results already; choose another --out")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        run.write_text(f"{now}\n", encoding="utf-8")


def connect(options):
    if options.scheduler is None:
        cluster = LocalCluster(
            n_workers=min(options.workers, options.shards), threads_per_worker=1,
            dashboard_address=None,
        )
        return Client(cluster)
    try:
        return Client(options.scheduler, timeout=10)
    except (OSError, ValueError) as error:
        message = f"error: --scheduler: nobody answers at {options.scheduler} ({error})"
        raise Stop(UNAVAILABLE, f"{message}; start one with: dask scheduler") from error


def main(words):
    try:
        options = parse(words)
        make_absolute(options)
        check_run(options)
        manifest = Path(options.out, "manifest.json")
        if manifest.exists():
            note(f"{options.out}/: this run is already finished")
            verdict = json.loads(manifest.read_text(encoding="utf-8")).get("verdict") or {}
            return verdict.get("exit_code", 0)
        with connect(options) as client:
            shards = Shards(client, options)
            shards.run()
            if options.scheduler is None:
                client.shutdown()
        return shards.merge()
    except Stop as stop:
        note(str(stop))
        return stop.code
    except KeyboardInterrupt:
        note("interrupted: finished units are kept; to continue, start the same command again")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
