"""The fates of the messages: an own replay that knows nothing of the simulator.

Plain pushes: a push takes a moment to the push service, or is lost on its way. A device that is there
gets it a moment later. For one that is away the service stores the newest push only, for 30 days, and
delivers it when the device returns. A device that leaves in the very moment of a push is away, and one
that returns is back.

A push queue: the client notices at the next push that numbers are missing, and has them sent again. A
repeat may be lost on the link as well; then its message is lost. Where more than twenty are missing, it
asks for none, and shows a summary in place of the push. It knows which number came last before the log.
"""

import bisect
import dataclasses

from devices import DAY, SECOND, joined

STORED = 30 * DAY
REPEATS = 20
SHOWN, OVERWRITTEN, EXPIRED, LOST = "shown", "overwritten", "expired", "lost on the link"


@dataclasses.dataclass(frozen=True)
class Link:
    """The ways to the push service and on to the device: mean time of each, share lost on the first."""

    latency: float = 0
    loss: float = 0.0

    def takes(self, rng):
        return int(rng.expovariate(1 / self.latency)) if self.latency else 0

    def loses(self, rng):
        return self.loss > 0 and rng.random() < self.loss


STILL = Link()
USUAL = Link(latency=SECOND / 2)


def plain(device, link=STILL, rng=None):
    """The fate of each message of a device, and its time of receipt (None: never)."""
    fates, received = [LOST] * len(device.messages), [None] * len(device.messages)
    arrivals = sorted((sent + link.takes(rng), number)
                      for number, sent in enumerate(device.messages) if not link.loses(rng))
    away = joined(device.absences)
    starts = [start for start, _ in away]
    stored = {}
    for arrived, number in arrivals:
        place = bisect.bisect_right(starts, arrived) - 1
        fates[number] = SHOWN
        if place < 0 or arrived >= away[place][1]:
            received[number] = arrived + link.takes(rng)
            continue
        if place in stored:
            before, older = stored[place]
            fates[older] = OVERWRITTEN if arrived - before < STORED else EXPIRED
        stored[place] = (arrived, number)
    for place, (arrived, number) in stored.items():
        back = away[place][1]
        if back - arrived < STORED:
            received[number] = back + link.takes(rng)
        else:
            fates[number] = EXPIRED
    return fates, received


def queued(received, link=STILL, rng=None):
    """The times at which messages are shown with a push queue: by itself, or with a later one (None: never)."""
    result, expected = list(received), 0
    pushes = sorted((time, number) for number, time in enumerate(received) if time is not None)
    for time, number in pushes:
        missing = [other for other in range(expected, number)
                   if received[other] is None or received[other] > time]
        if len(missing) > REPEATS:
            result[number] = None
        else:
            for other in missing:
                if not link.loses(rng):
                    result[other] = time
        expected = max(expected, number + 1)
    return result


def receipts(device, received):
    """The times of receipts as the log has them: at the next opening, and none after the recording."""
    result = []
    for time in received:
        if time is not None and device.openings is not None:
            place = bisect.bisect_left(device.openings, time)
            time = device.openings[place] if place < len(device.openings) else None
        if time is not None and device.recording is not None and time >= device.recording[1]:
            time = None
        result.append(time)
    return result


@dataclasses.dataclass
class Truth:
    """The fates of the messages of all devices."""

    messages: int = 0
    fates: dict = dataclasses.field(default_factory=lambda: dict.fromkeys(
        (SHOWN, OVERWRITTEN, EXPIRED, LOST), 0))
    queue_shown: int = 0
    delays: list = dataclasses.field(default_factory=list)
    queue_delays: list = dataclasses.field(default_factory=list)

    @property
    def overwritten(self):
        return self.fates[OVERWRITTEN]

    @property
    def plain(self):
        """The share that plain pushes show."""
        return self.fates[SHOWN] / max(1, self.messages)

    @property
    def queue(self):
        """The share that a push queue shows."""
        return self.queue_shown / max(1, self.messages)

    @property
    def gain(self):
        return self.queue - self.plain


def truth(devices, link=STILL, rng=None):
    """The replay of all devices."""
    found = Truth()
    for device in devices:
        fates, received = plain(device, link, rng)
        late = queued(received, link, rng)
        found.messages += len(fates)
        for fate in fates:
            found.fates[fate] += 1
        found.queue_shown += sum(time is not None for time in late)
        for sent, time, recovered in zip(device.messages, received, late):
            if time is not None:
                found.delays.append(time - sent)
            if recovered is not None:
                found.queue_delays.append(recovered - sent)
    return found
