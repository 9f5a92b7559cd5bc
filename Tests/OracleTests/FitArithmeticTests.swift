import Files
import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// Numbers of `fit` that a hand can check.
@Suite("Fits, by hand")
struct FitArithmeticTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func arrivals(_ rows: [String], length: String) throws -> ArrivalLog {
    let file = try folder.write("log.csv", header: "time,device", rows: rows)
    var options = FitOptions()
    try options.setWindow(from: "0", length: length)
    return try unwrap(try FitInput([file], options).arrivals)
  }

  // MARK: Arrivals

  /// Four messages of two devices in a day are λ = 2/d each: ln L = 4 ln λ - 2 λ T, with one
  /// parameter.
  @Test("One rate for all has the likelihood of a Poisson process")
  func onePoissonRate() throws {
    let log = try arrivals(["100,a", "40000,a", "200,b", "70000,b"], length: "1d")
    let fit = FittedArrivals(log, gap: 1800)
    let found = try unwrap(fit.candidates.first { $0.words == "poisson, one rate" })
    let akaike = try unwrap(found.akaike)
    expect(abs(akaike - (2 - 2 * (4 * Foundation.log(2 / 86_400.0) - 4))) < 1e-9, "\(akaike)")
    expect(abs(found.ratePerDay - 2) < 1e-12)
  }

  /// Ten days from the start of a week on: three of its days are there twice.
  @Test("A message an hour has no hours, however often the window has each")
  func evenHours() throws {
    let log = try arrivals((0..<240).map { "\($0 * 3600 + 1800),a" }, length: "10d")
    let weekly = try unwrap(FittedArrivals(log, gap: 1800).weekly)
    expect(weekly.hours.allSatisfy { abs($0 - 1) < 1e-9 }, "\(weekly.hours)")
  }

  /// Gaps of 10, 10 and 30 s: their variance is 800/9, their mean 50/3.
  @Test("A gap beyond the threshold begins a burst, one as long does not")
  func bursts() throws {
    let split = BurstSplit([[0, 10, 20, 50]], threshold: 10)
    expect(split.within == [10, 10] && split.between == [30] && split.starts == [50])
    expect(split.sizes.units, equals: [0, 1, 0, 1])
    expect(split.meanSize == 2 && split.burstShare == 0.75 && split.medianGap == 10)
    expect(abs((split.coefficientOfVariation ?? 0) - 0.32.squareRoot()) < 1e-12)
  }

  // MARK: Intervals

  @Test("The median length is the middle one, or between the middle two")
  func medians() throws {
    for (rows, median) in [
      (["10,20", "30,60", "70,170"], 30.0), (["10,20", "30,60", "70,170", "200,250"], 40),
    ] {
      let file = try folder.write("i.csv", header: "start,end", rows: rows)
      expect(try unwrap(try FitInput([file], FitOptions()).intervals).medianLength, equals: median)
    }
  }

  // MARK: Numbers of a scenario

  @Test(
    "A duration has the unit that shows its digits",
    arguments: [(0.00025, "250us"), (0.0125, "12.5ms"), (90, "90s"), (123_456_789, "123460000s")])
  func durations(seconds: Double, text: String) throws {
    let fit = try unwrap(FittedSpan([seconds, seconds, seconds]))
    expect(fit.yaml, equals: "{constant: {value: \(text)}}")
  }

  // MARK: The number of kept pushes

  private func trials(_ rows: String...) throws -> KeptTrials {
    try KeptTrials(try folder.write("trials.csv", header: "sent,received", rows: rows))
  }

  @Test("As many are kept as arrive where not all do")
  func kept() throws {
    let found = try trials("10,4", "3,3", "8,4", "9,3")
    expect(found.capacity, equals: 4)
    expect(
      Array(found.lines.prefix(2)),
      equals: ["4 trials, 3 of them incomplete", "push_service: {kind: apns, capacity: 4}"])
    let all = try trials("10,10", "3,3")
    expect(all.capacity == nil)
    expect(all.lines.last ?? "", hasPrefix: "All pushes arrived: at least 10 are kept.")
  }
}
