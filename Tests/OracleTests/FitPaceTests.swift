import DeliverySim
import Files
import Fit
import Foundation
import Models
import Scenarios
import Statistics
import TestSupport
import Testing

/// `fit` finds the paces of logs that were made with known ones, and none in logs without.
@Suite("Fits recover the hours of synthetic logs")
struct FitPaceTests {
  private static let (devices, days) = (150, 28.0)
  /// Monday 2019-08-26 00:00 UTC.
  private static let monday = 1_566_777_600.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private struct Hours {
    var online = [Double](repeating: 1, count: 168)
    var offline = [Double](repeating: 1, count: 168)
  }

  /// Intervals offline, as a log has them.
  ///
  /// - Parameter start: The start of the log, since Monday 00:00 [s].
  private func makeLog(
    seed: UInt64, devices: Int, start: Double = 0, _ hours: Hours = Hours(),
    online: (inout SplitMix64) -> Double, offline: (inout SplitMix64) -> Double
  ) throws -> IntervalLog {
    var random = SplitMix64(state: seed)
    var arena = PlanArena()
    let up = WeeklyPace.Table(try unwrap(WeeklyPace(hours: hours.online)), &arena)
    let down = WeeklyPace.Table(try unwrap(WeeklyPace(hours: hours.offline)), &arena)
    var rows: [String] = []
    for device in 0..<devices {
      var time = SimTime(seconds: start + 7200 * random.uniform())
      while true {
        let leaves = up.end(of: SimTime(seconds: online(&random)), from: time)
        time = down.end(of: SimTime(seconds: offline(&random)), from: leaves)
        guard time.seconds < start + 86_400 * Self.days else { break }
        rows.append("\(Self.monday + leaves.seconds),\(Self.monday + time.seconds),\(device)")
      }
    }
    let file = try folder.write("log.csv", header: "start,end,device", rows: rows)
    return try unwrap(try FitInput([file], FitOptions()).intervals)
  }

  private func exponential(_ mean: Double) -> (inout SplitMix64) -> Double {
    { -mean * log(1 - $0.uniform()) }
  }

  private func lognormal(_ median: Double, _ sigma: Double) -> (inout SplitMix64) -> Double {
    { median * exp(sigma * $0.normal()) }
  }

  private static var commuting: Hours {
    var hours = Hours()
    for hour in 0..<168 {
      let isNight = hour % 24 < 7
      let isCommute = hour < 120 && [7, 8, 17, 18].contains(hour % 24)
      hours.online[hour] = isNight ? 0.5 : isCommute ? 4 : 1
      hours.offline[hour] = isNight ? 0.2 : hour >= 120 ? 0.6 : 1
    }
    return hours
  }

  /// Six standard errors for each of 336 weights: false alarms below 1e-6.
  @Test func pacesAreFound() async throws {
    let truth = Self.commuting
    // Three and a half hours into a Tuesday.
    let intervals = try makeLog(
      seed: 61, devices: Self.devices, start: 27.5 * 3600, truth, online: exponential(10_800),
      offline: lognormal(1200, 0.8))
    let network = try FittedNetwork(intervals)
    let ends = Double(intervals.lengths.count)
    for (pace, expected) in [
      (network.onlinePace, truth.online), (network.offlinePace, truth.offline),
    ] {
      let pace = try unwrap(pace)
      expect(pace.cells, equals: 168)
      let mean = expected.reduce(0, +) / 168
      for hour in 0..<168 {
        // At least a tenth of the mean number of ends falls on every hour.
        let error = 1 / (0.1 * ends / 168).squareRoot()
        let ratio = pace.hours[hour] * mean / expected[hour]
        expect(abs(log(ratio)) < 6 * error, "hour \(hour): \(pace.hours[hour])")
      }
      // Sums over many hours are nearer to the truth.
      for hours in [Array(0..<7), Array(31..<33), Array(41..<43), Array(120..<168)] {
        let (found, all) = (
          hours.reduce(0) { $0 + pace.hours[$1] }, hours.reduce(0) { $0 + expected[$1] / mean }
        )
        expect(abs(found / all - 1) < 0.25, "\(hours): \(found), not \(all)")
      }
    }
    let online = try unwrap(network.online?.candidates.first?.law)
    let mean = 10_800 / (truth.online.reduce(0, +) / 168)
    expect(abs(online.mean / mean - 1) < 0.05, "\(online)")
    expect(network.offline?.candidates.first?.law.name, equals: "lognormal")
  }

  @Test func theScenarioHasThem() async throws {
    _ = try makeLog(
      seed: 62, devices: 60, Self.commuting, online: exponential(10_800),
      offline: exponential(1200))
    let report = try await FitReport.make(["\(folder.path)/log.csv"], FitOptions(), threads: 1)
    let network = try unwrap(report.network)
    let read = try experiment(FitScenario(report).text).points[0].scenario.frame.setup.network
    expect(read.paces.online?.weights, equals: network.onlinePace?.hours)
    expect(read.paces.offline?.weights, equals: network.offlinePace?.hours)
    expect(!read.paces.isClock)
    expect(FitText(report).lines.contains { $0.hasPrefix("By the hour, online spans") })
  }

  /// Two tests at 1e-4 for each of 90 logs: three alarms or more have a probability of 1e-6, of the
  /// 30 by day less.
  @Test func logsWithoutHoursHaveNone() throws {
    let laws = [
      (exponential(7200), exponential(1200)), (lognormal(5000, 1.2), lognormal(900, 0.5)),
      (exponential(40_000), lognormal(10_000, 1)),
    ]
    var alarms = 0
    for number in 0..<(isNightly ? 90 : 30) {
      let (online, offline) = laws[number % 3]
      let network = try FittedNetwork(
        makeLog(seed: UInt64(1000 + number), devices: 12, online: online, offline: offline))
      alarms += [network.onlinePace, network.offlinePace].count { $0 != nil }
    }
    expect(alarms <= 2, "\(alarms) alarms")
  }

  @Test func aLogOfDaysHasNone() throws {
    let file = try folder.write(
      "days.csv", header: "start,end,device",
      rows: (0..<5).flatMap { day in
        (0..<500).map { device in
          let start = Self.monday + Double(day) * 86_400 + 28_800 + Double(device)
          return "\(start),\(start + 600),\(device)"
        }
      })
    let network = try FittedNetwork(try unwrap(try FitInput([file], FitOptions()).intervals))
    expect(network.onlinePace == nil && network.offlinePace == nil)
  }
}
