import DeliverySim
import Models
import TestSupport
import Testing

/// R11.4: levels of messages, and notifications on trial.
@Suite struct R11_04Tests {
  private static let whole = PresentationSchedule(
    quiet: WeeklyHours([.init(from: .zero, to: .day)]))

  /// - Returns: Whether the message alerts.
  private static func alerts(
    _ levels: Levels, _ change: (inout DeviceSetup) -> Void = { _ in }
  ) throws -> Bool {
    let run = try online(at: [100], until: 3600) {
      $0.workload.levels = levels
      change(&$0)
    }
    expect(run.shown, equals: [100])
    expect(run.times(.attention(.silenced)).isEmpty == (run.tally[.interruptions] == 1))
    return run.tally[.interruptions] == 1
  }

  private static let (passive, urgent, critical) = (
    Levels(passive: .one), Levels(timeSensitive: .one), Levels(critical: .one)
  )

  @Test("R11.4 passive messages arrive silently, others alert")
  func levels() throws {
    try expect(Self.alerts(Levels()) && Self.alerts(Self.urgent) && Self.alerts(Self.critical))
    try expect(!Self.alerts(Self.passive))
  }

  @Test("R11.4 time-sensitive and critical ones pass Focus and the summary; active ones wait")
  func quiet() throws {
    let schedules = [Self.whole, PresentationSchedule(summaries: [.hours(18)])]
    for schedule in schedules {
      func alerts(_ levels: Levels) throws -> Bool {
        try Self.alerts(levels) { $0.presentation = schedule }
      }
      try expect(!alerts(Levels()) && alerts(Self.urgent) && alerts(Self.critical))
      try expect(!alerts(Self.passive))
    }
  }

  @Test("R11.4 only critical ones pass an app that delivers quietly")
  func trial() throws {
    func alerts(_ levels: Levels) throws -> Bool {
      try Self.alerts(levels) { $0.settings = NotificationSettings(provisional: .one) }
    }
    try expect(!alerts(Levels()) && !alerts(Self.urgent) && alerts(Self.critical))
  }

  @Test("R11.4 the levels of messages have their shares")
  func shares() throws {
    // Within 5 standard errors of a binomial share: false-alarm probability 6e-7.
    let run = try online(at: (0..<2000).map { 10 + 40 * Double($0) }, until: 86_400) {
      $0.workload.levels = Levels(passive: share(0.3), timeSensitive: share(0.2))
      $0.presentation = Self.whole
    }
    let alerted = Double(run.tally[.interruptions]) / 2000
    print("time-sensitive: expected 0.2, observed \(alerted), standard error 0.0089")
    expect(abs(alerted - 0.2) < 5 * 0.0089)
  }

  private static func trial(keeps: Double) throws -> RecordedRun {
    try online(at: [1000, 50_000, 60_000], until: 86_400) {
      $0.settings = NotificationSettings(provisional: .one, provisionalKept: share(keeps))
      $0.user = User(sees: constant(10), pickups: .init(rate: constant(0.001)))
    }
  }

  @Test("R11.4 on trial notifications come quietly until the user looks; then they are kept")
  func kept() throws {
    let run = try Self.trial(keeps: 1)
    expect(run.times(.attention(.silenced)), equals: [1000])
    expect(run.times(.attention(.kept)).count, equals: 1)
    expect(run.times(.attention(.kept)), equals: [run.times(.attention(.pickedUp))[0]])
    expect(run.fates, equals: [.shown, .shown, .shown])
    expect(run.tally[.interruptions], equals: 2)
  }

  @Test("R11.4 or turned off")
  func turnedOff() throws {
    let run = try Self.trial(keeps: 0)
    expect(run.times(.attention(.turnedOff)).count, equals: 1)
    expect(run.fates, equals: [.shown, .lost, .lost])
    expect(run.causes[1...].allSatisfy { $0 == .disabled }, "\(run.causes)")
    expect(run.tally[.interruptions], equals: 0)
    // Alerts could reach it at the start.
    expect(run.tally[PhoneCounter.owedReachable], equals: 3)
  }
}
