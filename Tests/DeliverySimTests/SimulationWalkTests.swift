import DeliverySim
import TestSupport
import Testing

/// A simulation, told plainly: a list of times that is searched.
private struct PlainSimulation {
  static let horizon: Int64 = 4
  var now: Int64 = 0
  var isStopped = false
  /// Each has its insertion number.
  var pending: [(time: Int64, number: UInt32)] = []

  var horizon: Int64 { isStopped ? 0 : Self.horizon }

  mutating func schedule(_ time: Int64, _ number: UInt32) {
    if !isStopped, time < Self.horizon { pending.append((time, number)) }
  }

  mutating func next() -> UInt32? {
    guard let first = pending.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }) else {
      return nil
    }
    pending.removeAll { $0.number == first.number }
    now = first.time
    return first.number
  }

  mutating func stop() { (isStopped, pending) = (true, []) }

  mutating func rewind() { self = Self() }

  var earliest: Int64? { pending.map(\.time).min() }

  var nextTime: Int64 { min(horizon, earliest ?? .max) }
}

/// All orders of a simulation's methods: none leaves it in a state that another one does not mend.
@Suite struct SimulationWalkTests {
  /// Both do the same operation.
  ///
  /// - Returns: Whether they agree about what it returns.
  private static func perform(
    _ operation: Int, _ number: UInt32, _ simulation: inout Simulation,
    _ plain: inout PlainSimulation
  ) -> Bool {
    switch operation {
    case 0, 1, 2:
      // Some of these times lie at the horizon or later.
      let time = plain.now + Int64(operation)
      simulation.schedule(
        at: SimTime(microseconds: time), owner: 1, number: number, kind: 0)
      plain.schedule(time, number)
    case 3: return simulation.next()?.number == plain.next()
    case 4:
      simulation.stop()
      plain.stop()
    case 5:
      simulation.rewind()
      plain.rewind()
    case 6:
      plain.now = plain.earliest ?? plain.now + 1
      simulation.advance(to: SimTime(microseconds: plain.now))
    default:
      let time = plain.now + 1
      let moves = time < plain.nextTime
      if moves { plain.now = time }
      return simulation.advanceIfFree(to: SimTime(microseconds: time)) == moves
    }
    return true
  }

  private static func agree(_ simulation: borrowing Simulation, _ plain: PlainSimulation) -> Bool {
    let freeTimes = (0...PlainSimulation.horizon + 1).filter {
      simulation.isFree(until: SimTime(microseconds: $0))
    }
    return simulation.now.microseconds == plain.now
      && simulation.horizon.microseconds == plain.horizon
      && simulation.pendingCount == plain.pending.count
      && simulation.nextTime().microseconds == plain.nextTime
      && freeTimes == Array(0..<plain.nextTime)
  }

  /// - Returns: Whether both agree after each operation, and about what is left at the end.
  private static func agrees(operations: Int, length: Int) -> Bool {
    var simulation = Simulation(until: SimTime(microseconds: PlainSimulation.horizon))
    var plain = PlainSimulation()
    var rest = operations
    for step in 1...length {
      guard perform(rest % 8, UInt32(step), &simulation, &plain), agree(simulation, plain) else {
        return false
      }
      rest /= 8
    }
    while let number = plain.next() {
      if simulation.next()?.number != number { return false }
    }
    return simulation.next() == nil
  }

  @Test("All 262,144 sequences of 6 operations")
  func walk() {
    let wrong = (0..<262_144).first { !Self.agrees(operations: $0, length: 6) }
    expect(wrong == nil, "the sequence that differs, its digits to base 8 from the last")
  }

  @Test func aStoppedOneRunsAgainOnceItIsRewound() {
    var simulation = Simulation(until: .day)
    simulation.stop()
    expect(simulation.horizon, equals: .zero)
    simulation.rewind()
    expect(simulation.horizon, equals: .day)
    simulation.schedule(at: .second, owner: 1, number: 1, kind: 0)
    expect(simulation.next()?.time, equals: .second)
  }
}
