import DeliverySim
import Models
import TestSupport
import Testing

/// R11.3: high priority is for what users see.
@Suite struct R11_03DemotionTests {
  /// An unused phone: it dozes from 3600 on, with windows at 7200, 10,800, 14,400 and so on.
  private static func dozing(
    _ demotion: Android.Demotion?, _ change: @escaping (inout DeviceSetup) -> Void = { _ in }
  ) throws -> (inout DeviceSetup) -> Void {
    let usage = try unwrap(OnOffProcess(up: constant(1), down: constant(1e9)))
    let doze = Android.Doze(
      usage: usage, after: .hours(1), first: .hours(1), factor: 1, longest: .hours(1))
    return {
      ($0.service.kind, $0.workload.priority) = (.fcm, .immediate)
      $0.android = Android(doze: doze, demotion: demotion)
      change(&$0)
    }
  }

  private static let rule = Android.Demotion()
  private static let day = 86_400.0

  @Test("R11.3 what users see is never demoted, whether they open the app or not")
  func visible() throws {
    let times = (0..<40).map { 501 + 43_201 * Double($0) }
    let run = try online(
      at: times, until: 21 * Self.day, change: Self.dozing(.init(visibleMin: .one)))
    expect(run.shown, equals: times)
    expect(run.tally[AndroidCounter.demoted], equals: 0)
  }

  @Test("R11.3 what nobody can see is demoted, until none was handed over for 7 days")
  func invisible() throws {
    let hidden: [NotificationSettings] = [
      NotificationSettings(denied: .one), NotificationSettings(alertsOff: .one),
    ]
    // The first one has none before it. The second waits for the window at 7200, and then the last
    // hand-over is just in or just out of the last seven days.
    let times = [1000, 4000, 7200 + 7 * Self.day - 1, 14_400 + 14 * Self.day + 1]
    for settings in hidden {
      let run = try online(
        at: times, until: 16 * Self.day, change: Self.dozing(Self.rule) { $0.settings = settings })
      expect(run.messages(.android(.demoted)), equals: [1, 2])
      let last = 7200 + 7 * Self.day
      expect(run.times(.arrived), equals: [1000, 7200, last, times[3]])
      expect(run.tally[AndroidCounter.demoted], equals: 2)
    }
  }

  /// A blank push draws nothing: which ones are blank is what the test wants.
  private static func blanks(
    _ isBlank: [Bool], at times: [Double], _ demotion: Android.Demotion
  ) throws -> RecordedRun {
    try online(
      at: times, until: 2 * day,
      given: { run in run.causes.map { $0 == .phone(.ignoredPayload) } == isBlank },
      change: dozing(demotion) { $0.workload.kinds.blank = share(0.5) })
  }

  @Test("R11.3 a share that is met exactly is enough; one push less is not")
  func exact() throws {
    // At 4000 a half is visible, at 4100 a third.
    let run = try Self.blanks(
      [false, true, true, false], at: [100, 200, 4000, 4100], .init(visibleMin: share(0.5)))
    expect(run.messages(.android(.demoted)), equals: [3])
    expect(run.times(.arrived), equals: [100, 200, 4000, 7200])
    let third = try Self.blanks(
      [false, true, true, false], at: [100, 200, 4000, 4100], .init(visibleMin: share(1.0 / 3)))
    expect(third.times(.arrived), equals: [100, 200, 4000, 4100])
  }

  @Test("R11.3 demoted pushes count as well, from their hand-over on")
  func demotedCount() throws {
    // 4000 and 4100 are demoted; once they are there, two of three were visible.
    let run = try Self.blanks(
      [true, false, false, false], at: [100, 4000, 4100, 7300], .init(visibleMin: share(0.5)))
    expect(run.messages(.android(.demoted)), equals: [1, 2])
    expect(run.times(.arrived), equals: [100, 7200, 7200, 7300])
  }

  @Test("R11.3 what is older than the window does not count")
  func window() throws {
    let run = try Self.blanks(
      [true, false, true, false], at: [100, 700, 701, 4000],
      .init(window: .seconds(600), visibleMin: share(0.5)))
    // The first has left the window at 700; at 4000 there is none.
    expect(run.records(.android(.demoted)).isEmpty)
    let longer = try Self.blanks(
      [true, false, true, false], at: [100, 699, 701, 4000],
      .init(window: .seconds(600), visibleMin: share(0.5)))
    expect(longer.messages(.android(.demoted)), equals: [1])
  }

  @Test("R11.3 extra traffic of high priority counts, and is demoted; that of normal priority not")
  func extraTraffic() throws {
    let times = (1...200).map { 700.5 * Double($0) }
    func run(_ priority: PushPriority) throws -> RecordedRun {
      try online(
        at: times, until: 2 * Self.day,
        change: Self.dozing(Self.rule) {
          let traffic = ExtraTraffic(rate: constant(1 / 700), type: .background)
          ($0.workload.badgeUpdates, $0.workload.readReceipts) = (traffic, traffic)
          $0.workload.badgeUpdates?.priority = priority
          $0.workload.readReceipts?.priority = priority
        })
    }
    try expect(run(.byPower).tally[AndroidCounter.demoted], equals: 0)
    let noisy = try run(.immediate)
    // The rule once more, from the story: two days lie within the window.
    var (all, visible, expected) = (0, 0, [String]())
    for record in noisy.story.records where [.accepted, .arrived].contains(record.event) {
      let isMessage = record.content == .message
      if record.event == .arrived {
        (all, visible) = (all + 1, visible + (isMessage ? 1 : 0))
      } else if all > 0, 2 * visible < all {
        expected.append("\(record.content) \(record.message ?? 0)")
      }
    }
    let demoted = noisy.story.records.filter { $0.event == .android(.demoted) }
    expect(demoted.map { "\($0.content) \($0.message ?? 0)" }, equals: expected)
    expect(expected.count > 100 && demoted.contains { $0.content == .badgeUpdate })
  }

  @Test("R11.3 with a share of 0 nothing is demoted, and to a stopped app nothing is handed over")
  func none() throws {
    let off = NotificationSettings(alertsOff: .one)
    let times: [Double] = [100, 200, 4000, 4100]
    let never = try online(
      at: times, change: Self.dozing(.init(share: .zero)) { $0.settings = off })
    expect(never.times(.arrived), equals: times)
    let stopped = try online(
      at: times,
      change: Self.dozing(Self.rule) {
        $0.settings = off
        $0.android?.forceStop = .one
        $0.app = App(openings: .init(rate: constant(1e-9)))
      })
    expect(stopped.records(.android(.demoted)).isEmpty)
    expect(stopped.causes.allSatisfy { $0 == .app(.forceQuit) })
  }
}
