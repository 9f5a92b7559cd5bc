import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// `fit` finds the parameters of logs that were made with known ones.
///
/// False alarms: 1e-6 in all, shared by the comparisons; standard errors are asymptotic ones.
@Suite("Fits recover the laws of synthetic logs")
struct FitRecoveryTests {
  private static let comparisons = 17
  private static var alpha: Double { 1e-6 / Double(comparisons) }
  private static let day = 86_400.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func check(_ name: String, _ expected: Double, _ observed: Double, error: Double) {
    let agreement = Agreement(
      name, expected: expected, observed: observed, standardError: error,
      tableSize: Self.comparisons)
    print(agreement)
    expect(agreement.holds, "\(agreement)")
  }

  /// The distance of the model's own gaps follows Kolmogorov's law: with fitted parameters it is
  /// smaller, so this is on the safe side.
  private func checkResiduals(_ candidate: FittedArrivals.Candidate, count: Int) throws {
    let distance = try unwrap(candidate.distance)
    let p = Kolmogorov.pValue(distance: distance, count: count)
    print("\(candidate.words): distance \(distance) of \(count) gaps, p \(p)")
    expect(p > Self.alpha)
  }

  private func fit(
    _ rows: [String], _ options: FitOptions = FitOptions()
  ) throws -> (log: ArrivalLog, fit: FittedArrivals) {
    let file = try folder.write("log.csv", header: "time,device", rows: rows)
    let log = try unwrap(try FitInput([file], options).arrivals)
    return (log, FittedArrivals(log, gap: options.gap))
  }

  // MARK: Bursts

  /// The two kinds of gaps are so far apart that 30 minutes tell all of them (but 1e-11) apart.
  @Test func bursts() throws {
    var random = SplitMix64(state: 21)
    var rows: [String] = []
    for device in 0..<50 {
      var time = 1000 * random.uniform()
      for _ in 0..<200 {
        rows.append("\(time),\(device)")
        while random.uniform() < 1 - 1 / 3.0 {
          time += 60 * exp(0.5 * random.normal())
          rows.append("\(time),\(device)")
        }
        time += 43_200 * exp(0.4 * random.normal())
      }
    }
    let (arrivals, fit) = try fit(rows)
    let bursts = try unwrap(fit.bursts)
    expect(fit.best.kind == "bursts" && arrivals.streams.count == 50)
    expect(bursts.between.count == 50 * 199 && bursts.split.sizes.total == 10_000)
    guard case .lognormal(let between, let betweenSigma) = bursts.between.candidates[0].law,
      case .lognormal(let within, let withinSigma) = bursts.within.candidates[0].law
    else { return expect(Bool(false), "\(bursts)") }
    let (gaps, inner) = (Double(bursts.between.count), Double(bursts.within.count))
    check("between, log median", log(43_200), between, error: 0.4 / gaps.squareRoot())
    check("between, sigma", 0.4, betweenSigma, error: 0.4 / (2 * gaps).squareRoot())
    check("within, log median", log(60), within, error: 0.5 / inner.squareRoot())
    check("within, sigma", 0.5, withinSigma, error: 0.5 / (2 * inner).squareRoot())
    let size = try unwrap(bursts.size.law)
    expect(size.name, equals: "geometric")
    check("size, mean", 3, size.mean, error: 6.0.squareRoot() / 100)
    // Relative errors: of the size 0.8 %, of the mean gap between bursts 0.4 %.
    let cycle = 43_200 * exp(0.08) + 2 * 60 * exp(0.125)
    let rate = 3 * Self.day / cycle
    check("messages a day", rate, fit.best.ratePerDay, error: rate * 0.0092)
    try checkResiduals(fit.best, count: bursts.split.gapCount)
  }

  // MARK: Poisson

  /// 400 devices with rates of shape 1 and a mean of 5 a day, over 28 days.
  @Test(.enabled(if: isNightly)) func gammaRates() async throws {
    var random = SplitMix64(state: 22)
    var rows: [String] = []
    for device in 0..<400 {
      let rate = -5 / Self.day * log(random.uniform())
      var time = -log(random.uniform()) / rate
      while time < 28 * Self.day {
        rows.append("\(time),\(device)")
        time -= log(random.uniform()) / rate
      }
    }
    var options = FitOptions()
    try options.setWindow(from: "0", length: "28d")
    let (arrivals, fit) = try fit(rows, options)
    expect(fit.best.words, equals: "poisson, gamma rates")
    let shape = try unwrap(fit.rateShape)
    // Devices without a message are not in the log; with a mean of 140 they are fewer than 1 %.
    let n = Double(arrivals.streams.count)
    check("rates, mean a day", 5, arrivals.ratePerDay, error: 5 / n.squareRoot() * 1.01)
    // The law is the gamma law itself: 140 messages a device tell its rate well.
    let trigamma = Double.pi * Double.pi / 6
    check("rates, shape", 1, shape, error: (1 / (n * (trigamma - 1))).squareRoot() * 1.05)
    try checkResiduals(fit.best, count: fit.split.gapCount)
    let flat = try unwrap(fit.candidates.first { $0.words == "poisson, one rate" })
    expect(try unwrap(flat.distance) > 0.1, "one rate for all is far off")
    // Poisson traffic loses what its shuffle does. A claim, not statistics: the log is one draw.
    options.replications = 4
    let replay = try await LossReplay.make(
      arrivals, fit.best, [OfflineProcess.standard[1]], options, threads: 2)
    let ratio = try unwrap(replay.rows[0].ratio?.mean)
    print("a Poisson log against its shuffle: ratio \(ratio)")
    expect(abs(ratio - 1) < 0.03 && replay.rows[0].real.mean > 0.1)
  }

  /// Days of twelve loud and twelve quiet hours; the window starts on a Wednesday.
  @Test func weekly() throws {
    var random = SplitMix64(state: 23)
    let (start, rate) = (1_566_950_400.0, 5 / Self.day)
    func weight(_ hour: Int) -> Double { (8..<20).contains(hour % 24) ? 1.8 : 0.2 }
    var rows: [String] = []
    for device in 0..<200 {
      var time = 0.0
      while true {
        time -= log(random.uniform()) / (rate * 1.8)
        guard time < 28 * Self.day else { break }
        if random.uniform() * 1.8 < weight(Int(time / 3600)) {
          rows.append("\(start + time),\(device)")
        }
      }
    }
    var options = FitOptions()
    try options.setWindow(from: "2019-08-28T00:00:00Z", length: "28d")
    let (arrivals, fit) = try fit(rows, options)
    expect(fit.best.words.hasPrefix("weekly"))
    let hours = try unwrap(fit.weekly).hours
    // Four of each hour of the week, so a weight w has the variance 168 w / messages.
    let perHour = Double(arrivals.messageCount) / 168
    let chi = hours.enumerated().reduce(0) { sum, entry in
      sum + pow(entry.element - weight(entry.offset), 2) * perHour / weight(entry.offset)
    }
    let p = ChiSquare.upperTail(chi, degreesOfFreedom: 167)
    print("weekly: chi-square \(chi) of 167 degrees of freedom, p \(p)")
    expect(p > Self.alpha && p < 1 - Self.alpha)
    check("weekly, messages a day", 5, arrivals.ratePerDay, error: (5.0 / 28 / 200).squareRoot())
    try checkResiduals(fit.best, count: fit.split.gapCount)
  }

  @Test func theWeekBeginsOnMondayInLogsWithACalendar() throws {
    // Mondays from 09:00 to 10:00, five weeks, in a log that begins with one of them.
    let monday = 1_566_777_600.0
    let starts = (0..<5).map { monday + Double($0) * 7 * Self.day + 9 * 3600 }
    let times = starts.flatMap { start in (0..<60).map { start + Double($0) * 60 } }
    let hours = try unwrap(try fit(times.map { "\($0),a" }).fit.weekly).hours
    expect(hours[9] == 168 && hours.reduce(0, +) == 168)
    // Seconds from some start have no weekday: the week begins with the first message.
    let relative = try fit(times.map { "\($0 - monday),a" }).fit
    try expect(unwrap(relative.weekly).hours[0], equals: 168)
  }

  // MARK: Intervals

  /// 30 devices, 400 cycles: offline Weibull(20 min, 0.6), online exponential of 6 h.
  @Test(arguments: [false, true])
  func intervals(areOnline: Bool) throws {
    var random = SplitMix64(state: 24)
    var rows: [String] = []
    for device in 0..<30 {
      var time = 1_500_000_000.0
      for _ in 0..<400 {
        let (up, down) = (
          -21_600 * log(random.uniform()), 1200 * pow(-log(random.uniform()), 1 / 0.6)
        )
        let (first, second) = areOnline ? (time, time + up) : (time + up, time + up + down)
        rows.append("\(first),\(second),\(device)")
        time += up + down
      }
    }
    // Rows in any order.
    let mixed = stride(from: 0, to: 7, by: 1).flatMap { start in
      stride(from: start, to: rows.count, by: 7).map { rows[$0] }
    }
    let file = try folder.write("i.csv", header: "start,end,device", rows: mixed)
    var options = FitOptions()
    options.areOnline = areOnline
    let spans = try unwrap(try FitInput([file], options).intervals)
    let fit = try FittedNetwork(spans)
    expect(spans.deviceCount == 30 && spans.joinedCount == 0)
    let offline = try unwrap(fit.offline)
    let online = try unwrap(fit.online)
    let weibull = try unwrap(offline.candidates.first { $0.law.name == "weibull" }).law
    guard case .weibull(let scale, let shape) = weibull else { return }
    let root = Double(offline.count).squareRoot()
    let kind = areOnline ? "from online intervals" : "from offline intervals"
    check("offline \(kind), log scale", log(1200), log(scale), error: 1.0529 / 0.6 / root)
    check("offline \(kind), shape", 0.6, shape, error: 0.7797 * 0.6 / root)
    let error = 21_600 / Double(online.count).squareRoot()
    check("online \(kind), mean", 21_600, online.mean, error: error)
    expect(offline.count + online.count, equals: 30 * 799)
    expect(offline.candidates[0].law.name, equals: "weibull")
  }
}
