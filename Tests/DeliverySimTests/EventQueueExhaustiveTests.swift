import DeliverySim
import TestSupport
import Testing

@Suite("Event queue against its shadow: all small cases")
struct EventQueueExhaustiveTests {
  private static func event(_ time: Int, _ number: UInt32) -> Event {
    Event(
      time: SimTime(microseconds: Int64(time)), owner: 1, number: number, kind: 0,
      payload: Int(number))
  }

  /// Operations 0, 1, 2 schedule at that time, 3 takes the next, 4 forgets all. Events at one time
  /// are told apart by their numbers, which rise (or fall) with every operation.
  private static func agrees(operations: Int, length: Int, numbersFall: Bool) -> Bool {
    var queue = EventQueue()
    var shadow = ShadowQueue()
    var rest = operations
    for step in 0..<length {
      let number = UInt32(numbersFall ? length - step : step)
      switch rest % 5 {
      case 3: if queue.next() != shadow.next() { return false }
      case 4:
        queue.removeAll()
        shadow.removeAll()
      case let time:
        queue.schedule(event(time, number))
        shadow.schedule(event(time, number))
      }
      if queue.count != shadow.count || queue.earliestTime() != shadow.earliestTime {
        return false
      }
      rest /= 5
    }
    while shadow.count > 0 {
      if queue.next() != shadow.next() { return false }
    }
    return queue.next() == nil && queue.next() == nil && queue.count == 0
  }

  @Test("All 390,625 sequences of 8 operations, twice", arguments: [false, true])
  func operations(numbersFall: Bool) {
    let wrong = (0..<390_625).first {
      !Self.agrees(operations: $0, length: 8, numbersFall: numbersFall)
    }
    expect(wrong == nil, "the sequence that differs, its digits to base 5 from the last")
  }

  /// All orders of 0 ..< count, one after the other (Heap's algorithm).
  private static func forEachPermutation(of count: Int, _ body: ([Int]) -> Void) {
    var order = Array(0..<count)
    var steps = [Int](repeating: 0, count: count)
    body(order)
    var level = 0
    while level < count {
      if steps[level] < level {
        order.swapAt(level % 2 == 0 ? 0 : steps[level], level)
        body(order)
        steps[level] += 1
        level = 0
      } else {
        steps[level] = 0
        level += 1
      }
    }
  }

  /// The pending ranks are a set of bits, so the shadow is one instruction.
  private static func agrees(_ order: [Int], takingAfter pattern: Int) -> Bool {
    var queue = EventQueue()
    var pending = 0
    func matches(_ event: Event?) -> Bool {
      guard pending != 0 else { return event == nil }
      let least = pending.trailingZeroBitCount
      pending &= pending - 1
      return event?.payload == least
    }
    for (step, rank) in order.enumerated() {
      queue.schedule(event(rank / 2, UInt32(rank)))
      pending |= 1 << rank
      if pattern >> step & 1 == 1, !matches(queue.next()) { return false }
    }
    for _ in 0...order.count where !matches(queue.next()) { return false }
    return queue.count == 0
  }

  /// Seven events fill two levels below the root; pairs share their time.
  @Test("All 5,040 orders of 7 events, with and without a next after each")
  func permutations() {
    var played = 0
    var wrong = 0
    Self.forEachPermutation(of: 7) { order in
      for pattern in 0..<128 where !Self.agrees(order, takingAfter: pattern) { wrong += 1 }
      played += 1
    }
    expect(played, equals: 5040)
    expect(wrong, equals: 0)
  }
}
