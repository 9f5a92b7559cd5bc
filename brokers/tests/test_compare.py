"""What counts as the same, with a store of this file: it drops the new, or the old."""

import unittest

from player.compare import agrees, differences
from player.expiry import Clock, Stay, stays
from player.play import Run, Seen, play
from player.results import Row, table, verdict
from player.simulated import PENDING, Fate
from player.store import End
from player.world import Event, Push, World


class Shelf:
    """A store in memory, with room for two pushes of each device."""

    room = 2

    def __init__(self, drops_new: bool):
        self.drops_new = drops_new
        self.stored: dict[int, list[str]] = {}
        self.connected: set[int] = set()

    def open(self, devices):
        self.stored = {device: [] for device in range(devices)}

    def connect(self, device):
        self.connected.add(device)

    def disconnect(self, device):
        self.connected.remove(device)

    def publish(self, device, text, topic=0):
        stored = self.stored[device]
        if len(stored) == self.room:
            if self.drops_new:
                return False
            stored.pop(0)
        stored.append(text)
        return True

    def settle(self, device):
        assert device in self.connected
        came, self.stored[device] = self.stored[device], []
        return came

    def ends(self):
        return {}

    def lost(self):
        return None

    def close(self):
        pass


def world() -> World:
    names = [("connected", None), ("accepted", 0), ("disconnected", None)]
    names += [("accepted", number) for number in (1, 2, 3)] + [("connected", None), ("disconnected", None)]
    names += [("accepted", 4)]
    return World([Event(time, 0, name, message, 0) for time, (name, message) in enumerate(names)], 1)


DROPS_NEW = {
    Push(0, 0): Fate("delivered", 1), Push(0, 1): Fate("delivered", 6), Push(0, 2): Fate("delivered", 6),
    Push(0, 3): Fate("queue-full", 5), Push(0, 4): PENDING}


class PlayTests(unittest.TestCase):
    def play(self, drops_new: bool) -> Run:
        store = Shelf(drops_new)
        store.open(1)
        return play(world(), [store])[0]

    def test_the_same_rule_agrees(self):
        run = self.play(drops_new=True)
        self.assertEqual(run.seen[Push(0, 3)], Seen(End.REFUSED, 5))
        self.assertEqual(run.seen[Push(0, 4)], Seen(End.KEPT))
        self.assertEqual(differences(DROPS_NEW, run), [])

    def test_another_rule_differs(self):
        found = differences(DROPS_NEW, self.play(drops_new=False))
        self.assertEqual([one.push.message for one in found], [1, 3])
        self.assertEqual(
            found[0].text(), "device 0, message 1: simulated delivered at 0.000006 s, seen gone")

    def test_what_comes_twice_differs(self):
        run = self.play(drops_new=True)
        run.take(["0.1.0"], End.KEPT, None)
        self.assertEqual([one.push for one in differences(DROPS_NEW, run)], [Push(0, 1)])


class AgreementTests(unittest.TestCase):
    def test_the_moment_of_a_delivery_counts(self):
        self.assertTrue(agrees(Fate("delivered", 5), Seen(End.DELIVERED, 5)))
        self.assertFalse(agrees(Fate("delivered", 5), Seen(End.DELIVERED, 6)))

    def test_a_broker_that_gives_a_reason_must_give_the_right_one(self):
        self.assertTrue(agrees(Fate("overwritten", 5), Seen(End.OVERWRITTEN)))
        self.assertTrue(agrees(Fate("overwritten", 5), Seen(End.GONE)))
        self.assertFalse(agrees(Fate("overwritten", 5), Seen(End.EXPIRED)))
        self.assertFalse(agrees(Fate("overwritten", 5), Seen(End.KEPT)))

    def test_nothing_agrees_with_nothing(self):
        self.assertFalse(agrees(None, Seen(End.DELIVERED, 5)))
        self.assertFalse(agrees(PENDING, None))
        self.assertFalse(agrees(Fate("unknown", 5), Seen(End.GONE)))


class ExpiryTests(unittest.TestCase):
    def test_stays_end_with_the_connection_or_the_world(self):
        run = Run(moments=[0, 1, 2, 3, 4, 5, 6.5, 7, 9])
        found = stays(world(), run, Clock(hour_s=3600))
        self.assertEqual(found[Push(0, 1)], Stay(3e-6, 3.5))
        self.assertEqual(found[Push(0, 4)], Stay(0, 0))
        self.assertNotIn(Push(0, 0), found)

    def test_near_the_expiry_nothing_is_judged(self):
        self.assertTrue(Stay(4.0, 4.1).is_clear(5, 0.5))
        self.assertFalse(Stay(4.6, 4.7).is_clear(5, 0.5))
        # This machine was late.
        self.assertFalse(Stay(4.9, 7.0).is_clear(5, 0.5))


class ResultTests(unittest.TestCase):
    rows = [Row("a", "x", 10, 0), Row("a", "x", 10, 1), Row("b", "y", 5, 0, note="why")]

    def test_worlds_are_added_up(self):
        lines = table(self.rows, {"a": "1.0"})
        self.assertEqual(lines[1].split(), ["a", "1.0", "x", "2", "20", "19", "1"])
        self.assertTrue(lines[2].endswith("why"))

    def test_the_verdict_counts_rows(self):
        self.assertEqual(verdict(self.rows, 1), "2 passed, 1 failed, 1 skipped")


if __name__ == "__main__":
    unittest.main()
