"""The world's file and the saved story, read line by line."""

import pathlib
import tempfile
import unittest

from player.errors import PlayError
from player.simulated import PENDING, Fate, read_fates
from player.world import Push, read_world

FILE = """time_us,device,event,message
0,0,connected,
5,0,created,0
5,0,accepted,0
9,0,accepted,0
9,0,answered-failed,0
3,1,created,0
3,1,destroyed-lost,0
7,1,accepted,0
5,1,accepted,
"""


class WorldTests(unittest.TestCase):
    def read(self, text: str):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "world.csv"
            path.write_text(text, encoding="utf-8")
            return read_world(path, 2)

    def test_all_devices_are_in_order_of_time(self):
        world = self.read(FILE)
        self.assertEqual([event.time_us for event in world.events], [0, 3, 3, 5, 5, 5, 7, 9, 9])
        # What happens at once stays in the file's order.
        self.assertEqual([event.name for event in world.events if event.time_us == 9], ["accepted", "answered-failed"])

    def test_the_sends_of_a_message_are_counted(self):
        world = self.read(FILE)
        # The send that was lost was the first; a push without a message is none of them.
        self.assertEqual(world.pushes, [Push(0, 0, 0), Push(1, 0, 1), Push(0, 0, 1)])
        self.assertEqual(world.lost_sends(), {Push(1, 0, 0)})
        self.assertEqual(world.failed_requests(), {(0, 0)})

    def test_another_file_is_refused(self):
        with self.assertRaisesRegex(PlayError, "not a world"):
            self.read("a,b\n1,2\n")

    def test_a_push_has_a_text(self):
        self.assertEqual(Push.parse(Push(3, 14, 1).text()), Push(3, 14, 1))


STORY = """deliverysim story 1
scenario:
  device 9
events: time_us event message copy value
device 0
1 accepted 0 0 0
1 stored 0 0 0
2 accepted 1 0 0
2 destroyed-overwritten 0 0 2
3 accepted heartbeat:0 0 0
4 accepted 0 1 0
5 arrived 1 0 0
device 1
6 accepted 0 0 0
6 arrived 0 0 0
6 destroyed-disabled 0 0 0
end 10
"""


class StoryTests(unittest.TestCase):
    def test_each_push_has_a_fate(self):
        self.assertEqual(read_fates(STORY.split("\n")), {
            Push(0, 0, 0): Fate("overwritten", 2), Push(0, 1, 0): Fate("delivered", 5), Push(0, 0, 1): PENDING,
            # What the device does with it is no matter of the broker.
            Push(1, 0, 0): Fate("delivered", 6)})


if __name__ == "__main__":
    unittest.main()
