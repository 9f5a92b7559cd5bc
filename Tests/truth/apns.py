"""Exports of Apple's console whose truth is known, without the simulator: phones come and go, and
the service keeps the newest few pushes for a phone that is away (docs/reference/model.md, R7.4)."""

import collections
import random

DAY = 86_400.0
HOUR = 3600.0
# The rows of an export; a row of overwritten pushes is what there is not.
RECEIVED, DELIVERED = "Received by APNs", "Delivered to Device"
FROM_STORAGE, STORED = "Delivered to Device (From Storage)", "Stored - Device Offline"
EXPIRED = "Discarded - Expired"
WARM_UP = 6


def spans(rng, online, offline, end):
    """When a phone is away, from a moment long ago: exponential spans forget it."""
    clock, away = 0.0, []
    while clock < end:
        clock += rng.expovariate(1 / online)
        back = clock + offline(rng)
        away.append((clock, back))
        clock = back
    return away


def exponential(mean):
    return lambda rng: rng.expovariate(1 / mean)


def poisson(rate):
    """The times at which pushes are sent, at so many a day."""
    def pushes(rng, end):
        time = rng.expovariate(rate / DAY)
        while time < end:
            yield time
            time += rng.expovariate(rate / DAY)
    return pushes


def phone(times, away, capacity, expiration, end):
    """The fates of a phone's pushes: the moment and the status, the warm-up too."""
    found, stored, place = [], [], 0

    def leave(until):
        """Pushes that have expired by then leave the store."""
        while stored and stored[0] + expiration <= until:
            found.append((stored.pop(0) + expiration, EXPIRED))

    for time in [*times, end]:
        while place < len(away) and away[place][1] <= time:
            leave(away[place][1])
            found.extend((away[place][1], FROM_STORAGE) for _ in stored)
            stored.clear()
            place += 1
        if time == end:
            break
        found.append((time, RECEIVED))
        if place == len(away) or time < away[place][0]:
            found.append((time, DELIVERED))
            continue
        leave(time)
        found.append((time, STORED))
        stored.append(time)
        if len(stored) > capacity:
            stored.pop(0)
    leave(end)
    return found


def counts(seed, capacity, online, offline, dead=0.0, phones=300, pushes=poisson(15), days=28,
           expiration=2 * DAY):
    """By day and status; of the phones the share `dead` never comes back."""
    rng, found = random.Random(seed), collections.Counter()
    end = (WARM_UP + days) * DAY
    for number in range(phones):
        away = [(0.0, 2 * end)] if number < dead * phones else spans(rng, online, offline, end)
        for time, status in phone(pushes(rng, end), away, capacity, expiration, end):
            if time >= WARM_UP * DAY:
                found[int(time / DAY) - WARM_UP, status] += 1
    return found


def write(path, found, days=28, rounding=1):
    with open(path, "w") as file:
        file.write("Push Type,Status,Date (UTC),Count\n")
        for day in range(days):
            for status in (RECEIVED, DELIVERED, FROM_STORAGE, STORED, EXPIRED):
                count = round(found[day, status] / rounding) * rounding
                date = f"2026-{5 + day // 28:02}-{1 + day % 28:02}"
                file.write(f"alert,{status},{date},{count}\n")
