#!/usr/bin/env python3
"""Runs the steps of the workflows for Linux, each job in a clean Debian with the checkout in it.

  dry_run.py                                all jobs
  dry_run.py --job linux/test               one job; repeatable
  dry_run.py --job linux/site --only docs   of its commands only the setup and those with this text
  dry_run.py --list

debian.sh lays the Debian that stands for a runner or an image; this machine's Swift is mounted in
it, and only the last commit is checked out. What a job uploads goes to .build/dry-run/artifacts.
Jobs for other machines are skipped. Needs root, debootstrap and Debian's and Python's packages.
The last line is `N passed, N failed`, of steps.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from workflows import Job, Step, Unknown, plan

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build/dry-run"
ARTIFACTS = BUILT / "artifacts"
WORKSPACE = "__w/deliverysim/deliverysim"
SETUP = "packaging/setup.sh"
# The user whom the files of a runner belong to.
OWNER = 1001
RUNNERS = {"x86_64": "ubuntu-24.04", "aarch64": "ubuntu-24.04-arm"}
SHOWN = 40  # lines of a log, where a step fails
USAGE = 64

# Mounts live as long as the step: nothing is left to unmount, and nothing that it started goes on.
# The root is changed for good (not by chroot): a container is built below a mount only.
ENTER = """
set -e
root=$1 folders=$2
shift 2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
for folder in $folders; do
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
  mount -o remount,bind,ro "$root$folder"
done
cd "$root"
pivot_root . mnt
umount -l /mnt
exec env -i "$@"
"""

# Stands for GitHub's program: keeps the files of a release.
GH = """#!/bin/sh
set -eu
[ "$1 $2" = 'release create' ] && [ -n "$GH_TOKEN" ]
echo "gh $*"
while [ "$1" != -- ]; do shift; done
shift
mkdir -p /github/release
cp -- "$@" /github/release
"""


class Failure(Exception):
    """Ends a step with a sentence."""


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def swift_folders():
    """This machine's Swift, and its sources of packages."""
    return output(ROOT / "packaging/debian.sh", "mounts").split()


def version():
    text = (ROOT / "Sources/Vocabulary/Words/Version.swift").read_text(encoding="utf-8")
    return re.search(r'static let tool = "(.*)"', text)[1]


def recipe():
    """Another one for bases that would be laid in another way."""
    text = (ROOT / "packaging/debian.sh").read_bytes() + GH.encode()
    return hashlib.sha256(text).hexdigest()[:8]


class Machine:
    """A clean Debian for one job."""

    def __init__(self, job, log):
        self.image = job.image or job.runner
        self.log = log
        self.root = BUILT / "roots" / job.name.replace("/", "-")
        self.folders = swift_folders()
        name = re.sub(r"\W+", "-", self.image)
        base = BUILT / "bases" / f"{name}-{recipe()}"
        if not base.exists():
            self.lay(base)
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.parent.mkdir(exist_ok=True)
        subprocess.run(["cp", "-a", base, self.root], check=True)

    def lay(self, base):
        part = base.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([ROOT / "packaging/debian.sh", self.image, part], check=True)
        (part / "github/home").mkdir(parents=True)
        tool = part / "usr/local/bin/gh"
        tool.write_text(GH, encoding="utf-8")
        tool.chmod(0o755)
        part.rename(base)

    @property
    def workspace(self):
        return self.root / WORKSPACE

    def environment(self):
        """What a runner sets, and how this machine reaches packages."""
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        ours = {key: value for key, value in os.environ.items() if key in ("PIP_CERT", "MIRROR")}
        return {
            "PATH": path, "HOME": "/github/home", "CI": "true", "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": f"/{WORKSPACE}", "GITHUB_REF_NAME": f"v{version()}",
            "SWIFT_HOME": self.folders[0], "BASES": "debootstrap", **ours}

    def run(self, step):
        settings = {**self.environment(), **step.environment}
        command = f'cd "$GITHUB_WORKSPACE" && {step.run}'
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh",
             self.root, " ".join(self.folders), *(f"{key}={settings[key]}" for key in settings),
             "sh", "-e", "-c", command],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise Failure(f"exit code {done.returncode}")

    def remove(self):
        release = self.root / "github/release"
        if release.exists():
            shutil.copytree(release, BUILT / "release", dirs_exist_ok=True)
        shutil.rmtree(self.root)


# These functions stand for actions. Inputs that are not taken here are an error.


def inputs(step, **defaults):
    for key in step.inputs:
        if key not in defaults:
            raise Failure(f"{step}: {key}: unknown; understood: {', '.join(defaults)}")
    return [step.inputs.get(key, value) for key, value in defaults.items()]


def checkout(machine, step):
    """The last commit alone, of another user than root."""
    inputs(step)
    machine.workspace.parent.mkdir(parents=True)
    subprocess.run(
        ["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", machine.workspace],
        check=True, stdout=machine.log, stderr=machine.log)
    subprocess.run(["chown", "-R", f"{OWNER}:{OWNER}", machine.workspace], check=True)


def is_hidden(path):
    return any(part.startswith(".") for part in path.parts)


def upload(machine, step):
    name, path, hidden, missing = inputs(
        step, **{"name": "artifact", "path": None, "include-hidden-files": False,
                 "if-no-files-found": "warn"})
    folder = machine.workspace / path
    if missing != "error":
        raise Failure(f"{step}: if-no-files-found: found {missing}; needed: error")
    files = [
        each for each in folder.rglob("*")
        if each.is_file() and (hidden or not is_hidden(each.relative_to(machine.workspace)))]
    if not files:
        raise Failure(f"{step}: {path}: no files, or hidden ones")
    shutil.rmtree(ARTIFACTS / name, ignore_errors=True)
    for each in files:
        target = ARTIFACTS / name / each.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, target)


def download(machine, step):
    path, pattern, merge = inputs(step, **{"path": None, "pattern": None, "merge-multiple": False})
    found = sorted(ARTIFACTS.glob(pattern))
    if not found or not merge:
        raise Failure(f"{step}: {pattern}: {len(found)} artifacts; needed: some, merged")
    for each in found:
        shutil.copytree(each, machine.workspace / path, dirs_exist_ok=True)


ACTIONS = {
    "actions/checkout": checkout,
    "actions/upload-artifact": upload,
    "actions/download-artifact": download,
}


class Results:
    """What became of steps and jobs."""

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.skipped = 0
        self.broken = set()

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def perform(machine, step):
    if step.run is not None:
        machine.run(step)
    elif step.action in ACTIONS:
        ACTIONS[step.action](machine, step)
    else:
        raise Failure(f"{step.action}: unknown; understood: {', '.join(ACTIONS)}")


def tail(path):
    return path.read_text(encoding="utf-8", errors="replace").splitlines()[-SHOWN:]


def run_step(machine, job, step, log):
    """Whether it passed; its line is printed."""
    print(f"{job.name}: {step} ", end="", flush=True)
    start = time.monotonic()
    try:
        perform(machine, step)
        problem = None
    except (Failure, subprocess.CalledProcessError, OSError) as error:
        problem = error
    seconds = time.monotonic() - start
    print(f"{seconds:.0f} s, {'ok' if problem is None else f'failed: {problem}'}", flush=True)
    if problem is not None:
        print("\n".join(f"    {line}" for line in tail(log)), flush=True)
    return problem is None


def run_job(job, steps, results):
    path = BUILT / f"{job.name.replace('/', '-')}.log"
    with path.open("w", encoding="utf-8") as log:
        machine = Machine(job, log)
        for step in steps:
            if not run_step(machine, job, step, path):
                results.failed += 1
                results.broken.add(job.name)
                break
            results.passed += 1
        machine.remove()


def reason_to_skip(job, results):
    runner = RUNNERS.get(platform.machine())
    if job.runner != runner:
        return f"runs on {job.runner}, not here"
    broken = [name for name in job.needs if name in results.broken]
    return f"needs {broken[0]}, which failed" if broken else None


def chosen(job: Job, text: str | None) -> list[Step]:
    """The steps that contain the text, with what they need."""
    return [
        step for step in job.steps
        if text is None or step.run in (None, SETUP) or text in step.run]


def parse(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--job", action="append", help="run only this one; repeatable")
    parser.add_argument("--only", metavar="TEXT", help="run only commands that contain this")
    parser.add_argument("--list", action="store_true", help="print jobs and steps")
    return parser.parse_args(words)


def main(words):
    options = parse(words)
    # So that the step ends with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        jobs = plan(ROOT / ".github/workflows")
    except Unknown as unknown:
        print(f"error: {unknown}", file=sys.stderr)
        return 1
    names = [job.name for job in jobs]
    for name in options.job or []:
        if name not in names:
            print(f"error: --job: found {name}; allowed: {', '.join(names)}", file=sys.stderr)
            return USAGE
    results = Results()
    BUILT.mkdir(parents=True, exist_ok=True)
    for job in jobs:
        if options.job and job.name not in options.job:
            continue
        steps = chosen(job, options.only)
        reason = reason_to_skip(job, results)
        if options.list:
            print(f"{job.name} on {job.image or job.runner}: {', '.join(map(str, steps))}")
        elif reason:
            results.skipped += len(steps)
            print(f"{job.name}: {reason}: {len(steps)} steps skipped")
        else:
            run_job(job, steps, results)
    if not options.list:
        print(results)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
