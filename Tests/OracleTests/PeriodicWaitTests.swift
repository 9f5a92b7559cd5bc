import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R11.3 and R11.5 against their closed forms, with a false-alarm probability of 1e-6 for all
/// comparisons together.
@Suite("Waits for windows, against their closed forms")
struct PeriodicWaitTests {
  private static let devices = 300

  @Test("Limits: always open, always in use, one window for ever")
  func limits() {
    expect(PeriodicWaits.mean(closed: [], period: 10), equals: 0)
    expect(PeriodicWaits.mean(closed: [4, 2], period: 10), equals: 1)
    // No window comes before the next use: E[X²]/2 = U² of each cycle.
    let none = PeriodicWaits.meanInDoze(
      used: 1, unused: 3, after: 0, first: 1e6, factor: 1, longest: 1e6)
    expect(abs(none - 9.0 / 4) < 1e-12)
    // Windows all the time.
    let all = PeriodicWaits.meanInDoze(
      used: 1, unused: 3, after: 0, first: 0.01, factor: 1, longest: 0.01)
    expect(abs(all - 0.005 * 3 / 4) < 1e-5)
  }

  /// The mean delay of what is shown; each device is alone, so all are independent.
  private static func agrees(
    _ name: String, _ expected: Double, _ change: (inout DeviceSetup) -> Void
  ) throws {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: 40 / 86_400)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    change(&setup)
    let world = World(
      seed: 11, devices: devices, warmup: .days(7), duration: .days(21), drain: .days(7),
      setup: setup)
    let tallies = try (0..<devices).map {
      try Models.simulate(world, replication: 0, devices: $0..<$0 + 1)
    }
    expect(tallies.allSatisfy { $0[.shown] == $0[.owed] }, "delayed, not lost")
    let sample = RatioSample(
      numerators: tallies.map { Double($0.latencySum) / 1e6 },
      denominators: tallies.map { Double($0[.shown]) })
    let row = Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try unwrap(sample.standardError), tableSize: 3)
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R11.5 the mean wait for a daily window is that of uniform arrivals")
  func sendWindow() throws {
    let hours = WeeklyHours([.init(from: .hours(8), to: .hours(22))])
    let expected = PeriodicWaits.mean(closed: [36_000], period: 86_400)
    try Self.agrees("send window, 8 to 22 h [s]", expected) {
      $0.provider.sendWindow = SendWindow(hours: hours)
    }
  }

  @Test("R11.5 on weekdays only")
  func weekdays() throws {
    let hours = WeeklyHours([.init(from: .hours(8), to: .hours(22), days: [0, 1, 2, 3, 4])])
    let closed: [Double] = [36_000, 36_000, 36_000, 36_000, 36_000 + 2 * 86_400]
    let expected = PeriodicWaits.mean(closed: closed, period: 7 * 86_400)
    try Self.agrees("send window on weekdays [s]", expected) {
      $0.provider.sendWindow = SendWindow(hours: hours)
    }
  }

  @Test("R11.3 the mean wait in Doze is that of its windows")
  func doze() throws {
    let (used, unused) = (1200.0, 20_000.0)
    let expected = PeriodicWaits.meanInDoze(
      used: used, unused: unused, after: 1800, first: 3600, factor: 2, longest: 21_600)
    let usage = try unwrap(
      OnOffProcess(
        up: law(.exponential(mean: used)), down: law(.exponential(mean: unused))))
    try Self.agrees("Doze [s]", expected) {
      $0.workload.priority = .byPower
      ($0.service.kind, $0.service.capacity) = (.fcm, 10_000)
      $0.android = Android(
        doze: .init(
          usage: usage, after: .seconds(1800), first: .hours(1), factor: 2, longest: .hours(6)))
    }
  }
}
