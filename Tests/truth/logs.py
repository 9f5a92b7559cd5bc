"""Logs whose losses are known: made here, and replayed here, without the tool.

Each maker gives messages `(time, device)` and absences `(start, end, device)`, both in whole seconds:
some messages come in the moment at which a device leaves or returns.
"""

import random

DAY = 86_400
HOUR = 3_600


STORED = 30 * DAY


def lost(messages, absences):
    """The numbers of messages that a newer one of the same absence overwrites, and that expire.

    A message that comes at the start of an absence meets a device that is away, one that comes at its
    end one that is back.
    """
    spans = {}
    for start, end, device in absences:
        spans.setdefault(device, []).append((start, end))
    times = {}
    for time, device in messages:
        times.setdefault(device, []).append(time)
    overwritten, expired = 0, 0
    for device, found in spans.items():
        for start, end in joined(found):
            inside = sorted(time for time in times.get(device, []) if start <= time < end)
            for time, next_time in zip(inside, inside[1:] + [None]):
                if next_time is not None and next_time - time < STORED:
                    overwritten += 1
                elif end - time >= STORED:
                    expired += 1
    return overwritten, expired


def joined(spans):
    """Spans that overlap or touch as one."""
    result = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def times(rng, first, last, rate):
    """A Poisson process in whole seconds."""
    found, time = [], first
    while True:
        time += rng.expovariate(rate)
        if time >= last:
            return found
        found.append(int(time))


def nights(seed, devices=60, days=14):
    """Phones are off from 23 to 7, and messages come from 8 to 22."""
    rng = random.Random(seed)
    messages, absences = [], []
    for device in range(devices):
        for day in range(days):
            start = day * DAY + 23 * HOUR + rng.randrange(1800)
            absences.append((start, start + 8 * HOUR + rng.randrange(-1200, 1200), device))
            messages += [(time, device) for time in
                         times(rng, day * DAY + 8 * HOUR, day * DAY + 22 * HOUR, 12 / (14 * HOUR))]
        # A few that come late.
        messages += [(day * DAY + 23 * HOUR + 1800 + rng.randrange(HOUR), device)
                     for day in range(0, days, 5) for _ in range(2)]
    return messages, absences


def evenings(seed, devices=60, days=14):
    """Most messages and the long absences come between 18 and 24."""
    rng = random.Random(seed)
    messages, absences = [], []
    for device in range(devices):
        for day in range(days):
            messages += [(time, device) for time in
                         times(rng, day * DAY + 18 * HOUR, (day + 1) * DAY, 10 / (6 * HOUR))]
            for _ in range(4):
                start = day * DAY + rng.randrange(DAY)
                absences.append((start, start + 1 + int(rng.expovariate(1 / 400)), device))
            if rng.random() < 0.2:
                start = day * DAY + 18 * HOUR + rng.randrange(2 * HOUR)
                absences.append((start, start + int(rng.uniform(1, 4) * HOUR), device))
    return messages, absences


def conversations(seed, devices=60, days=14):
    """Messages come in bursts to people who are online, and who leave some hours later."""
    rng = random.Random(seed)
    messages, absences = [], []
    for device in range(devices):
        time = rng.randrange(DAY)
        while time < days * DAY - DAY:
            for _ in range(rng.randrange(1, 12)):
                messages.append((time, device))
                time += 1 + int(rng.expovariate(1 / 90))
            start = time + int(rng.expovariate(1 / 600))
            end = start + HOUR + int(rng.expovariate(1 / (6 * HOUR)))
            absences.append((start, end, device))
            if rng.random() < 0.4:
                messages += [(rng.randrange(start, end), device) for _ in range(2)]
            time = end + int(rng.expovariate(1 / 1800))
    return messages, absences


def five_each(seed, devices=40, days=14):
    """Each absence has five messages, and no message comes at another time."""
    rng = random.Random(seed)
    messages, absences = [], []
    for device in range(devices):
        for day in range(days):
            start = day * DAY + rng.randrange(20 * HOUR)
            end = start + 600 + rng.randrange(HOUR)
            absences.append((start, end, device))
            messages += [(rng.randrange(start, end), device) for _ in range(5)]
    return messages, absences


def only_online(seed, devices=60, days=14):
    """No message comes in an absence."""
    rng = random.Random(seed)
    messages, absences = [], []
    for device in range(devices):
        time = rng.randrange(HOUR)
        while time < days * DAY:
            up = 600 + int(rng.expovariate(1 / (3 * HOUR)))
            messages += [(at, device) for at in times(rng, time, time + up, 8 / DAY)]
            absences.append((time + up, time + up + 60 + int(rng.expovariate(1 / HOUR)), device))
            time = absences[-1][1]
    return messages, absences


def clipped(seed, devices=60, days=14):
    """Constant hazards, all that lasts longer cut off at the end of the recording."""
    rng = random.Random(seed)
    messages, absences = [], []
    end = days * DAY
    for device in range(devices):
        messages += [(time, device) for time in times(rng, 0, end, 20 / DAY)]
        time = int(rng.expovariate(1 / (5 * HOUR)))
        while time < end:
            back = time + 1 + int(rng.expovariate(1 / (2 * HOUR)))
            absences.append((time, min(back, end), device))
            time = back + 1 + int(rng.expovariate(1 / (5 * HOUR)))
    return messages, absences


WORLDS = [nights, evenings, conversations, five_each, only_online, clipped]


def write(folder, messages, absences):
    """The two logs as files."""
    (folder / "messages.csv").write_text(
        "time,device\n" + "".join(f"{time},d{device}\n" for time, device in messages))
    (folder / "absences.csv").write_text(
        "start,end,device\n" + "".join(f"{start},{end},d{device}\n"
                                       for start, end, device in absences))
