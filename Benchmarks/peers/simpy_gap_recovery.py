"""The scenario of two-strategies.yml in SimPy, written as a SimPy user would write it.

Every device is three kinds of process: messages are created, the network comes and goes, and each
push travels. An expiry after 30 days is left out: no device is offline for as long as that.

Prints JSON: how fast it ran (the run alone, without the start of Python), and shares with their
standard errors, the device being the independent unit. With both strategies, the same devices run
under each of them, with common random numbers; what differs is the share that is shown.
"""

import argparse
import json
import math
import random
import time

import simpy

DAY = 86_400.0
DURATION = 28 * DAY
MESSAGES_PER_SECOND = 40 / DAY
REPEAT_LIMIT = 20
STRATEGIES = ("gap-recovery", "fire-and-forget")


class Device:
    """One device, with what the provider and the push service hold for it."""

    def __init__(self, env, number, recovers, options):
        self.env = env
        self.recovers = recovers
        self.means = options
        # A source for each purpose: what one strategy draws more of moves nothing else.
        self.messages, self.hops, self.spans, self.repeats = (
            random.Random(f"{options.seed} {number} {purpose}")
            for purpose in ("messages", "hops", "spans", "repeats"))
        self.connected = False
        self.went_offline = env.event()
        self.slot = None  # the one push that the service stores
        self.saved = None  # the position that the extension has saved
        self.owed = 0  # also the last position
        self.shown = set()
        self.summarised = set()
        self.requests = 0
        self.resent = 0
        self.summaries = 0
        env.process(self.network())
        env.process(self.workload())

    def delay(self, source, mean):
        return self.env.timeout(source.expovariate(1 / mean))

    def workload(self):
        while True:
            yield self.delay(self.messages, 1 / MESSAGES_PER_SECOND)
            self.owed += 1
            self.env.process(self.push(self.owed, self.hops))

    def network(self):
        # Stationary: the right state, and exponential spans have no memory.
        means, draw = self.means, self.spans.expovariate
        reconnect = 0.0
        if self.spans.random() < means.offline / (means.online + means.offline):
            yield self.delay(self.spans, means.offline)
            reconnect = draw(1 / means.reconnect)
        while True:
            online = draw(1 / means.online)
            yield self.env.timeout(min(reconnect, online))
            if reconnect < online:
                self.connect()
                yield self.env.timeout(online - reconnect)
                self.disconnect()
            yield self.delay(self.spans, means.offline)
            reconnect = draw(1 / means.reconnect)

    def connect(self):
        self.connected = True
        if self.slot is not None:
            position, self.slot = self.slot, None
            self.env.process(self.receive(position))

    def disconnect(self):
        self.connected = False
        self.went_offline.succeed()
        self.went_offline = self.env.event()

    def push(self, position, source):
        yield self.delay(source, self.means.hop)
        if self.connected:
            yield from self.receive(position)
        else:
            self.slot = position  # what was stored is overwritten

    def receive(self, position):
        """The extension: shows the push, or recovers the gap before it."""
        saved = self.saved
        if saved is None or position > saved:
            self.saved = position
        if not self.recovers or saved is None or position <= saved + 1:
            self.shown.add(position)
        elif position - saved - 1 > REPEAT_LIMIT:
            self.summarise(saved + 1, position)
        else:
            yield from self.recover(saved + 1, position)

    def recover(self, first, carrier):
        self.requests += 1
        answer = self.delay(self.repeats, self.means.resend)
        outcome = yield answer | self.went_offline
        if answer in outcome:
            self.shown.add(carrier)
        else:
            self.summarise(first, carrier)
            yield answer  # the provider carries the request out even so
        for position in range(first, carrier):
            self.resent += 1
            self.env.process(self.push(position, self.repeats))

    def summarise(self, first, carrier):
        self.summaries += 1
        self.summarised.update(range(first, carrier + 1))


def ratio(xs, ys):
    """The sum of xs over the sum of ys, and its standard error over independent pairs."""
    count = len(xs)
    value = sum(xs) / sum(ys)
    square = sum((x - value * y) ** 2 for x, y in zip(xs, ys))
    mean = sum(ys) / count
    error = math.sqrt(square / (count * (count - 1))) / mean
    return {"value": value, "standard_error": error}


def simulate(strategy, options):
    """The devices after a run of one strategy, and the seconds it took."""
    start = time.perf_counter()
    env = simpy.Environment()
    recovers = strategy == "gap-recovery"
    devices = [Device(env, number, recovers, options) for number in range(options.devices)]
    env.run(until=DURATION)
    return devices, time.perf_counter() - start


def shares(devices, owed):
    return {
        "per_notification": {
            "shown": ratio([len(d.shown) for d in devices], owed),
            "summarised": ratio([len(d.summarised - d.shown) for d in devices], owed),
            "pushes_resent": ratio([d.resent for d in devices], owed),
            "resend_requests": ratio([d.requests for d in devices], owed),
            "summaries": ratio([d.summaries for d in devices], owed),
        },
    }


def shown_difference(recovering, forgetting, owed):
    """Of the same devices under both: their differences are the independent units."""
    pairs = zip(recovering, forgetting)
    return {"difference": ratio([len(a.shown) - len(b.shown) for a, b in pairs], owed)}


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--devices", type=int, default=60, help="at least 2 (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strategy", choices=[*STRATEGIES, "both"], default="gap-recovery")
    means = parser.add_argument_group("means [s]; the defaults are those of gap-recovery.yml")
    means.add_argument("--hop", type=float, default=0.3)
    means.add_argument("--resend", type=float, default=0.8)
    means.add_argument("--reconnect", type=float, default=0.5)
    means.add_argument("--online", type=float, default=6 * 3600.0)
    means.add_argument("--offline", type=float, default=20 * 60.0)
    return parser.parse_args()


def main():
    options = parse()
    strategies = STRATEGIES if options.strategy == "both" else [options.strategy]
    populations, times = zip(*(simulate(strategy, options) for strategy in strategies))
    owed = [device.owed for device in populations[0]]
    notifications, seconds = sum(owed) * len(strategies), sum(times)
    answer = shown_difference if len(strategies) == 2 else shares
    print(json.dumps({
        "simpy": simpy.__version__,
        "devices": options.devices,
        "notifications": notifications,
        "seconds": seconds,
        "notifications_per_second": notifications / seconds,
        **answer(*populations, owed),
    }, indent=2))


if __name__ == "__main__":
    main()
