"""`explore`: lets nobody else in, survives what it is sent, and answers what the tool answers."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import deliverysim
from deliverysim.explore import answer, save
from deliverysim.explore.page import page
from deliverysim.explore.server import BODY_MAX, Server
from deliverysim.explore.study import Question, Study
from deliverysim.explore.tool import Busy, NobodyWaits, Tool, TookTooLong, stays

from .places import SCENARIO, TOOL, children, is_alive, needs_tool

AWAY = "network.offline.weibull.scale"


class Words(unittest.TestCase):
    """The table has the report's digits and signs."""

    def test_shares(self):
        one = answer.Estimate(0.96123456, 0.96, 1.2)
        self.assertEqual(answer.share(one), "96.12\N{NO-BREAK SPACE}%")
        self.assertEqual(answer.share_interval(one), "96.00 to 100.00\N{NO-BREAK SPACE}%")
        for value, text in [(0.5, "50.00"), (0.0123456, "1.23"), (0.00123456, "0.123"),
                            (0.000123456, "0.0123"), (1.0, "100"), (0.0, "0"),
                            (0.9998765, "99.99")]:  # fmt: skip
            found = answer.share(answer.Estimate(value, value, value))
            self.assertEqual(found, f"{text}\N{NO-BREAK SPACE}%")

    def test_differences(self):
        for value, text in [(0.2, "+20.0"), (-0.2, "−20.0"), (-0.0123456, "−1.23"),
                            (0.000123456, "+0.0123"), (0.0, "0.00")]:  # fmt: skip
            found = answer.points(answer.Estimate(value, value, value))
            self.assertEqual(found, f"{text}\N{NO-BREAK SPACE}pp")
        one = answer.Estimate(-0.012, -0.0138, 0.0102)
        self.assertEqual(answer.points_interval(one), "−1.38 to +1.02\N{NO-BREAK SPACE}pp")

    def test_intervals_whose_ends_read_alike(self):
        one = answer.Estimate(0.5, 0.49998, 0.50002)
        self.assertEqual(
            answer.share_interval(one), "49.998 to 50.002\N{NO-BREAK SPACE}%"
        )
        one = answer.Estimate(0.0501, 0.05006, 0.05014)
        self.assertEqual(answer.points_interval(one), "+5.006 to +5.014\N{NO-BREAK SPACE}pp")
        one = answer.Estimate(0.5, 0.5, 0.5)
        self.assertEqual(answer.points_interval(one), "+50.0 to +50.0\N{NO-BREAK SPACE}pp")
        one = answer.Estimate(0.0, -1e-13, 1e-13)
        self.assertEqual(answer.points_interval(one), "−0.00 to +0.00\N{NO-BREAK SPACE}pp")


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)


class Tools(Folder):
    def tool(self, script, seconds=20.0):
        path = self.folder / "tool"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return Tool(str(path), self.folder, seconds)

    def test_a_run_that_takes_too_long_is_ended(self):
        start = time.monotonic()
        with self.assertRaises(TookTooLong):
            self.tool("exec sleep 60", 0.1).validate([])
        self.assertLess(time.monotonic() - start, 5)

    def test_a_run_that_nobody_waits_for_is_ended(self):
        tool = self.tool(f"echo $$ > {self.folder}/id; exec sleep 60")
        begun = self.folder / "id"
        with self.assertRaises(NobodyWaits):
            tool.simulate([], str, lambda: begun.exists() and bool(begun.read_text()))
        with self.assertRaises(ProcessLookupError):
            os.kill(int(begun.read_text()), 0)

    def test_one_run_at_a_time(self):
        tool = self.tool(f"cd {self.folder}; mkdir alone || exit 70; sleep 0.05; rmdir alone")
        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(tool.validate, [[]] * 8)), [""] * 8)

    def test_too_many_are_told(self):
        tool = self.tool("exec sleep 60")
        taken = [tool.places.acquire() for _ in range(16)]
        self.assertTrue(all(taken))
        with self.assertRaises(Busy):
            tool.validate([])

    def test_what_it_leaves_is_removed(self):
        self.tool("exit 0").simulate([], str, stays)
        self.assertEqual([one.name for one in self.folder.iterdir()], ["tool"])


class Saved(Folder):
    def test_only_names_of_files(self):
        self.assertEqual(save.scenario_name("a-1.yml"), "a-1")
        for name in ["", "../a", "/a", "a/b", "..", ".a", "a.b", "a\0", "a" * 81, None, 3, "ä b"]:
            with self.assertRaises(save.NotSaved):
                save.scenario_name(name)

    def test_nothing_is_replaced_without_force(self):
        out = self.folder / "out"
        save.Folder(str(out)).write("a", "1", lambda _: None)
        with self.assertRaisesRegex(save.NotSaved, "is there already"):
            save.Folder(str(out)).write("a", "2", lambda _: None)
        self.assertEqual((out / "a.yml").read_text(), "1")
        save.Folder(str(out), force=True).write("a", "2", lambda _: None)
        self.assertEqual((out / "a.yml").read_text(), "2")
        self.assertEqual(len(list(out.iterdir())), 1)

    def test_a_link_is_not_followed(self):
        other = self.folder / "other"
        other.write_text("0")
        (self.folder / "a.yml").symlink_to(other)
        with self.assertRaises(save.NotSaved):
            save.Folder(str(self.folder)).write("a", "1", lambda _: None)
        save.Folder(str(self.folder), force=True).write("a", "1", lambda _: None)
        self.assertEqual(other.read_text(), "0")

    def test_a_folder_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        with self.assertRaises(save.NotSaved):
            save.Folder(str(self.folder / "file")).write("a", "1", lambda _: None)

    def test_what_the_tool_refuses_is_not_written(self):
        def refuse(_):
            raise deliverysim.ToolFailed("no", 65)

        with self.assertRaises(deliverysim.ToolFailed):
            save.Folder(str(self.folder)).write("a", "1", refuse)
        self.assertEqual(list(self.folder.iterdir()), [])


class Pages(unittest.TestCase):
    def test_no_title_ends_an_element(self):
        text = page({"title": "%%script%%</script><b>", "pins": []}, "n")
        self.assertNotIn("<b>", text)
        self.assertEqual(text.count("</script>"), 2)


@needs_tool
class Studies(Folder):
    """The questions to the tool about a scenario."""

    def study(self, *changes):
        """Of a scenario with these texts replaced, and more at its end."""
        text = SCENARIO.replace("rate: 20/d", "rate: 100/d")
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        file = self.folder / "my.yml"
        file.write_text(text, encoding="utf-8")
        study = Study(Tool(TOOL, self.folder), str(file), [])
        study.open([f"{AWAY}=5m..4h"])
        return study

    def test_few_devices_give_the_notifications_of_an_answer(self):
        # 1,400 of a device: one would do.
        self.assertEqual((self.study().devices, self.study().devices_all), (4, 20))
        # 14 of a device, 20 replications, 20,000 in all.
        few = self.study(("rate: 100/d", "rate: 1/d"), ("devices: 20", "devices: 500"))
        self.assertAlmostEqual(few.devices, 20_000 / 20 / 14, delta=20)
        self.assertEqual(self.study(("rate: 100/d", "rate: 1/d")).devices, 20)

    def test_without_pins_the_usual_ones(self):
        study = self.study()
        study.open([])
        self.assertEqual(
            [pin.key for pin in study.pins[:2]], [AWAY, "network.online.exponential.mean"])
        with self.assertRaisesRegex(deliverysim.ToolFailed, "^--pin: found seed, a setting"):
            study.open(["seed=1..2"])

    def test_devices_that_share_an_endpoint_stay_as_many(self):
        capacity = "{servers: 3, service: {exponential: {mean: 1s}}}"
        shared = self.study(
            ("push_service:", f"provider: {{resend: {{capacity: {capacity}}}}}\npush_service:"))
        self.assertEqual(shared.devices, 20)

    def test_what_belongs_to_whole_runs_is_left_out(self):
        plain = self.study()
        asked = plain.question({"values": {AWAY: "2h"}})
        wanted = plain.ask(asked, stays)
        swept = self.study(("strategies:", (
            f"sweep: [{{factor: away, path: {AWAY}, values: [5m, 1h]}}]\n"
            "expect: ['gap-recovery.deliverability >= 0.9 at away: 1h']\nstrategies:")))
        self.assertEqual(swept.ask(asked, stays), wanted)
        chosen = self.study(
            ("replications: 4", "replications: {min: 10, max: 20}"),
            ("strategies:", "best: {maximise: deliverability, worth: 0.001}\nstrategies:"))
        self.assertEqual(chosen.ask(asked, stays), wanted)
        # With `best` the tool refuses to run only some.
        fewer = chosen.question({"strategies": []})
        self.assertEqual(len(chosen.ask(fewer, stays)["rows"]), 1)


@needs_tool
class Served(Folder):
    """A server of a small scenario, in this process."""

    def setUp(self):
        super().setUp()
        self.scenario = self.folder / "my.yml"
        self.scenario.write_text(SCENARIO, encoding="utf-8")
        self.study = Study(Tool(TOOL, self.folder), str(self.scenario), [])
        self.study.open([f"{AWAY}=5m..4h"])
        self.study.devices = 5
        self.server = Server(self.study, save.Folder(str(self.folder / "out")))
        thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def ask(self, method, path, body=None, **headers):
        """The status and the body of an answer; JSON where it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=30)
        try:
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            text = body if body is None or isinstance(body, str | bytes) else json.dumps(body)
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
            read = answer.read().decode()
            self.assertEqual(answer.getheader("Cache-Control") or "no-store", "no-store")
            is_json = (answer.getheader("Content-Type") or "").startswith("application/json")
            return answer.status, json.loads(read) if is_json else read
        finally:
            connection.close()

    def post(self, path, body, **headers):
        usual = {"X_Token": self.server.token, "Content_Type": "application/json"}
        return self.ask("POST", path, body, **(usual | headers))

    def assert_lives(self):
        status, answer = self.post("/run", {"replications": 2})
        self.assertEqual(status, 200, answer)


class Requests(Served):
    def test_the_page_needs_the_token(self):
        self.assertEqual(self.ask("GET", f"/?token={self.server.token}")[0], 200)
        for path in ["/", "/?token=", "/?token=x", f"/?token={self.server.token}x", "/?token=%ff"]:
            status, answer = self.ask("GET", path)
            self.assertEqual(status, 403, path)
            self.assertIn("wrong token", answer["error"])
        self.assertEqual(self.ask("GET", f"/other?token={self.server.token}")[0], 404)

    def test_so_does_every_question(self):
        for path in ["/run", "/save", "/other"]:
            for token in ["", "x", "\xe4"]:
                self.assertEqual(self.post(path, {}, X_Token=token)[0], 403)
        self.assertEqual(self.post("/other", {})[0], 404)
        self.assertEqual(list(self.folder.glob("out/*")), [])

    def test_tokens_are_compared_in_constant_time(self):
        with mock.patch("hmac.compare_digest", return_value=False) as compare:
            self.assertEqual(self.ask("GET", f"/?token={self.server.token}")[0], 403)
        compare.assert_called_once()

    def test_other_hosts_and_origins_are_refused(self):
        port = self.server.server_port
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""]:
            self.assertEqual(self.post("/run", {}, Host=host)[0], 403, host)
            self.assertEqual(self.ask("GET", f"/?token={self.server.token}", Host=host)[0], 403)
        self.assertEqual(self.post("/run", {"replications": 2}, Host=f"localhost:{port}")[0], 200)
        self.assertEqual(self.post("/run", {}, Origin="http://evil.example")[0], 403)

    def test_only_the_loopback_interface(self):
        self.assertEqual(self.server.server_address[0], "127.0.0.1")

    def test_other_methods_and_kinds_are_refused(self):
        for method in ["PUT", "DELETE", "OPTIONS"]:
            self.assertEqual(self.ask(method, "/run")[0], 501)
        self.assertEqual(self.post("/run", "{}", Content_Type="text/plain")[0], 415)

    def test_large_bodies_are_refused_politely(self):
        for size in [BODY_MAX + 1, 3_000_000]:
            status, answer = self.post("/run", b" " * size)
            self.assertEqual(status, 413)
            self.assertIn(str(BODY_MAX), answer["error"])
        self.assertEqual(self.post("/run", b" " * BODY_MAX)[0], 400)
        self.assertEqual(self.post("/run", b"", Content_Length="9" * 30)[0], 413)
        self.assert_lives()

    def test_a_slow_sender_of_too_much_reads_why(self):
        with socket.create_connection(self.server.server_address[:2]) as connection:
            connection.sendall(
                f"POST /run HTTP/1.0\r\nHost: 127.0.0.1:{self.server.server_port}\r\n"
                f"X-Token: {self.server.token}\r\nContent-Type: application/json\r\n"
                "Content-Length: 300000\r\n\r\n".encode())
            for _ in range(3):
                time.sleep(0.05)
                connection.sendall(b" " * 100_000)
            self.assertIn(b" 413 ", connection.recv(1000))

    def test_broken_requests(self):
        for sent in [b"", b"\0\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n", b"x" * 70_000]:
            with socket.create_connection(self.server.server_address[:2]) as connection:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                try:
                    connection.recv(100)
                except ConnectionResetError:
                    pass
        for body in ["{", "[]", "1", "[" * 60_000, '{"values": 1}', '{"values": {"a": "b"}}',
                     '{"strategies": ["x"]}', '{"strategies": 3}', '{"replications": 1}',
                     '{"replications": 641}', '{"replications": true}', '{"replications": "9"}',
                     '{"replications": ' + "9" * 5000 + "}"]:  # fmt: skip
            self.assertEqual(self.post("/run", body)[0], 400, body[:60])
        self.assert_lives()

    def test_the_page_may_load_nothing_from_elsewhere(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port)
        self.addCleanup(connection.close)
        connection.request("GET", f"/?token={self.server.token}")
        answer = connection.getresponse()
        policy = answer.getheader("Content-Security-Policy")
        self.assertTrue(policy.startswith("default-src 'none'; script-src 'nonce-"))
        self.assertNotIn("http", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(answer.getheader("Referrer-Policy"), "no-referrer")
        self.assertNotIn("://", answer.read().decode().replace("http://www.w3.org/2000/svg", ""))


class Questions(Served):
    def test_the_answer_is_what_the_tool_computes(self):
        status, found = self.post("/run", {"values": {AWAY: "1h"}, "replications": 20})
        self.assertEqual(status, 200, found)
        results = deliverysim.run(
            self.scenario, tool=TOOL, replications=20, devices=5, settings={AWAY: "1h"})
        rows = results.comparisons.pandas().set_index(["strategy", "metric"])
        wanted = rows.loc[("gap-recovery", "deliverability")]
        by_name = {row["strategy"]: row for row in found["rows"]}
        self.assertEqual(by_name["gap-recovery"]["difference_at"],
                         [wanted["difference"], wanted["ci_low"], wanted["ci_high"]])
        self.assertIsNone(by_name["fire-and-forget"]["difference_at"])
        self.assertRegex(by_name["gap-recovery"]["difference"], r"^\+\d+\.\d+\spp$")
        # 12 of the 48 times that the range spans: ln 12 / ln 48 of its length.
        self.assertEqual(found["positions"], {AWAY: 64})

    def test_where_values_lie_on_their_sliders(self):
        (pin,) = self.study.pins
        self.assertEqual((pin.start, pin.steps[0], pin.steps[-1]), ("20m", "5m", "4h"))
        self.assertEqual(pin.steps[pin.position], "20.1m")
        for value, place in [(pin.steps[7], 7), ("3600s", 64), ("9d", len(pin.steps) - 1)]:
            found = self.study.positions(Question({AWAY: value}, []), stays)
            self.assertEqual(found, {AWAY: place}, value)
        self.assertEqual(self.study.positions(Question({AWAY: "many"}, []), stays), {})

    def test_only_the_strategies_that_are_ticked_and_the_baseline(self):
        found = self.post("/run", {"strategies": [], "replications": 2})[1]
        self.assertEqual([row["strategy"] for row in found["rows"]], ["fire-and-forget"])

    def test_the_tools_errors_are_told_with_their_key(self):
        status, found = self.post("/run", {"values": {AWAY: "abc"}})
        self.assertEqual((status, found["key"]), (422, AWAY))
        self.assertTrue(found["error"].startswith(f"{AWAY}: found abc;"), found)
        for value in ["", " ", "1\n2", "1\0", "\ud800", "9" * 201, 5, None]:
            status, found = self.post("/run", {"values": {AWAY: value}})
            self.assertEqual((status, found["key"]), (400, AWAY), repr(value))

    def test_a_huge_value_ends_with_a_sentence(self):
        self.study.open(["workload.arrivals.poisson.rate=1/d..2/d"])
        self.study.tool.seconds = 0.5
        rate = "100000/s"
        start = time.monotonic()
        status, found = self.post("/run", {"values": {"workload.arrivals.poisson.rate": rate}})
        self.assertIn(status, (422, 504), found)
        self.assertTrue(found["error"])
        self.assertLess(time.monotonic() - start, 10)
        self.study.tool.seconds = 20
        self.assert_lives()

    def test_ten_clients_at_once(self):
        body = {"values": {AWAY: "30m"}, "replications": 2}
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda _: self.post("/run", body), range(10)))
        self.assertEqual({status for status, _ in answers}, {200})
        self.assertEqual(len({json.dumps(found) for _, found in answers}), 1)

    def test_a_client_that_goes_makes_room(self):
        real, self.study.tool.program = self.study.tool.program, self.slow()
        for _ in range(3):
            with socket.create_connection(self.server.server_address[:2]) as connection:
                connection.sendall(
                    f"POST /run HTTP/1.0\r\nHost: 127.0.0.1:{self.server.server_port}\r\n"
                    f"X-Token: {self.server.token}\r\nContent-Type: application/json\r\n"
                    "Content-Length: 2\r\n\r\n{}".encode())
                time.sleep(0.05)
        self.study.tool.program = real
        start = time.monotonic()
        self.assert_lives()
        self.assertLess(time.monotonic() - start, 10)

    def slow(self):
        path = self.folder / "slow"
        path.write_text("#!/bin/sh\nexec sleep 60\n")
        path.chmod(0o755)
        return str(path)

    def test_saved_scenarios_run(self):
        asked = {"values": {AWAY: "1h"}, "strategies": [], "name": "found.yml"}
        status, found = self.post("/save", asked)
        self.assertEqual(status, 200, found)
        self.assertEqual(found["command"],
                         f"deliverysim run {found['file']} --strategy fire-and-forget")
        results = deliverysim.run(found["file"], tool=TOOL, replications=2)
        self.assertEqual(results.scenario["network"]["offline"]["weibull"]["scale"], "1h")
        self.assertEqual(results.scenario["devices"], 20)
        self.assertEqual(results.scenario["name"], "found")
        self.assertEqual(self.post("/save", asked)[0], 409)

    def test_only_in_its_folder_and_only_where_there_is_one(self):
        for name in ["../a", "/tmp/a", "a/b", "", None, {"a": 1}]:
            self.assertEqual(self.post("/save", {"name": name})[0], 409, name)
        self.server.folder = None
        status, found = self.post("/save", {"name": "a"})
        self.assertEqual(status, 409)
        self.assertIn("--out", found["error"])
        self.assertEqual(list(self.folder.rglob("*.yml")), [self.scenario])


@needs_tool
class Programs(Folder):
    """The program itself, as the tool starts it."""

    def start(self, *options, scenario=SCENARIO, tool=TOOL):
        file = self.folder / "my.yml"
        file.write_text(scenario, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "deliverysim.explore", *options, "--", str(file)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            env={**os.environ, "DELIVERYSIM": str(tool), "TMPDIR": str(self.folder)},
        )  # fmt: skip
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_signals_end_it_and_leave_nothing(self):
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
            process = self.start()
            self.assertRegex(process.stdout.readline(), r"^http://127\.0\.0\.1:\d+/\?token=\S{32}$")
            process.send_signal(number)
            self.assertEqual(process.wait(10), 128 + number)
            self.assertNotIn("Traceback", process.stderr.read())
            self.assertEqual([one.name for one in self.folder.iterdir()], ["my.yml"])

    def test_after_a_kill_its_run_ends_and_the_next_one_sweeps(self):
        rates = SCENARIO.replace("rate: 20/d", "rate: 3000/d").replace("replications: 4", "replications: 640")
        process = self.start("--pin=workload.arrivals.poisson.rate=1/d..9000/d", scenario=rates)
        host, token = process.stdout.readline().strip().removeprefix("http://").split("/?token=")
        connection = http.client.HTTPConnection(host)
        self.addCleanup(connection.close)
        headers = {"X-Token": token, "Content-Type": "application/json"}
        connection.request("POST", "/run", '{"replications": 640}', headers)
        while not (child := children(process.pid)):
            time.sleep(0.01)
        process.kill()
        end = time.monotonic() + 10
        while is_alive(child[0]) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertFalse(is_alive(child[0]), "the run goes on without its owner")
        self.assertEqual(len(list(self.folder.glob("deliverysim-explore-*"))), 1)
        after = self.start()
        self.assertTrue(after.stdout.readline())
        self.assertEqual(len(list(self.folder.glob("deliverysim-explore-*"))), 1)
        third = self.start()
        self.assertTrue(third.stdout.readline())
        # Those of the living stay.
        self.assertEqual(len(list(self.folder.glob("deliverysim-explore-*"))), 2)

    def test_a_run_ends_with_it(self):
        tool = self.folder / "tool"
        # Its second run is that of the page.
        tool.write_text(
            f'#!/bin/sh\necho $$ >> {self.folder}/ids\n'
            f'[ $(wc -l < {self.folder}/ids) = 2 ] && exec sleep 60\nexec {TOOL} "$@"\n')
        tool.chmod(0o755)
        process = self.start(tool=tool)
        url = process.stdout.readline().strip()
        host, token = url.removeprefix("http://").split("/?token=")
        connection = http.client.HTTPConnection(host)
        self.addCleanup(connection.close)
        headers = {"X-Token": token, "Content-Type": "application/json"}
        connection.request("POST", "/run", "{}", headers)
        ids = self.folder / "ids"
        while len(ids.read_text().split()) < 2:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(ids.read_text().split()[1]), 0)
        self.assertEqual({one.name for one in self.folder.iterdir()}, {"my.yml", "tool", "ids"})

    def test_its_errors_are_the_tools(self):
        for options, scenario, code, words in [
            ([], "format: 1\n", 65, "my.yml"),
            (["--pin=devices=9..2"], SCENARIO, 64, "--pin: found devices, a setting"),
            (["--port=70000"], SCENARIO, 64, "--port: 70000"),
        ]:
            process = self.start(*options, scenario=scenario)
            output, messages = process.communicate(timeout=20)
            self.assertEqual((process.returncode, output), (code, ""), messages)
            self.assertTrue(messages.startswith("error: ") and words in messages, messages)


del Served  # no tests of its own
