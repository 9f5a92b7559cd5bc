import DeliverySim
import Files
import Fit
import Foundation
import Models
import Scenarios
import Statistics
import TestSupport
import Testing

/// `fit` finds the hours of bursts in logs that were made with known ones, and none in others.
@Suite("Fits recover the hours of bursts")
struct FitBurstHoursTests {
  /// Monday 2019-08-26 00:00 UTC.
  private static let monday = 1_566_777_600.0
  private static let (day, between) = (86_400.0, 57_600.0)

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// The hours: by day ten times as many as by night; fewer on weekends.
  private static let hours: [Double] = {
    let weights = (0..<168).map { hour -> Double in
      (7..<22).contains(hour % 24) ? (hour < 120 ? 2 : 1) : 0.15
    }
    let mean = weights.reduce(0, +) / 168
    return weights.map { $0 / mean }
  }()

  /// Bursts of three messages on average, exponential times between them at pace 1, and a minute
  /// from message to message.
  ///
  /// - Parameter start: The start of the log, since Monday 00:00 **[s]**.
  private func log(
    seed: UInt64, devices: Int, days: Double, start: Double = 0, _ hours: [Double]
  ) throws -> ArrivalLog {
    var random = SplitMix64(state: seed)
    var arena = PlanArena()
    let pace = WeeklyPace.Table(try unwrap(WeeklyPace(hours: hours)), &arena)
    var rows: [String] = []
    for device in 0..<devices {
      // Long before the window, so that its start is no special time.
      var time = start - 86_400 * 14 * random.uniform()
      while time < start + days * Self.day {
        let week = SimTime(seconds: time + 4 * 604_800)
        let gap = SimTime(seconds: -Self.between * Foundation.log(1 - random.uniform()))
        time = pace.end(of: gap, from: week).seconds - 4 * 604_800
        repeat {
          if time >= start, time < start + days * Self.day {
            rows.append("\(Self.monday + time),\(device)")
          }
          time += 60 * (0.5 + random.uniform())
        } while random.uniform() < 2 / 3.0
      }
    }
    var options = FitOptions()
    (options.from, options.length) = (Self.monday + start, days * Self.day)
    let file = try folder.write("log.csv", header: "time,device", rows: rows)
    return try unwrap(try FitInput([file], options).arrivals)
  }

  /// Six standard errors for each weight: false alarms below 1e-6.
  @Test func hoursAreFound() throws {
    // Three and a half hours into a Tuesday.
    let arrivals = try log(seed: 71, devices: 200, days: 28, start: 27.5 * 3600, Self.hours)
    let fit = FittedArrivals(arrivals, gap: 1800)
    expect(fit.best.words, equals: "bursts with hours")
    let bursts = try unwrap(fit.best.bursts)
    let pace = try unwrap(bursts.pace)
    let starts = Double(bursts.split.sizes.total)
    for hour in 0..<168 {
      let count = starts * Self.hours[hour] / 168
      let ratio = pace.hours[hour] / Self.hours[hour]
      expect(abs(ratio - 1) < 6 / count.squareRoot() + 0.01, "hour \(hour): \(pace.hours[hour])")
    }
    // Gaps of less than half an hour count as within: those between are longer by half an hour at
    // the most, which is 5 % of the mean by day.
    let law = try unwrap(bursts.between.candidates.first { $0.law.name == "exponential" })
    expect(abs(law.law.mean / Self.between - 1) < 0.1, "\(law)")
    expect(abs(fit.best.ratePerDay / arrivals.ratePerDay - 1) < 0.05, "\(fit.best.ratePerDay)")
    let plain = try unwrap(fit.candidates.first { $0.words == "bursts" })
    expect(try unwrap(fit.best.akaike) < (try unwrap(plain.akaike)) - 1000)
  }

  @Test func theScenarioHasThem() async throws {
    _ = try log(seed: 72, devices: 20, days: 21, Self.hours)
    var options = FitOptions()
    options.replications = 2
    let report = try await FitReport.make(["\(folder.path)/log.csv"], options, threads: 2)
    let bursts = try unwrap(report.arrivals?.best.bursts)
    let text = FitScenario(report).text
    let workload = try experiment(text).points[0].scenario.frame.setup.workload
    guard case .bursts(let read) = workload.arrivals else {
      return expect(Bool(false), "the scenario has no bursts")
    }
    let (weights, pace) = (try unwrap(read.pace?.weights), try unwrap(bursts.pace?.hours))
    for (weight, hour) in zip(weights, pace) { expect(abs(weight - hour) < 0.006 * (1 + hour)) }
    expect(!text.contains("# Alternative: bursts with hours"))
    expect(!report.notes.contains { $0.contains("quiet hours") }, "\(report.notes)")
  }

  /// A likelihood that gains 2 x (cells - 1) by chance: 1e-13 of logs with 168 cells, 0.3 % of
  /// those with 24. Four of 20 small logs or more: 4e-7.
  @Test func logsWithoutHoursHaveNone() throws {
    let even = [Double](repeating: 1, count: 168)
    var alarms = 0
    for number in 0..<20 {
      let small = try log(seed: UInt64(300 + number), devices: 24, days: 9, even)
      let fit = FittedArrivals(small, gap: 1800)
      expect(fit.candidates.contains { $0.words == "bursts with hours" })
      alarms += fit.best.words == "bursts with hours" ? 1 : 0
    }
    expect(alarms < 4, "\(alarms) alarms")
    let large = try log(seed: 73, devices: 60, days: 28, even)
    expect(FittedArrivals(large, gap: 1800).best.words, equals: "bursts")
  }

  /// Thirty bursts show no hours, and a window of six days not every hour.
  @Test func logsThatAreTooSmall() throws {
    for (devices, days) in [(3, 7.0), (40, 6)] {
      let fit = FittedArrivals(
        try log(seed: 74, devices: devices, days: days, Self.hours), gap: 1800)
      let words = fit.candidates.map(\.words)
      expect(words.contains("bursts"))
      expect(!words.contains("bursts with hours"), "\(words)")
    }
  }
}
