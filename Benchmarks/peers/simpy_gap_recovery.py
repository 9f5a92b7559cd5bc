"""The scenario of gap-recovery.yml in SimPy, written as a SimPy user would write it.

Every device is three kinds of process: messages are created, the network comes and goes, and each
push travels. An expiry after 30 days is left out: no device is offline for as long as that.

Prints JSON: how fast it ran (the run alone, without the start of Python), and shares with their
standard errors, the device being the independent unit.
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


class Device:
    """One device, with what the provider and the push service hold for it."""

    def __init__(self, env, rng, means):
        self.env = env
        self.means = means
        self.rng = rng
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

    def delay(self, mean):
        return self.env.timeout(self.rng.expovariate(1 / mean))

    def workload(self):
        while True:
            yield self.delay(1 / MESSAGES_PER_SECOND)
            self.owed += 1
            self.env.process(self.push(self.owed))

    def network(self):
        # Stationary: the right state, and exponential spans have no memory.
        means, draw = self.means, self.rng.expovariate
        reconnect = 0.0
        if self.rng.random() < means.offline / (means.online + means.offline):
            yield self.delay(means.offline)
            reconnect = draw(1 / means.reconnect)
        while True:
            online = draw(1 / means.online)
            yield self.env.timeout(min(reconnect, online))
            if reconnect < online:
                self.connect()
                yield self.env.timeout(online - reconnect)
                self.disconnect()
            yield self.delay(means.offline)
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

    def push(self, position):
        yield self.delay(self.means.hop)
        if self.connected:
            yield from self.receive(position)
        else:
            self.slot = position  # what was stored is overwritten

    def receive(self, position):
        """The extension: shows the push, or recovers the gap before it."""
        saved = self.saved
        if saved is None or position > saved:
            self.saved = position
        if saved is None or position <= saved + 1:
            self.shown.add(position)
        elif position - saved - 1 > REPEAT_LIMIT:
            self.summarise(saved + 1, position)
        else:
            yield from self.recover(saved + 1, position)

    def recover(self, first, carrier):
        self.requests += 1
        answer = self.delay(self.means.resend)
        outcome = yield answer | self.went_offline
        if answer in outcome:
            self.shown.add(carrier)
        else:
            self.summarise(first, carrier)
            yield answer  # the provider carries the request out even so
        for position in range(first, carrier):
            self.resent += 1
            self.env.process(self.push(position))

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--devices", type=int, default=60, help="at least 2 (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    means = parser.add_argument_group("means [s]; the defaults are those of gap-recovery.yml")
    means.add_argument("--hop", type=float, default=0.3)
    means.add_argument("--resend", type=float, default=0.8)
    means.add_argument("--reconnect", type=float, default=0.5)
    means.add_argument("--online", type=float, default=6 * 3600.0)
    means.add_argument("--offline", type=float, default=20 * 60.0)
    options = parser.parse_args()

    start = time.perf_counter()
    env = simpy.Environment()
    rng = random.Random(options.seed)
    devices = [Device(env, rng, options) for _ in range(options.devices)]
    env.run(until=DURATION)
    seconds = time.perf_counter() - start

    owed = [device.owed for device in devices]
    print(json.dumps({
        "simpy": simpy.__version__,
        "devices": options.devices,
        "notifications": sum(owed),
        "seconds": seconds,
        "notifications_per_second": sum(owed) / seconds,
        "per_notification": {
            "shown": ratio([len(d.shown) for d in devices], owed),
            "summarised": ratio([len(d.summarised - d.shown) for d in devices], owed),
            "pushes_resent": ratio([d.resent for d in devices], owed),
            "resend_requests": ratio([d.requests for d in devices], owed),
            "summaries": ratio([d.summaries for d in devices], owed),
        },
    }, indent=2))


if __name__ == "__main__":
    main()
