import DeliverySim
import Models
import TestSupport
import Testing

/// R11.3: Android's Doze, demoted priorities, and apps that are stopped.
@Suite struct R11_03Tests {
  /// Windows 1, 2, 4, 6, 6, ... hours apart, an hour after the last use.
  private static func doze(used: Double = 1, unused: Double = 1e9) throws -> Android.Doze {
    let usage = try unwrap(OnOffProcess(up: constant(used), down: constant(unused)))
    return Android.Doze(
      usage: usage, after: .hours(1), first: .hours(1), factor: 2, longest: .hours(6))
  }

  private static func android(
    _ android: Android, _ priority: PushPriority = .byPower
  ) -> (inout DeviceSetup) -> Void {
    {
      ($0.service.kind, $0.workload.priority, $0.android) = (.fcm, priority, android)
    }
  }

  private static let times: [Double] = [1000, 4000, 7201, 30_000]

  @Test("R11.3 normal priority waits for windows that grow from 1 to 6 hours")
  func windows() throws {
    let change = Self.android(Android(doze: try Self.doze()))
    let run = try online(at: Self.times, until: 86_400, change: change)
    expect(run.times(.android(.dozes)), equals: [3600])
    expect(
      run.times(.android(.maintenance)), equals: [7200, 14_400, 28_800, 50_400, 72_000])
    expect(run.shown, equals: [1000, 7200, 14_400, 50_400])
    expect(run.times(.power(.heldBack)), equals: [4000, 7201, 30_000])
  }

  @Test("R11.3 high priority wakes the phone")
  func highPriority() throws {
    let change = Self.android(Android(doze: try Self.doze()), .immediate)
    try expect(online(at: Self.times, until: 86_400, change: change).shown, equals: Self.times)
  }

  @Test("R11.3 what waits is late, not lost, unless it expires")
  func expired() throws {
    let change = Self.android(Android(doze: try Self.doze()))
    let run = try online(at: Self.times, until: 86_400) {
      change(&$0)
      $0.service.expiration = .seconds(7000)
    }
    expect(run.fates, equals: [.shown, .shown, .lost, .lost])
    expect(run.causes[2...].allSatisfy { $0 == .pushService(.expired) }, "\(run.causes)")
  }

  /// Whether a moment lies in one of the spans between two kinds of events.
  private static func isIn(_ starts: [Double], _ ends: [Double], _ time: Double) -> Bool {
    let start = starts.last { $0 <= time }
    return start.map { start in !ends.contains { start < $0 && $0 <= time } } ?? false
  }

  @Test("R11.3 who uses the phone, or opens the app, ends Doze; then its windows start anew")
  func awake() throws {
    let times = (0..<150).map { 777.5 + 1000 * Double($0) }
    let change = Self.android(Android(doze: try Self.doze(used: 1000, unused: 40_000)))
    let run = try online(at: times, until: 170_000) {
      change(&$0)
      $0.app = App(openings: .init(rate: constant(1 / 30_000)), visit: constant(60))
    }
    let (dozes, awake) = (run.times(.android(.dozes)), run.times(.android(.awake)))
    let windows = run.times(.android(.maintenance))
    expect(dozes.count > 3 && awake.count > 2)
    let opened = run.times(.app(.opened))
    expect(opened.contains { awake.contains($0) }, "an opening has ended Doze")
    expect(dozes.count - awake.count <= 1)
    for (time, shown) in zip(times, run.shown) {
      let isWaiting = Self.isIn(dozes, awake, time)
      let end = (windows + awake).filter { $0 > time }.min()
      expect(shown == (isWaiting ? end : time), "\(time): \(String(describing: shown))")
    }
    for start in dozes {
      // An hour after the last use, whatever that was; the first window comes an hour later.
      let next = windows.first { $0 > start }
      let end = awake.first { $0 > start } ?? 170_000
      expect(end < start + 3600 || next == start + 3600)
    }
  }

  @Test(
    "R11.3 nothing reaches an app that is stopped until it is opened", arguments: [true, false])
  func stopped(byUser: Bool) throws {
    let times = (0..<400).map { 50.5 + 100 * Double($0) }
    let vendor = Android.VendorKill(share: .one, after: constant(300))
    let android =
      byUser ? Android(forceStop: .one) : Android(vendorKill: vendor)
    let run = try online(at: times, until: 41_000) {
      Self.android(android, .immediate)(&$0)
      $0.app = App(
        openings: .init(rate: constant(1 / 5000)), visit: constant(160), syncsOnOpening: false)
    }
    let opened = run.times(.app(.opened))
    let stopped = run.times(.android(byUser ? .forceStopped : .vendorStopped))
    expect(opened.count > 2 && stopped.count > 2)
    expect(stopped[0], equals: byUser ? 0 : 300)
    for (place, time) in times.enumerated() {
      let isStopped = Self.isIn(stopped, opened, time)
      expect(run.fates[place], equals: isStopped ? .lost : .shown)
      if isStopped { expect(run.causes[place], equals: .app(.forceQuit)) }
    }
  }

  /// One message at 100 wakes the app, which posts it; the vendor stops the app at `stop`.
  private static func posted(_ user: User, stop: Double) throws -> RecordedRun {
    let vendor = Android.VendorKill(share: .one, after: constant(stop))
    return try online(at: [100], .silentFetch, until: 5000) {
      Self.android(Android(vendorKill: vendor), .immediate)(&$0)
      $0.app = App()
      $0.app?.localRepeats = LocalRepeats(every: .minute, times: 3)
      $0.user = user
    }
  }

  @Test("R11.3 R12.2 R12.3 an app that is stopped alerts no more, and no button wakes it")
  func inert() throws {
    let blind = User(sees: constant(4000))
    try expect(
      Self.posted(blind, stop: 4000).times(.attention(.alertedAgain)), equals: [160, 220, 280])
    try expect(Self.posted(blind, stop: 200).times(.attention(.alertedAgain)), equals: [160])
    var user = User(sees: constant(50))
    user.actions = Actions(share: .one)
    try expect(Self.posted(user, stop: 4000).times(.app(.fetches)), equals: [100, 150])
    let stopped = try Self.posted(user, stop: 120)
    expect(stopped.times(.app(.fetches)), equals: [100])
    expect(stopped.times(.attention(.acted)), equals: [150])
  }

  @Test("R11.3 a fetch that is under way ends with the app")
  func fetching() throws {
    func fate(stop: Double) throws -> Fate {
      let vendor = Android.VendorKill(share: .one, after: constant(stop))
      return try online(at: [100], .silentFetch, until: 5000) {
        Self.android(Android(vendorKill: vendor), .immediate)(&$0)
        $0.app = App()
        $0.provider.resend.latency = constant(10)
      }.fates[0]
    }
    try expect(fate(stop: 111), equals: .shown)
    try expect(fate(stop: 109), equals: .lost)
  }

  @Test("R11.3 an app that is stopped refreshes itself no more")
  func polls() throws {
    let run = try online(at: [500], .poll(), until: 80_000) {
      Self.android(Android(forceStop: .one), .immediate)(&$0)
      $0.app = App(openings: .init(rate: constant(1e-9)))
    }
    expect(run.times(.app(.refreshed)), equals: [])
  }
}
