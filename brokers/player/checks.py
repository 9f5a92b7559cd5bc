"""The checks: each plays something to a broker and gives rows."""

import contextlib
import pathlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import expiry, jetstream, known, mosquitto, rabbitmq
from .article import compare as article_compare
from .article.play import Settings, play_article
from .compare import Difference, differences, name
from .kinds import KINDS, Kind, serving
from .play import Run, play
from .process import Process, free_port
from .random_worlds import make
from .results import Row
from .simulated import Scenario
from .storm import compare as storm_compare
from .storm.crowd import Capacity, find_gaps, storm
from .store import End, Store

# Lines of a broker's log that are shown of the first difference.
LOG_LINES = 4
WORLDS = pathlib.Path(__file__).resolve().parents[1] / "worlds"


@dataclass
class Bench:
    """What all checks need: the tool, a folder for files, a node of RabbitMQ that runs for all of them."""

    tool: pathlib.Path
    folder: pathlib.Path
    ports: Iterator[int | None]
    rabbit: tuple[Process, int] | None = None

    def port(self) -> int:
        return free_port(next(self.ports))

    @contextlib.contextmanager
    def serving(
        self, broker: str, capacity: int = 0, window: int = mosquitto.WINDOW
    ) -> Iterator[tuple[Process, int]]:
        """A broker of its own, or RabbitMQ's node, which takes seconds to start."""
        if broker == "rabbitmq-server" and self.rabbit:
            yield self.rabbit
        else:
            port = self.port()
            with serving(broker, self.folder, port, capacity, window) as process:
                yield process, port


@dataclass(frozen=True)
class WorldFile:
    """A world to play: its file, how many devices it has, and the limit of the stores that have one."""

    file: pathlib.Path
    devices: int
    capacity: int


def at_random(count: int, messages: int, folder: pathlib.Path, first: int) -> list[WorldFile]:
    worlds = []
    for seed in range(first, first + count):
        world = make(seed, messages)
        file = folder / f"random-{seed}.yml"
        file.write_text(world.text, encoding="utf-8")
        worlds.append(WorldFile(file, world.devices, world.capacity))
    return worlds


def kinds_of(broker: str, number: int, each: int | None) -> list[Kind]:
    """All kinds of a broker, or `each` of them, in turn from world to world."""
    kinds = [kind for kind in KINDS if kind.broker == broker]
    if each is None:
        return kinds
    return [kinds[(number * each + place) % len(kinds)] for place in range(min(each, len(kinds)))]


def check_store(bench: Bench, world_file: WorldFile, kind: Kind) -> Row:
    """Plays a world to a store, push by push."""
    capacity = world_file.capacity
    scenario = Scenario(bench.tool, world_file.file, kind.strategy, tuple(kind.changes(capacity)))
    world = scenario.world(world_file.devices, bench.folder)
    fates = scenario.fates(bench.folder)
    limit = capacity if kind.is_limited_by_broker else 0
    with bench.serving(kind.broker, limit) as (process, port):
        store = kind.make(port, capacity)
        with contextlib.closing(store):
            store.open(world.devices)
            run, = play(world, [store], process.log)
            found = differences(fates, run)
            row = Row(kind.broker, kind.name, len(fates), len(found))
            if found:
                row.details = _explained(scenario, found[0], run, process)
            _check_books(row, store, run)
    return row


def _check_books(row: Row, store: Store, run: Run) -> None:
    """The broker's own number of lost pushes, where it has one, is ours."""
    told = store.lost()
    ours = sum(seen.end in (End.GONE, End.OVERWRITTEN, End.EXPIRED) for seen in run.seen.values())
    if told is not None and told != ours:
        row.differing += 1
        row.details.append(f"the broker counts {told} lost, the player {ours}")


def _explained(scenario: Scenario, difference: Difference, run: Run, process: Process) -> list[str]:
    push = difference.push
    story = scenario.ask("explain", "--device", str(push.device), "--message", str(push.message)).rstrip().split("\n")
    log = process.log.read_bytes()[run.log_places.get(push, 0):].decode(errors="replace").split("\n")
    names = (f"device-{push.device} ", f"device/{push.device}'", f"device.{push.device}.", f"device-{push.device}.")
    lines = [line for line in log if any(name in line for name in names)][:LOG_LINES]
    words = [f"explain: {line}" for line in story[2:]] + [f"{process.name}: {line}" for line in lines]
    return [difference.text(), *words]


# R2.4, R5.1 to R5.4 as in worlds/article.yml.
ARTICLE_DEVICES = 12
ARTICLE = {"gap-recovery": Settings(6, False, 90 * 60_000_000), "as-printed": Settings(6, True, 90 * 60_000_000)}


def check_article(bench: Bench, broker: str) -> Iterator[Row]:
    """The article's provider and clients, with the broker as the push service."""
    with bench.serving(broker) as (_, port):
        for strategy, settings in ARTICLE.items():
            scenario = Scenario(bench.tool, WORLDS / "article.yml", strategy)
            world = scenario.world(ARTICLE_DEVICES, bench.folder)
            documents = [scenario.document(device) for device in range(ARTICLE_DEVICES)]
            ledger = play_article(world, broker, port, bench.folder, settings)
            found = article_compare.differences(documents, ledger)
            requests = sum(map(len, ledger.asked.values()))
            row = Row(broker, f"article, {strategy}", len(ledger.messages) + requests, len(found))
            row.note = f"{requests} re-requests"
            if found:
                one = found[0]
                story = scenario.ask("explain", "--device", str(one.device), "--message", str(one.message)).rstrip()
                row.details = [one.text(), *(f"explain: {line}" for line in story.split("\n")[2:])]
            yield row


EXPIRY_DEVICES = 20
EXPIRY_US = expiry.HOUR_US
CLOCK = expiry.Clock(hour_s=5)
# How near to the expiry a stay may end to be judged; mosquitto keeps messages to the second.
MARGINS_S = {"mosquitto": 1.5, "nats-server": 0.5, "rabbitmq-server": 0.5}


def check_expiry(bench: Bench, brokers: Sequence[str]) -> Iterator[Row]:
    """One world with an expiry, to all brokers at once."""
    scenario = Scenario(bench.tool, WORLDS / "expiry.yml")
    world = scenario.world(EXPIRY_DEVICES, bench.folder)
    fates = scenario.fates(bench.folder)
    seconds = CLOCK.seconds(EXPIRY_US)
    with contextlib.ExitStack() as stack:
        stores: list[Store] = []
        for broker in brokers:
            # Expired messages would fill a window (known.py), so there is none.
            _, port = stack.enter_context(bench.serving(broker, window=0))
            if broker == "mosquitto":
                store: Store = mosquitto.QueueStore(port, expiry_s=round(seconds))
            elif broker == "nats-server":
                store = jetstream.StreamStore(port, None, expiry_s=seconds)
            else:
                store = rabbitmq.QueueStore(port, None, expiry_s=seconds)
            stores.append(stack.enter_context(contextlib.closing(store)))
            store.open(world.devices)
        margins = [MARGINS_S[broker] for broker in brokers]
        results = expiry.play_timed(world, fates, stores, margins, EXPIRY_US, CLOCK)
    for broker, result in zip(brokers, results, strict=True):
        row = Row(broker, "expiry", len(fates) - result.near, len(result.differences))
        row.note = f"{result.near} within {MARGINS_S[broker]:g} s of the expiry not judged"
        if result.differences:
            one = result.differences[0]
            stay = expiry.stays(world, result.run, CLOCK).get(one.push)
            row.details = [one.text(), f"{name(one.push)} was stored for {stay}"]
        yield row


STORM_DEVICES = 250
STORM_FROM_US = 3 * expiry.HOUR_US
STORM = Capacity(servers=8, service_s=0.1, timeout_s=2)
STORM_RUNS, STORM_REPLICATIONS = 10, 200


def check_storm(bench: Bench) -> Row:
    """A region comes back: who asks is settled by the broker's slot, who waits by the endpoint."""
    file = WORLDS / "storm.yml"
    simulated = storm_compare.simulated_storms(bench.tool, file, bench.folder, STORM_REPLICATIONS)
    # The world is the same without the endpoint's limit, and much faster to write.
    scenario = Scenario(bench.tool, file, "gap-recovery", ("provider.resend={}",))
    world = scenario.world(STORM_DEVICES, bench.folder)
    with bench.serving("mosquitto") as (_, port):
        gaps = find_gaps(world, port, STORM_FROM_US)
    real = [storm(len(gaps), STORM, seed, bench.folder) for seed in range(STORM_RUNS)]
    rows = storm_compare.rows(real, simulated)
    requests = [one.requests for one in simulated]
    told = [
        f"{row.name}: real {row.real:.3f} (from run to run ± {row.real_deviation:.3f}), "
        f"simulated {row.simulated:.3f} (± {row.simulated_deviation:.3f}), apart {row.distance:+.1f} standard errors"
        for row in rows
    ]
    is_usual = min(requests) <= len(gaps) <= max(requests)
    told.append(f"requests: real {len(gaps)}, simulated {min(requests)} to {max(requests)}")
    differing = sum(not row.agrees for row in rows) + (not is_usual)
    return Row("mosquitto", "storm", len(rows) + 1, differing, told, f"{STORM_RUNS} real storms")


def check_known(bench: Bench, broker: str) -> Iterator[Row]:
    """Each known difference is still what the documentation says."""
    port = bench.rabbit[1] if broker == "rabbitmq-server" and bench.rabbit else None
    for one in known.measure(broker, bench.folder, port):
        details = [] if one.holds else [f"expected {one.expected}, measured {one.measured}"]
        yield Row(broker, f"known: {one.words}", 1, int(not one.holds), details)
