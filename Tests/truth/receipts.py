"""Logs of receipts whose truth is known, without the simulator: phones come and go by laws."""

import math
import random

DAY = 86_400.0


def exponential(rng, mean):
    return rng.expovariate(1 / mean)


def lognormal(sigma):
    return lambda rng, median: median * math.exp(sigma * rng.gauss(0, 1))


def weibull(shape):
    return lambda rng, scale: rng.weibullvariate(scale, shape)


def phone(rng, offline, size, online, loss, rate, days):
    """Pushes of a phone: when each was sent, and when it came (none: it did not). The service keeps
    the newest push for a phone that is away. The first two days pass before the log begins."""
    end, pushes, time = (days + 4) * DAY, [], 0.0
    while True:
        time += rng.expovariate(rate / DAY)
        if time > end:
            break
        pushes.append((time, time + rng.expovariate(0.5) if rng.random() >= loss else None))
    arrivals = sorted((came, place) for place, (_, came) in enumerate(pushes) if came is not None)
    received, clock, online_now, stored, next_one = [None] * len(pushes), 0.0, True, None, 0
    while clock < end:
        until = clock + (exponential(rng, online) if online_now else offline(rng, size))
        if online_now and stored is not None:
            received[stored] = clock
        stored = None
        while next_one < len(arrivals) and arrivals[next_one][0] < until:
            came, place = arrivals[next_one]
            if online_now:
                received[place] = came
            else:
                stored = place
            next_one += 1
        clock, online_now = until, not online_now
    return [(sent, came) for (sent, _), came in zip(pushes, received)
            if 2 * DAY < sent < (days + 2) * DAY]


def write(path, seed, offline, size, online, loss, phones=40, rate=15, days=6):
    rng = random.Random(seed)
    with open(path, "w") as file:
        file.write("sent,received,device\n")
        for device in range(phones):
            for sent, came in phone(rng, offline, size, online, loss, rate, days):
                file.write(f"{sent:.3f},{'' if came is None else f'{came:.3f}'},{device}\n")
