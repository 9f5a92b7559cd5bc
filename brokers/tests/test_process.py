"""Servers that do not start, ports in use, old versions: one sentence, and nothing is left running."""

import importlib.util
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from player.errors import Missing, PlayError
from player.process import HOST, Process, check_version, find_program, free_port, running

BROKERS = pathlib.Path(__file__).resolve().parents[1]
HAS_CLIENTS = all(importlib.util.find_spec(name) for name in ("paho", "nats", "pika"))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "server.log"

    def program(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path


class ProcessTests(Folder):
    def test_a_server_that_ends_tells_why(self):
        with self.assertRaisesRegex(PlayError, "^server does not start: Error: no such option$"):
            with running(Process("server", ["sh", "-c", "echo; echo Error: no such option; exit 3"], self.log)) as one:
                one.wait_for_port(free_port(), 10)

    def test_a_server_that_says_nothing_tells_its_code(self):
        with self.assertRaisesRegex(PlayError, "^server does not start: it ends with code 3 and says nothing$"):
            with running(Process("server", ["sh", "-c", "exit 3"], self.log)) as one:
                one.wait_for_port(free_port(), 10)

    def test_what_is_no_program_does_not_start(self):
        with self.assertRaisesRegex(PlayError, "^server does not start: Permission denied$"):
            Process("server", ["/dev/null"], self.log)

    def test_a_server_that_does_not_answer_is_ended(self):
        pids = []
        with self.assertRaisesRegex(PlayError, r"^server does not answer on port \d+ within 0.2 s$"):
            with running(Process("server", ["sleep", "1000"], self.log)) as one:
                pids.append(one.pid)
                one.wait_for_port(free_port(), 0.2)
        self.assertFalse(is_running(pids[0]))

    def test_whoever_is_told_to_end_ends_its_server(self):
        code = (
            "import pathlib, signal, sys, time\n"
            "from player.process import Process, running\n"
            "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
            f"with running(Process('server', ['sleep', '1000'], pathlib.Path({str(self.log)!r}))) as one:\n"
            "    print(one.pid, flush=True)\n"
            "    time.sleep(1000)\n")
        with subprocess.Popen([sys.executable, "-c", code], cwd=BROKERS, stdout=subprocess.PIPE, text=True) as player:
            pid = int(player.stdout.readline())
            self.assertTrue(is_running(pid))
            player.send_signal(signal.SIGTERM)
        self.assertEqual(player.returncode, 143)
        self.assertFalse(is_running(pid))

    def test_a_port_in_use_is_refused(self):
        with socket.socket() as other:
            other.bind((HOST, 0))
            other.listen()
            port = other.getsockname()[1]
            with self.assertRaisesRegex(PlayError, f"^port {port} is in use: choose others with --ports$"):
                free_port(port)

    def test_versions(self):
        self.assertEqual(check_version("broker", "broker version 2.0.11 (c)", (2, 0)), "2.0.11")
        self.assertEqual(check_version("broker", "v10.1", (2, 9)), "10.1")
        with self.assertRaisesRegex(PlayError, "^broker 1.4.9 is too old; needed: 2.0 or later$"):
            check_version("broker", "1.4.9", (2, 0))
        with self.assertRaisesRegex(PlayError, "^broker does not tell its version$"):
            check_version("broker", "usage:", (2, 0))

    def test_what_is_not_installed_is_missing(self):
        with self.assertRaisesRegex(Missing, "^no-such-broker is not installed$"):
            find_program("no-such-broker")


@unittest.skipUnless(HAS_CLIENTS, "the brokers' clients are not installed: make test-brokers")
class PlayerTests(Folder):
    """The whole player, with brokers that are scripts."""

    def play(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "player", "--tool", "/bin/false", *options], cwd=BROKERS, capture_output=True,
            text=True, timeout=120, env={**os.environ, "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}"})

    def test_an_old_broker_ends_the_run(self):
        self.program("mosquitto", "echo mosquitto version 1.4.9")
        ending = self.play()
        self.assertEqual((ending.returncode, ending.stderr), (
            2, "error: mosquitto 1.4.9 is too old; needed: 2.0 or later\n"))

    def test_a_port_in_use_ends_the_run(self):
        self.program("mosquitto", "echo mosquitto version 2.0.11")
        self.program("nats-server", "echo nats-server: v2.9.10")
        self.program("rabbitmq-server", "exit 1")
        self.program("epmd", "exit 1")
        with socket.socket() as other:
            other.bind((HOST, 0))
            other.listen()
            port = other.getsockname()[1]
            ending = self.play("--ports", str(port))
        self.assertEqual((ending.returncode, ending.stderr), (
            2, f"error: port {port} is in use: choose others with --ports\n"))

    def test_a_broker_that_does_not_start_ends_the_run(self):
        self.program("mosquitto", "echo mosquitto version 2.0.11")
        self.program("nats-server", "echo nats-server: v2.9.10")
        self.program("epmd", "echo Address in use; exit 1")
        self.program("rabbitmq-server", "exit 1")
        ending = self.play()
        self.assertEqual((ending.returncode, ending.stderr), (2, "error: epmd does not start: Address in use\n"))


class InstallTests(Folder):
    """The installation with a package manager that only writes down what it is asked."""

    def install(self, status: str) -> str:
        self.program("dpkg-query", f"echo '{status}'")
        self.program("apt-get", f'echo "apt-get $* policy $($POLICY; echo $?)" >>{self.folder}/calls')
        for name in ("deb-systemd-helper", "update-rc.d"):
            self.program(name, f'echo "{name} $*" >>{self.folder}/calls')
        # For others than root, who would ask sudo.
        self.program("id", "echo 0")
        policy = self.folder / "policy-rc.d"
        environment = {**os.environ, "POLICY": str(policy), "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run([BROKERS / "install.sh"], env=environment, check=True, capture_output=True)
        calls = self.folder / "calls"
        return calls.read_text() if calls.exists() else ""

    def test_daemons_are_denied_and_the_policy_comes_back(self):
        policy = self.program("policy-rc.d", "exit 104")
        calls = self.install("unknown ok not-installed")
        self.assertIn("apt-get install -y -qq --no-install-recommends rabbitmq-server policy 101", calls)
        self.assertNotIn("remove", calls)
        self.assertEqual(policy.read_text(), "#!/bin/sh\nexit 104\n")

    def test_where_there_was_no_policy_there_is_none(self):
        self.assertIn("mosquitto policy 101", self.install("unknown ok not-installed"))
        self.assertFalse((self.folder / "policy-rc.d").exists())

    def test_what_is_there_is_left_alone(self):
        self.assertEqual(self.install("install ok installed"), "")


if __name__ == "__main__":
    unittest.main()
