"""Tests of mutant_switch.py: every brace counts, and what it says of a body."""

import unittest

from mutant import Mutant
from mutant_switch import blanked, bodies, switched

SOURCE = '''
struct Timer {
  // A brace that is none: {
  let name = "{ \\("}" + key(["{"])) "
  var limit: Int = { 3 }() { didSet { note() } }
  var isOver: Bool { time > limit }
  var both: Int { get { 1 } set { store(newValue) } }

  init(
    limit: Int = 3, then: () -> Void = { print("{") }
  ) {
    self.limit = limit
  }

  func left(_ time: Int) throws(Late) -> Int? where Int: Sendable {
    func half() -> Int { limit / 2 }
    return time < half() ? nil : limit - time
  }

  mutating func start() { time = 0 }
}
'''


class MutantSwitchTests(unittest.TestCase):
    def switch(self, old, new):
        return switched(SOURCE, {7: Mutant("R1", "Timer.swift", old, new, "")})

    def test_bodies_are_those_of_functions_and_getters(self):
        headers = [body.header.split("(")[0].split(" {")[0] for body in bodies(SOURCE)]
        self.assertEqual(headers, ["var isOver: Bool", "init", "func left", "mutating func start"])
        self.assertEqual(blanked(SOURCE).count("\n"), SOURCE.count("\n"))
        self.assertEqual(len(blanked(SOURCE)), len(SOURCE))

    def test_a_value_comes_from_a_function_of_its_own_with_the_same_effects(self):
        text, lines = self.switch("limit - time", "limit + time")
        changed, original = " ".join(text.split()).split("return time < half()")[1:]
        self.assertIn("if activeMutant == 7 { func body() throws(Late) -> Int? {", text)
        self.assertTrue(changed.startswith(" ? nil : limit + time }; return try body() }"))
        self.assertTrue(original.startswith(" ? nil : limit - time }; return try body()}"))
        shown = "\n".join(text.split("\n")[line - 1] for line in lines[7])
        self.assertIn("limit + time", shown)

    def test_a_getter_has_the_type_of_its_property(self):
        text, _ = self.switch("time > limit", "time >= limit")
        words = " ".join(text.split())
        self.assertIn("if activeMutant == 7 { func body() -> Bool { time >= limit }; return body() }", words)
        self.assertIn("func body() -> Bool { time > limit }; return body()}", words)

    def test_without_a_value_the_body_ends_with_a_return(self):
        for old, new in [("time = 0", "time = 1"), ("self.limit = limit", "self.limit = 0")]:
            text, _ = self.switch(old, new)
            words = " ".join(text.split())
            self.assertIn(f"{{ if activeMutant == 7 {{ do {{ {new} }}; return }} do {{ {old} }}; return}}", words)

    def test_what_is_outside_of_functions_is_not_switched(self):
        for old, new in [("limit: Int = 3,", "limit: Int = 4,"), ("{ 3 }", "{ 4 }"), ("didSet { note() }", "")]:
            text, lines = self.switch(old, new)
            self.assertEqual((text, lines), (SOURCE, {}))

    def test_only_what_differs_must_lie_within_the_body(self):
        _, lines = self.switch("start() { time = 0", "start() { time = 1")
        self.assertEqual(list(lines), [7])


if __name__ == "__main__":
    unittest.main()
