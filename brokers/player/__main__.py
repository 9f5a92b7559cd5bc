"""Plays simulated worlds to real brokers, on this machine alone, and compares what was lost.

Exit code: 0 when everything agrees, 1 when something differs, 2 when a broker cannot be used.
"""

import argparse
import contextlib
import itertools
import pathlib
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator

from . import checks, jetstream, mosquitto, rabbitmq
from .errors import Missing, PlayError
from .process import find_program
from .results import Row, table, verdict

BROKERS = ["mosquitto", "nats-server", "rabbitmq-server"]
# What a run without --worlds plays: everything in little.
FEW, FEW_MESSAGES = 4, 600
MANY_MESSAGES = 2000
# So many stores of each broker play a world, in turn, where there are many worlds.
EACH = 2


class Report:
    """Prints what is done, and keeps the rows."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.skipped = 0
        self._start = time.monotonic()

    def add(self, rows: Iterable[Row], what: str = "") -> None:
        for row in rows:
            self.rows.append(row)
            word = "ok" if row.passed else f"{row.differing} DIFFER"
            seconds = time.monotonic() - self._start
            print(f"{seconds:6.0f} s  {row.broker}, {row.name}{what}: {row.checked} checked, {word}", flush=True)
            if row.details:
                print("\n".join(f"          {line}" for line in row.details), flush=True)

    def skip(self, what: str) -> None:
        self.skipped += 1
        print(f"skipped: {what}", flush=True)


def installed(report: Report) -> dict[str, str]:
    """The brokers that are there, with their versions; RabbitMQ tells its own when it runs."""
    found: dict[str, str] = {}
    for broker in BROKERS:
        try:
            if broker == "mosquitto":
                found[broker] = mosquitto.version()
            elif broker == "nats-server":
                found[broker] = jetstream.version()
            else:
                find_program("epmd")
                find_program(broker)
                found[broker] = ""
        except Missing as error:
            report.skip(str(error))
    return found


def ports(first: int | None) -> Iterator[int | None]:
    """Consecutive ones, or whatever the system has free."""
    return itertools.repeat(None) if first is None else itertools.count(first)


def play_all(options: argparse.Namespace, report: Report, folder: pathlib.Path) -> dict[str, str]:
    versions = installed(report)
    with contextlib.ExitStack() as stack:
        bench = checks.Bench(options.tool.resolve(), folder, ports(options.ports))
        if "rabbitmq-server" in versions:
            port = bench.port()
            process = stack.enter_context(rabbitmq.server(folder, port))
            bench.rabbit = (process, port)
            versions["rabbitmq-server"] = rabbitmq.version(port)
        count = options.worlds or FEW
        messages = options.messages or (MANY_MESSAGES if options.worlds else FEW_MESSAGES)
        worlds = checks.at_random(count, messages, folder, options.seed)
        for number, world in enumerate(worlds):
            for broker in versions:
                for kind in checks.kinds_of(broker, number, EACH if options.worlds else None):
                    report.add([checks.check_store(bench, world, kind)], f", {world.file.stem}")
        for broker in versions:
            if broker != "nats-server":
                report.add(checks.check_article(bench, broker))
        if versions:
            report.add(checks.check_expiry(bench, list(versions)))
        if "mosquitto" in versions:
            report.add([checks.check_storm(bench)])
        for broker in versions:
            report.add(checks.check_known(bench, broker))
    return versions


def main() -> int:
    parser = argparse.ArgumentParser(prog="player", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tool", type=pathlib.Path, required=True, help="the deliverysim to compare with")
    parser.add_argument("--worlds", type=int, help=f"how many random worlds; without it {FEW} small ones to all stores")
    parser.add_argument("--messages", type=int, help="about how many in each world")
    parser.add_argument("--seed", type=int, default=1, help="of the first random world")
    parser.add_argument("--ports", type=int, help="the first of the ports; without it the system chooses")
    options = parser.parse_args()
    report = Report()
    signals: list[int] = []

    def end(number: int, _frame: object) -> None:
        signals.append(number)
        sys.exit(128 + number)

    # Whoever ends this ends the brokers too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    try:
        with tempfile.TemporaryDirectory(prefix="brokers-") as folder:
            versions = play_all(options, report, pathlib.Path(folder))
    except PlayError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (Exception, SystemExit):
        if not signals:
            raise
        # What a connection that was cut off says is no news.
        print(f"ended by signal {signals[0]}", file=sys.stderr)
        return 128 + signals[0]
    print()
    print("\n".join(table(report.rows, versions)))
    print(verdict(report.rows, report.skipped))
    return int(any(not row.passed for row in report.rows))


if __name__ == "__main__":
    sys.exit(main())
