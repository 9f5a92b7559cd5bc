import DeliverySim
import TestSupport
import Testing

// Both sides do the same millions of operations. `swift test -Xswiftc -DCHECK_INVARIANTS` runs the
// same tests with the heap's own check after every operation.

/// The queue and its shadow, driven together.
private struct Pair: ~Copyable {
  var queue = EventQueue()
  var shadow = ShadowQueue()
  var random: SplitMix64
  var differences = 0
  var operations = 0
  private var scheduled: UInt32 = 0

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  mutating func schedule(at microseconds: Int64) {
    scheduled += 1
    let owner = [0, 1, 2, Event.ownerMax][random.below(4)]
    // An odd multiplier permutes the numbers: unique, but not in the order of insertion.
    let event = Event(
      time: SimTime(microseconds: microseconds), owner: owner,
      number: scheduled &* 0x9E37_79B1, kind: UInt8(random.below(64)),
      payload: random.below(1 << 22))
    queue.schedule(event)
    shadow.schedule(event)
    check(true)
  }

  @discardableResult
  mutating func next() -> Event? {
    let event = queue.next()
    let expected = shadow.next()
    check(event == expected)
    return event
  }

  /// Also that looking moves nothing.
  mutating func earliestTime() {
    let time = queue.earliestTime()
    check(time == shadow.earliestTime && time == queue.earliestTime())
  }

  mutating func removeAll() {
    queue.removeAll()
    shadow.removeAll()
    check(true)
  }

  mutating func drain() {
    while shadow.count > 0 { next() }
    next()
  }

  private mutating func check(_ agrees: Bool) {
    operations += 1
    if !agrees || queue.count != shadow.count { differences += 1 }
  }
}

@Suite("Event queue against its shadow: fuzzing")
struct EventQueueFuzzTests {
  /// `span` small: mass ties in time.
  @Test(
    "Any mix of schedule, next and removeAll, also on an empty queue",
    arguments: [1, 3, 1000, 1 << 51] as [Int64])
  func mixed(span: Int64) {
    var pair = Pair(seed: UInt64(span))
    for _ in 0..<400 {
      // The number of operations out of 16 that schedule: the queue swings between empty and
      // thousands.
      let share = 4 + pair.random.below(9)
      for _ in 0..<2000 {
        if pair.random.below(16) < share {
          pair.schedule(at: Int64(pair.random.below(Int(span))))
        } else {
          pair.next()
        }
        if pair.random.below(4) == 0 { pair.earliestTime() }
      }
      if pair.random.below(8) == 0 { pair.removeAll() }
      if pair.random.below(8) == 0 { pair.drain() }
    }
    pair.drain()
    expect(pair.operations > 800_000)
    expect(pair.differences, equals: 0)
  }

  /// The mix of a simulation: take one, schedule 0, 1 or 2 successors at or after it.
  @Test(
    "A simulation's mix at several sizes, a third of the successors at the same instant",
    arguments: [1, 2, 4, 5, 6, 17, 64, 1000])
  func hold(size: Int) {
    var pair = Pair(seed: UInt64(size) << 32)
    for _ in 0..<size { pair.schedule(at: 0) }
    var isOrdered = true
    var now: Int64 = 0
    for _ in 0..<150_000 {
      let time = pair.next()?.time.microseconds ?? now
      isOrdered = isOrdered && time >= now
      now = time
      let excess = pair.queue.count - size
      let successors = excess < -3 ? 2 : excess > 3 ? 0 : pair.random.below(3)
      for _ in 0..<successors {
        pair.schedule(at: now + max(0, Int64(pair.random.below(30)) - 10))
      }
    }
    pair.drain()
    expect(isOrdered)
    expect(pair.differences, equals: 0)
  }

  @Test("Growth far beyond the first capacity, and use after removeAll")
  func growth() {
    var pair = Pair(seed: 5)
    for round in 0..<3 {
      for time in 0..<20_000 {
        // Ascending, descending, all at once.
        pair.schedule(at: [Int64(time), Int64(20_000 - time), 7][round])
      }
      if round == 1 { pair.removeAll() }
      pair.drain()
    }
    expect(pair.differences, equals: 0)
  }
}
