"""`explore` keeps its limits: of time, of connections, and of what a crash may leave."""

import http.client
import os
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from deliverysim.explore import save, server
from deliverysim.explore.limits import Strangers, Timed


class NoStudy:
    """Nothing is asked of it: only the page is."""

    def shown(self, can_save):
        return {"title": "a title", "pins": []}


class Connections(unittest.TestCase):
    def start(self, seconds=10.0, strangers=64):
        """A server of a page that has no scenario."""
        for name, value in [("REQUEST_SECONDS", seconds), ("STRANGERS_MAX", strangers)]:
            patch = mock.patch.object(server, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        served = server.Server(NoStudy(), None)
        thread = threading.Thread(target=served.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(served.server_close)
        self.addCleanup(served.shutdown)
        return served

    def connect(self, served):
        connection = socket.create_connection(served.server_address[:2], timeout=20)
        self.addCleanup(connection.close)
        return connection

    def status(self, served):
        connection = http.client.HTTPConnection(*served.server_address[:2], timeout=20)
        self.addCleanup(connection.close)
        connection.request("GET", f"/?token={served.token}")
        return connection.getresponse().status

    def test_a_request_that_comes_byte_by_byte_is_ended(self):
        served = self.start(seconds=0.4)
        connection = self.connect(served)
        start = time.monotonic()
        with self.assertRaises(OSError):
            for _ in range(200):
                connection.sendall(b"G")
                time.sleep(0.05)
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(self.status(served), 200)

    def test_so_is_a_body_and_its_sender_reads_why(self):
        served = self.start(seconds=0.4)
        connection = self.connect(served)
        connection.sendall(
            f"POST /run HTTP/1.0\r\nHost: 127.0.0.1:{served.server_port}\r\n"
            f"X-Token: {served.token}\r\nContent-Type: application/json\r\n"
            "Content-Length: 9\r\n\r\n".encode())
        self.assertIn(b" 408 ", connection.recv(1000))

    def test_who_waits_without_the_token_keeps_nobody_out(self):
        served = self.start(strangers=8)
        before = threading.active_count()
        waiting = [self.connect(served) for _ in range(60)]
        self.assertEqual(self.status(served), 200)
        end = time.monotonic() + 10
        while threading.active_count() - before > 9 and time.monotonic() < end:
            time.sleep(0.02)
        self.assertLessEqual(threading.active_count() - before, 9)
        self.assertEqual(waiting[0].recv(1), b"", "the oldest one is closed")

    def test_who_has_shown_the_token_is_no_stranger(self):
        strangers = Strangers(1)
        (one, other), (third, fourth) = socket.socketpair(), socket.socketpair()
        for end in (one, other, third, fourth):
            self.addCleanup(end.close)
        strangers.add(one)
        strangers.remove(one)
        strangers.add(third)
        other.setblocking(False)
        with self.assertRaises(BlockingIOError):
            other.recv(1)

    def test_time_is_that_of_the_whole(self):
        one, other = socket.socketpair()
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        timed = Timed(one, 0.2)
        other.sendall(b"a")
        self.assertEqual(timed.read(1), b"a")
        time.sleep(0.25)
        other.sendall(b"b")
        with self.assertRaises(TimeoutError):
            timed.read(1)


class Saving(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.file = self.folder / "a.yml"
        self.file.write_text("old")

    def write(self):
        save.Folder(str(self.folder), force=True).write("a", "new", lambda _: None)

    def test_the_old_file_is_there_until_the_new_one_is(self):
        with mock.patch.object(Path, "replace", side_effect=OSError(5, "no")):
            with self.assertRaises(save.NotSaved):
                self.write()
        self.assertEqual(self.file.read_text(), "old")
        self.assertEqual(list(self.folder.iterdir()), [self.file])

    def test_the_new_file_is_on_the_disk_before_it_has_its_name(self):
        seen = []
        real = os.fsync

        def sync(descriptor):
            seen.append(self.file.read_text())
            real(descriptor)

        with mock.patch("os.fsync", sync):
            self.write()
        self.assertEqual(seen, ["old"])
        self.assertEqual(self.file.read_text(), "new")

    def test_a_disk_without_links_replaces_nothing_either(self):
        with mock.patch("os.link", side_effect=PermissionError(1, "no links")):
            with self.assertRaisesRegex(save.NotSaved, "is there already"):
                save.Folder(str(self.folder)).write("a", "new", lambda _: None)
            save.Folder(str(self.folder)).write("b", "new", lambda _: None)
        self.assertEqual(self.file.read_text(), "old")
        self.assertEqual((self.folder / "b.yml").read_text(), "new")
        self.assertEqual(len(list(self.folder.iterdir())), 2)


if __name__ == "__main__":
    unittest.main()
