"""Runs the binary as a process of its own, and judges how it ended."""

import os
import re
import signal
import subprocess

# docs/reference/results.md. 70 is a defect, and 73, 74 are about the disk.
DOCUMENTED = {0, 1, 3, 64, 65, 66}
CPU_SECONDS = 20
WALL_SECONDS = 300
MEMORY_KILOBYTES = 8_000_000
MESSAGE_MAX = 100_000
LIMITED = f'ulimit -t {CPU_SECONDS} && ulimit -v {MEMORY_KILOBYTES} && exec "$@"'
# The backtracer of Swift may wait for ever where memory is short.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"}
# A file that is too large is refused before anybody has read a line of it.
PLACE = re.compile(r"(^|\s)((\S+:\d+:\d+|--[a-z]+): |\S+: larger than \d+ bytes)")


class Wrong(Exception):
    """What may not be: `kind` is crash, hang or wrong."""

    def __init__(self, kind, words):
        super().__init__(f"{kind}: {words}")
        self.kind = kind


class Tool:
    def __init__(self, path):
        self.path = str(path)

    def run(self, folder, *words, allowed=DOCUMENTED, needs_place=False):
        """Runs a command in a folder; returns its exit code and what it printed."""
        command = ["/bin/sh", "-c", LIMITED, "sh", self.path, *words]
        shown = " ".join(words)[:300]
        try:
            ended = subprocess.run(
                command, cwd=folder, env=ENVIRONMENT | {"HOME": str(folder)},
                stdin=subprocess.DEVNULL, capture_output=True, timeout=WALL_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise Wrong("hang", f"{shown}: more than {WALL_SECONDS} s") from None
        code, messages = ended.returncode, ended.stderr.decode("utf-8", "replace")
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            raise Wrong("hang", f"{shown}: more than {CPU_SECONDS} s of CPU time")
        if code < 0 or code > 128:
            raise Wrong("crash", f"{shown}: signal {-code if code < 0 else code - 128}\n{messages}")
        if code not in allowed:
            raise Wrong("wrong", f"{shown}: exit code {code}\n{messages}")
        if code in (64, 65, 66) and not messages.strip():
            raise Wrong("wrong", f"{shown}: {code} without a message")
        if code == 65 and needs_place and not PLACE.search(messages):
            raise Wrong("wrong", f"{shown}: no place in the message\n{messages}")
        if len(messages) > MESSAGE_MAX:
            raise Wrong("wrong", f"{shown}: {len(messages)} characters of messages")
        return code, ended.stdout.decode("utf-8", "replace")

    def output(self, folder, *words):
        """What a command prints that must end well."""
        return self.run(folder, *words, allowed={0})[1]


def names(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".csv"))
