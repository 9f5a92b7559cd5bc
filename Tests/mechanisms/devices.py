"""A device's life as its logs have it, and the processes that lives are made of.

Times are whole milliseconds from the start of the window, a Monday at 0:00 UTC.
"""

import dataclasses
import math

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
# 2026-03-02T00:00:00Z, a Monday.
ORIGIN = 1_772_409_600_000
# Lives begin so long before the window, so that nobody knows in the window how they began.
BEFORE = 20 * DAY


@dataclasses.dataclass
class Device:
    """Messages in order; absences, which are in order and apart from each other."""

    messages: list
    absences: list
    # The moments at which the app uploads its receipts; None: at once.
    openings: list | None = None
    # The part of the life that the log knows; None: all of it.
    recording: tuple | None = None

    def recorded(self):
        """The device as its log has it."""
        if self.recording is None:
            return self
        first, last = self.recording
        return Device([time for time in self.messages if first <= time < last],
                      [(max(start, first), min(end, last)) for start, end in self.absences
                       if end > first and start < last], self.openings, self.recording)

    def rounded(self, unit):
        """The device as a log has it whose clock shows nothing smaller than the unit."""
        def down(time):
            return time // unit * unit
        return Device([down(time) for time in self.messages],
                      [(down(start), down(end)) for start, end in self.absences],
                      self.openings, self.recording)


def joined(spans):
    """Spans in order; those that overlap or touch are one, and those of no length are left out."""
    result = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def without(spans, holes):
    """The spans, but for the time in the holes."""
    result = []
    for start, end in joined(spans):
        for hole_start, hole_end in joined(holes):
            if hole_end <= start or hole_start >= end:
                continue
            if hole_start > start:
                result.append((start, hole_start))
            start = max(start, hole_end)
            if start >= end:
                break
        if start < end:
            result.append((start, end))
    return result


def exponential(rng, mean):
    return rng.expovariate(1 / mean)


def lognormal(rng, median, sigma):
    return median * math.exp(rng.gauss(0, sigma))


def weibull(rng, scale, shape):
    return rng.weibullvariate(scale, shape)


def pareto(rng, least, shape, most):
    return min(least * rng.paretovariate(shape), most)


def geometric(rng, mean):
    """A number from 1 on."""
    return 1 + int(math.log(1 - rng.random()) / math.log(1 - 1 / mean)) if mean > 1 else 1


def count(rng, mean):
    """A Poisson number, by multiplication (Knuth)."""
    limit, number, product = math.exp(-mean), 0, rng.random()
    while product > limit:
        number, product = number + 1, product * rng.random()
    return number


def poisson(rng, first, last, per_day):
    """The times of a Poisson process."""
    found, time = [], first + exponential(rng, DAY / per_day)
    while time < last:
        found.append(int(time))
        time += exponential(rng, DAY / per_day)
    return found


def by_hours(rng, days, per_day, weights):
    """The times of a Poisson process with a weight for each of the 24 hours of the day."""
    found = []
    for day in range(days):
        for hour, weight in enumerate(weights):
            if weight:
                start = day * DAY + hour * HOUR
                found += poisson(rng, start, start + HOUR, 24 * per_day * weight / sum(weights))
    return sorted(found)


def absences(last, online, offline):
    """Absences from a life of spans online and offline, as far as they reach into the window."""
    found, time = [], -BEFORE
    while True:
        start = time + max(1, int(online()))
        end = start + max(1, int(offline()))
        if start >= last:
            return found
        if end > 0:
            found.append((start, end))
        time = end
