import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// `fit` on the real logs against the figures that the README of the data gives, to the digits that
/// it gives them with.
@Suite("Fits of the real logs")
struct FitRealDataTests {
  private func near(_ observed: Double?, _ expected: Double, within margin: Double) -> Bool {
    guard let observed else { return false }
    return abs(observed - expected) <= margin
  }

  private func arrivals(_ folder: String, _ name: String, from: String, length: String) throws
    -> ArrivalLog
  {
    var options = FitOptions()
    try options.setWindow(from: from, length: length)
    return try unwrap(try FitInput(["\(folder)/\(name)"], options).arrivals)
  }

  @Test("Text messages: counts, gaps, bursts and their laws")
  func messages() throws {
    guard let folder = sharedData else { return skip() }
    let log = try arrivals(folder, "copenhagen-sms.csv", from: "0", length: "28d")
    expect(log.columns, equals: ["timestamp", "recipient"])
    expect(log.messageCount == 24_333 && log.streams.count == 555)
    expect(near(log.ratePerDay, 1.57, within: 0.005))
    let fit = FittedArrivals(log, gap: 1800)
    expect(near(fit.split.coefficientOfVariation, 3.6, within: 0.05))
    expect(fit.split.medianGap, equals: 470)
    let short = Double(fit.split.within.prefix { $0 < 60 }.count) / Double(fit.split.gapCount)
    expect(near(short, 0.20, within: 0.005))
    expect(near(fit.split.meanSize, 2.77, within: 0.006))
    expect(fit.split.sizes.quantile(0.99), equals: 21)
    expect(near(fit.split.burstShare, 0.82, within: 0.005))
    let hours = try unwrap(fit.weekly).hours
    let night = hours.indices.reduce(0.0) { sum, hour in
      (2...5).contains(hour % 24) ? sum + hours[hour] : sum
    }
    expect(near(night / 168, 0.006, within: 0.0005))
  }

  @Test("Text messages: Weibull within bursts, lognormal between them")
  func laws() throws {
    guard let folder = sharedData else { return skip() }
    let log = try arrivals(folder, "copenhagen-sms.csv", from: "0", length: "28d")
    let fit = FittedArrivals(log, gap: 1800)
    let bursts = try unwrap(fit.bursts)
    let within = try unwrap(bursts.within.candidates.first { $0.law.name == "weibull" })
    guard case .weibull(let scale, let shape) = within.law else { return }
    expect(near(shape, 0.73, within: 0.005) && near(scale, 264, within: 0.5))
    // The README counts from start to start; a scenario from a burst's end to the next's start.
    let starts = try unwrap(FittedSpan(fit.split.starts))
    guard case .lognormal(let logMedian, let sigma) = starts.candidates[0].law else {
      return expect(Bool(false), "lognormal fits best")
    }
    expect(near(exp(logMedian), 24_631, within: 0.5) && near(sigma, 1.66, within: 0.005))
    expect(bursts.between.candidates[0].law.name, equals: "lognormal")
    expect(fit.best.kind, equals: "bursts")
  }

  @Test("Outages: lognormal fits best")
  func outages() throws {
    guard let folder = sharedData else { return skip() }
    let input = try FitInput(["\(folder)/disco-outages.csv"], FitOptions())
    let log = try unwrap(input.intervals)
    expect(log.columns == ["start", "end"] && log.lengths.count == 394)
    expect(log.isManyPlaces && log.pauses.isEmpty)
    let fit = try FittedNetwork(log)
    expect(near(log.medianLength / 60, 52, within: 0.5))
    expect(near(fit.lengths.mean / 60, 77, within: 0.5))
    expect(near((log.lengths.last ?? 0) / 3600, 18.3, within: 0.05))
    guard case .lognormal(let logMedian, let sigma) = fit.lengths.candidates[0].law else {
      return expect(Bool(false), "lognormal fits best")
    }
    expect(near(exp(logMedian), 3592, within: 0.5) && near(sigma, 0.616, within: 0.0005))
  }

  @Test("E-mails: the useful window, and the hint at it")
  func mails() throws {
    guard let folder = sharedData else { return skip() }
    let log = try arrivals(folder, "enron-emails.csv", from: "973036800", length: "364d")
    expect(log.columns == ["t", "dst"] && log.window.isCalendar)
    expect(log.messageCount == 22_309 && log.streams.count == 179)
    expect(log.ignoredCount, equals: 38_131 - 22_309)
    let first = try arrivals(folder, "enron-emails.csv", from: "910926420", length: "28d")
    expect(first.messageCount, equals: 15)
    // Without a window, most of the messages lie in a small part, around the useful window.
    let all = try unwrap(
      try FitInput(["\(folder)/enron-emails.csv"], FitOptions()).arrivals)
    let crowd = try unwrap(all.crowd)
    expect(crowd.length <= all.window.length / 2)
    expect(crowd.start < 973_036_800 + 86_400 * 60 && crowd.start > 950_000_000)
    expect(all.messageCount == 38_131 && all.streams.count == 184)
    expect(log.crowd == nil, "who chose a window needs no hint")
  }

  /// Twelve replications of each; the margins are claims, not statistics. The README's figures come
  /// from two replays of five histories that differ by up to 10 % themselves.
  @Test("Real messages lose the stated multiple of Poisson messages", .enabled(if: isNightly))
  func ratios() async throws {
    guard let folder = sharedData else { return skip() }
    let log = try arrivals(folder, "copenhagen-sms.csv", from: "0", length: "28d")
    var options = FitOptions()
    (options.seed, options.replications) = (11, 12)
    let best = FittedArrivals(log, gap: 1800).best
    let replay = try await LossReplay.make(
      log, best, OfflineProcess.standard, options, threads: 2)
    let stated = [(0.030, 2.55), (0.202, 1.45), (0.0505, 5.1)]
    for (row, (loss, ratio)) in zip(replay.rows, stated) {
      print(
        "\(row.process.name): real \(row.real.mean) (README \(loss)), ratio "
          + "\(row.ratio?.mean ?? 0) (README \(ratio)), proposed law \(row.fitted?.mean ?? 0)")
      expect(near(row.real.mean / loss, 1, within: 0.1), "\(row.process.name)")
      expect(near((row.ratio?.mean ?? 0) / ratio, 1, within: 0.12), "\(row.process.name)")
      expect(near((row.fitted?.mean ?? 0) / row.real.mean, 1, within: 0.15), "\(row.process.name)")
    }
    expect(replay.rows.count, equals: 3)
  }

  private func skip() { print("skipped: shared/data is not here") }
}
