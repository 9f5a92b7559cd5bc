"""Mechanisms that the simulator has no law for, or that tie messages to absences.

Each function takes its random numbers, a number of devices and one of days, and returns the devices.
"""

from devices import (DAY, HOUR, MINUTE, SECOND, Device, absences, by_hours, count, exponential,
                     joined, lognormal, pareto, poisson, without)
from inside import DAYTIME


def nights(rng, devices, days):
    """Phones are off from about 23 to 7, and nearly all messages come by day."""
    awake = [0.1] * 7 + [1] * 16 + [0.3]
    found = []
    for _ in range(devices):
        off = [(day * DAY + 23 * HOUR + int(rng.uniform(-20, 20) * MINUTE),
                (day + 1) * DAY + 7 * HOUR + int(rng.uniform(-20, 20) * MINUTE))
               for day in range(-1, days)]
        found.append(Device(by_hours(rng, days, 20, awake), off))
    return found


def commuters(rng, devices, days):
    """On workdays each device is in its tunnel twice, at its own times, while most people write."""
    rush = [0.2] * 6 + [1, 5, 4] + [1] * 7 + [2, 5, 4] + [1] * 4 + [0.3]
    found = []
    for _ in range(devices):
        trips = [(hour * HOUR + rng.randrange(90) * MINUTE, rng.randrange(10, 30) * MINUTE)
                 for hour in (7, 17)]
        tunnels = []
        for day in range(days):
            for start, length in trips if day % 7 < 5 else []:
                begin = day * DAY + start + int(rng.uniform(-3, 3) * MINUTE)
                tunnels.append((begin, begin + length + int(rng.uniform(-60, 60) * SECOND)))
        found.append(Device(by_hours(rng, days, 30, rush), tunnels))
    return found


def conversations(rng, devices, days):
    """Each message calls for others, and people are online when they write themselves."""
    def talk():
        written, received, waiting = [], [], by_hours(rng, days, 5, DAYTIME)
        while waiting:
            time = waiting.pop()
            (written if rng.random() < 0.4 else received).append(time)
            waiting += [time + 1 + int(exponential(rng, 2 * MINUTE))
                        for _ in range(count(rng, 0.75))]
        return written, sorted(time for time in received if time < days * DAY)
    found = []
    for _ in range(devices):
        written, received = talk()
        away = absences(days * DAY, lambda: exponential(rng, 2 * HOUR),
                        lambda: lognormal(rng, 25 * MINUTE, 1))
        there = [(time - MINUTE, time + MINUTE) for time in written]
        found.append(Device(received, without(away, there)))
    return found


def power_cuts(rng, devices, days):
    """A power cut takes all twenty devices of a region offline; each is also away for itself."""
    found = []
    for first in range(0, devices, 20):
        cuts = absences(days * DAY, lambda: exponential(rng, 3 * DAY),
                        lambda: lognormal(rng, HOUR, 0.8))
        for _ in range(first, min(first + 20, devices)):
            own = absences(days * DAY, lambda: exponential(rng, 8 * HOUR),
                           lambda: exponential(rng, 5 * MINUTE))
            seen = [(start + rng.randrange(2 * SECOND), end + rng.randrange(2 * SECOND))
                    for start, end in cuts]
            found.append(Device(poisson(rng, 0, days * DAY, 20), joined(seen + own)))
    return found


def come_and_go(rng, devices, days):
    """Users install the app within the window and remove it again; only then do messages come."""
    found = []
    while len(found) < devices:
        first = int(rng.uniform(-0.5, 0.9) * days * DAY)
        last = min(first + int(exponential(rng, 0.6 * days * DAY)), days * DAY)
        first = max(first, 0)
        if last - first < DAY:
            continue
        away = absences(last, lambda: exponential(rng, 4 * HOUR),
                        lambda: lognormal(rng, 20 * MINUTE, 1))
        # Who has removed the app has no absence any more.
        kept = [(max(start, first), end if last == days * DAY else min(end, last))
                for start, end in away if end > first]
        found.append(Device(poisson(rng, first, last, 20), joined(kept)))
    return found


def late_receipts(rng, devices, days):
    """The app uploads its receipts when it is opened, six times a day and only by day."""
    found = []
    for _ in range(devices):
        away = absences(days * DAY, lambda: exponential(rng, 4 * HOUR),
                        lambda: exponential(rng, 40 * MINUTE))
        opened = by_hours(rng, days + 2, 6, DAYTIME)
        found.append(Device(poisson(rng, 0, days * DAY, 15), away, openings=opened))
    return found


def clipped(rng, devices, days):
    """Absences last a day on average, and the recording cuts them off at both ends."""
    return [Device(poisson(rng, 0, days * DAY, 10),
                   absences(days * DAY, lambda: exponential(rng, 3 * DAY),
                            lambda: lognormal(rng, 0.6 * DAY, 1)),
                   recording=(0, days * DAY))
            for _ in range(devices)]


def evenings(rng, devices, days):
    """Messages come in the evening; so do the absences, a few of which last very long."""
    evening = [0.2] * 17 + [1, 4, 5, 5, 4, 3, 1]
    found = []
    for _ in range(devices):
        away = []
        for day in range(-1, days):
            for _ in range(count(rng, 2)):
                start = day * DAY + 17 * HOUR + rng.randrange(7 * HOUR)
                away.append((start, start + int(pareto(rng, 4 * MINUTE, 0.9, 40 * HOUR))))
        away = [(start, end) for start, end in joined(away) if end > 0]
        found.append(Device(by_hours(rng, days, 15, evening), away))
    return found


ALL = [nights, commuters, conversations, power_cuts, come_and_go, late_receipts, clipped, evenings]
