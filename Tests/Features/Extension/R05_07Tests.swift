import DeliverySim
import Models
import TestSupport
import Testing

/// R5.7, and devices that are switched off at night (R1.6).
@Suite struct R05_07Tests {
  private static let hour = 3600.0
  private static let night = Nights(from: .hours(23), to: .hours(7))

  /// Always online but for the nights; times in hours since Monday 00:00.
  private func nights(
    at hours: [Double], _ strategy: Strategy = .fireAndForget, night: Nights = Self.night,
    until end: Double = 72, change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> RecordedRun {
    try online(at: hours.map { $0 * Self.hour }, strategy, until: end * Self.hour) {
      $0.nights = night
      change(&$0)
    }
  }

  private func hours(_ times: [Double]) -> [Double] { times.map { $0 / Self.hour } }

  @Test("R1.6 a device that is switched off at night is not online")
  func switchedOff() throws {
    let run = try nights(at: [1, 2, 8, 22, 23.5, 30, 32])
    expect(hours(run.times(.power(.on))), equals: [7, 31, 55])
    expect(hours(run.times(.power(.off))), equals: [0, 23, 47, 71])
    expect(hours(run.times(.connected)), equals: [7, 31, 55])
    expect(run.shown.map { $0.map { $0 / Self.hour } }, equals: [nil, 7, 8, 22, nil, 31, 32])
  }

  @Test("R1.6 a night may lie within a day, begin at midnight or end there")
  func otherNights() throws {
    func offTimes(_ from: Double, _ to: Double) throws -> (off: [Double], on: [Double]) {
      let run = try nights(at: [], night: Nights(from: .hours(from), to: .hours(to)), until: 48)
      return (hours(run.times(.power(.off))), hours(run.times(.power(.on))))
    }
    expect(try offTimes(13, 14) == ([13, 37], [14, 38]))
    expect(try offTimes(0, 6) == ([0, 24], [6, 30]))
    expect(try offTimes(22, 0) == ([22, 46], [24]))
  }

  @Test("R1.7 switching on is a return: it has a reconnect delay")
  func reconnects() throws {
    let run = try nights(at: [3]) { $0.network.reconnect = constant(60) }
    expect(run.shown, equals: [7 * Self.hour + 60])
  }

  @Test("R1.6 at night the network's own on-off process goes on")
  func spansGoOn() throws {
    func changes(_ night: Nights?) throws -> Set<SimTime> {
      let world = smallWorld(at: [], duration: .days(3)) {
        $0.network.onOff = OnOffProcess(up: constant(5000), down: constant(3000))
        $0.nights = night
      }
      let records = try record(world, replication: 0).records
      return Set(records.filter { [.online, .offline].contains($0.event) }.map(\.time))
    }
    let edges = Set([0, 7, 23, 31, 47, 55, 71].map { SimTime.hours($0) })
    let (all, seen) = (try changes(nil), try changes(Self.night).subtracting(edges))
    expect(seen.isSubset(of: all) && seen.count > 20)
  }

  @Test("R1.6 a share of the devices is switched off; a larger share keeps them")
  func shares() throws {
    func isOff(_ part: Double) throws -> [Bool] {
      let world = smallWorld(at: [10]) {
        $0.nights = Nights(share: share(part), from: .hours(23), to: .hours(7))
      }
      return try (0..<400).map {
        try tellStory(world, replication: 0, device: $0).outcomes.first?.shown != .seconds(10)
      }
    }
    let (few, many) = (try isOff(0.2), try isOff(0.5))
    expect(zip(few, many).allSatisfy { !$0 || $1 })
    // False-alarm probability 1e-6.
    let row = Agreement(
      "switched off at night", expected: 0.5, observed: Double(many.count { $0 }) / 400,
      standardError: (0.25 / 400).squareRoot())
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R4.5 an app is ended in the night, though it would be opened before, were the device on")
  func endsInTheNight() throws {
    let kept = SimTime.hours(2)
    let run = try nights(at: [1], until: 240) {
      $0.app = App(
        openings: .init(rate: constant(1 / Self.hour)), visit: constant(60),
        suspended: constant(2 * Self.hour))
    }
    let opened = run.moments(.app(.opened))
    let ends = ([.zero] + run.moments(.app(.left))).map { $0 + kept }.filter { end in
      end < .hours(240) && !opened.contains { end - kept < $0 && $0 <= end }
    }
    expect(run.moments(.app(.ended)), equals: ends)
    // Nobody opens it in a night of 8 hours: at least one end in each of 9.
    expect(ends.count >= 9)
  }

  // MARK: Before the first unlock

  private static func unlocks(
    after hours: Double, _ unreadable: Probability = .one
  ) -> (inout DeviceSetup) -> Void {
    {
      $0.serviceExtension.firstUnlock = .init(
        unlock: constant(hours * hour), positionUnreadable: unreadable)
    }
  }

  @Test("R5.7 before the first unlock the saved position is unreadable: what is missed stays so")
  func unreadable() throws {
    // 1 ... 3 in the night; the slot keeps the last of them.
    let times = [22.0, 24, 25, 26, 31.5]
    let readable = try nights(at: times, gapRecovery(), change: Self.unlocks(after: 1, .zero))
    expect(readable.fates, equals: [.shown, .shown, .shown, .shown, .shown])
    let run = try nights(at: times, gapRecovery(), change: Self.unlocks(after: 1))
    expect(run.fates, equals: [.shown, .lost, .lost, .shown, .shown])
    expect(run.repairs[1], equals: .unnoticed)
    expect(run.tally[.resendRequests], equals: 0)
    expect(hours(run.times(.power(.positionUnreadable))), equals: [7, 31, 55])
    expect(
      run.values(.power(.positionUnreadable)),
      equals: [3_600_000_000, 3_600_000_000, 3_600_000_000])
  }

  @Test("R5.7 from the unlock on gaps are noticed again; a position is saved meanwhile")
  func unlocked() throws {
    let times = [22.0, 24, 25, 32, 47.5, 48, 55.5, 57]
    let run = try nights(at: times, gapRecovery(), change: Self.unlocks(after: 1))
    // At 31 the position of message 2 is saved, so that 3 at 32 reveals nothing.
    expect(run.records(.gap).isEmpty)
    expect(run.fates, equals: [.shown, .lost, .shown, .shown, .lost, .shown, .shown, .shown])
    let early = try nights(at: times, gapRecovery(), change: Self.unlocks(after: 0))
    expect(early.fates.allSatisfy { $0 == .shown })
  }

  @Test("R5.7 the unlock itself is in time")
  func edges() throws {
    func requests(_ unlock: Double) throws -> UInt128 {
      try nights(at: [22, 24, 25], gapRecovery()) {
        $0.network.reconnect = constant(Self.hour)
        Self.unlocks(after: unlock)(&$0)
      }.tally[.resendRequests]
    }
    // Connected at 32: unlocked just then, or a little later.
    try expect(requests(1), equals: 1)
    try expect(requests(1.001), equals: 0)
  }

  @Test("R5.7 a saved position never goes back, read or not")
  func neverBack() throws {
    // Message 1 overtakes message 0 before the unlock; 2 comes after it.
    let world = smallWorld(
      at: [7.1, 7.2, 9].map { $0 * Self.hour }, strategy: gapRecovery(), duration: .days(1)
    ) {
      $0.nights = Self.night
      $0.service.latency = anyOf([0, 0.5 * Self.hour])
      Self.unlocks(after: 1)(&$0)
    }
    let runs = try (0..<50).map {
      RecordedRun(story: try tellStory(world, replication: $0, device: 0), origin: .zero)
    }
    let overtaken = runs.filter { Array($0.messages(.arrived).prefix(3)) == [1, 0, 2] }
    expect(!overtaken.isEmpty)
    expect(overtaken.allSatisfy { $0.tally[.resendRequests] == 0 })
  }

  @Test("R5.7 a heartbeat cannot tell a gap before the first unlock")
  func heartbeats() throws {
    func requests(_ unlock: Double) throws -> UInt128 {
      // The heartbeat of 29 lies in the slot.
      try nights(
        at: [22, 24], gapRecovery().with(Heartbeat(after: .hours(5))),
        change: Self.unlocks(after: unlock)
      ).tally[.resendRequests]
    }
    try expect(requests(0), equals: 1)
    try expect(requests(1), equals: 0)
  }

  @Test("R5.7 without nights nothing is ever unreadable")
  func neverSwitchedOff() throws {
    let run = try away(for: 100, at: [-10, 10, 20], gapRecovery()) {
      Self.unlocks(after: 1)(&$0)
    }
    expect(run.fates, equals: [.shown, .shown, .shown])
  }
}
