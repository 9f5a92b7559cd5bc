import Files
import Fit
import Foundation
import Models
import Scenarios
import Statistics
import TestSupport
import Testing

/// `fit` finds that devices differ where they do, and not where they do not.
@Suite("Fits recover how often devices leave")
struct FitDevicePaceTests {
  private static let day = 86_400.0

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private typealias Law = (inout SplitMix64) -> Double

  /// Intervals offline of devices whose spans online are divided by their number; online between
  /// two of them, where `areOnline`.
  private func log(
    seed: UInt64, numbers: [Double], days: Double = 28, areOnline: Bool = false, online: Law,
    offline: Law
  ) throws -> IntervalLog {
    var random = SplitMix64(state: seed)
    var rows: [String] = []
    for (device, number) in numbers.enumerated() {
      var time = -5 * Self.day * random.uniform()
      while time < days * Self.day {
        let leaves = time + online(&random) / number
        let back = leaves + offline(&random)
        let (start, end) = areOnline ? (time, leaves) : (leaves, back)
        if start >= 0, end < days * Self.day { rows.append("\(start),\(end),\(device)") }
        time = back
      }
    }
    var options = FitOptions()
    options.areOnline = areOnline
    let file = try folder.write("log.csv", header: "start,end,device", rows: rows)
    return try unwrap(try FitInput([file], options).intervals)
  }

  private func exponential(_ mean: Double) -> Law {
    { -mean * Foundation.log(1 - $0.uniform()) }
  }

  private func lognormal(_ median: Double, _ sigma: Double) -> Law {
    { median * exp(sigma * $0.normal()) }
  }

  /// Half of the devices leave eight times as often as the others: numbers of 2/9 and 16/9, with a
  /// mean of 1 and a variance of (7/9)². The gamma law of that variance has the shape 1.65.
  private static let twoKinds = (0..<80).map { $0.isMultiple(of: 2) ? 2 / 9.0 : 16 / 9.0 }

  /// A gamma law is not that of two kinds: the shape is a claim, within a third. The mean has an
  /// error of about 10 %, the one of the devices that leave often is known to 2 %.
  @Test(arguments: [false, true]) func twoKinds(areOnline: Bool) throws {
    let intervals = try log(
      seed: 91, numbers: Self.twoKinds, areOnline: areOnline, online: exponential(14_400),
      offline: exponential(1800))
    let network = try FittedNetwork(intervals)
    let pace = try unwrap(network.devicePace)
    expect(pace.deviceCount == 80 && pace.pValue < 1e-10)
    expect((1.1...2.2).contains(pace.shape), "\(pace.shape)")
    let online = try unwrap(network.online?.candidates.first { $0.law.name == "exponential" })
    expect(abs(online.law.mean / 14_400 - 1) < 0.1, "\(online)")
    // At pace 1 the spans are exponential again: as a mixture they have a coefficient of 1.7.
    expect(online.distance < 0.03, "\(online)")
    let offline = try unwrap(network.offline?.candidates.first { $0.law.name == "exponential" })
    expect(abs(offline.law.mean / 1800 - 1) < 0.1, "\(offline)")
  }

  /// Gamma numbers of shape 4, in spans that vary more than exponential ones. 300 numbers tell the
  /// shape to 9 %, and each number is known from some 100 spans: six errors.
  @Test func gammaNumbers() throws {
    var random = SplitMix64(state: 92)
    let numbers = (0..<300).map { _ in
      -(0..<4).reduce(0.0) { sum, _ in sum + Foundation.log(1 - random.uniform()) } / 4
    }
    let network = try FittedNetwork(
      try log(
        seed: 93, numbers: numbers, online: lognormal(8000, 1), offline: exponential(1800)))
    let pace = try unwrap(network.devicePace)
    expect(abs(Foundation.log(pace.shape / 4)) < 6 * 0.1, "\(pace.shape)")
    let law = try unwrap(network.online?.candidates.first)
    expect(law.law.name, equals: "lognormal")
    guard case .lognormal(_, let sigma) = law.law else { return }
    expect(abs(sigma - 1) < 0.05, "\(sigma)")
  }

  /// The test is meant to call the devices of 1e-4 of such logs different. Of 45 logs, whatever the
  /// law, none is called so (0.4 % otherwise); and p is below a tenth in at most 13 (2e-4).
  @Test func equalDevices() throws {
    let laws = [exponential(7200), lognormal(5000, 1.2), lognormal(7200, 0.4)]
    let count = isNightly ? 90 : 45
    var (alarms, tenths) = (0, 0)
    for number in 0..<count {
      let intervals = try log(
        seed: UInt64(400 + number), numbers: Array(repeating: 1, count: 12), days: 14,
        online: laws[number % 3], offline: lognormal(900, 0.8))
      let p = try unwrap(FittedDevicePace.pValue(intervals))
      alarms += p < FittedDevicePace.level ? 1 : 0
      tenths += p < 0.1 ? 1 : 0
    }
    expect(alarms == 0 && tenths <= count / 10 + 9, "\(alarms) and \(tenths) of \(count)")
  }

  @Test func theScenarioHasIt() async throws {
    _ = try log(
      seed: 94, numbers: Self.twoKinds, days: 10, online: exponential(14_400),
      offline: exponential(1800))
    let report = try await FitReport.make(["\(folder.path)/log.csv"], FitOptions(), threads: 1)
    let pace = try unwrap(report.network?.devicePace)
    let text = FitScenario(report).text
    expect(text, contains: "  device_pace: {gamma: {mean: 1, shape: \(pace.shape)}}\n")
    let read = try experiment(text).points[0].scenario.frame.setup.network
    expect(read.devicePace != nil)
    let lines = FitText(report).lines
    expect(lines.contains { $0.hasPrefix("Devices differ in how often they leave") })
  }

  /// One device cannot differ from others, and two absences are none to count.
  @Test func tooLittleToTell() throws {
    let one = try log(
      seed: 95, numbers: [1], online: exponential(7200), offline: exponential(900))
    expect(FittedDevicePace.pValue(one) == nil)
    let few = try log(
      seed: 96, numbers: [1, 8], days: 1, online: exponential(40_000), offline: exponential(900))
    expect(try FittedNetwork(few).devicePace == nil)
  }
}
