import Files
import Fit
import Foundation
import Statistics
import TestSupport
import Testing

/// The estimates of 400 simulated logs scatter as the file of each says.
///
/// False alarms: a variance of 400 logs has an error of 7 %, so that 40 % are 5.6 errors: 2e-8 for
/// each of 10 variances. (The laws by themselves agree to 15 %: `RefitTests`.)
@Suite("Refits of simulated logs", .enabled(if: isNightly))
struct FitRefitTests {
  private static let day = 86_400.0
  private static let logs = 400
  private static let margin = 0.4
  private static let names = ["between, median", "sigma", "size", "within, median", "sigma"]

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// Bursts of 40 devices, which began long before the window.
  private func log(_ random: inout SplitMix64, _ sigma: Double, _ days: Double) throws -> String {
    var rows: [String] = []
    for device in 0..<40 {
      var time = -20 * Self.day * (1 + random.uniform())
      while time < days * Self.day {
        if time >= 0 { rows.append("\(time),\(device)") }
        while random.uniform() < 1 - 1 / 3.0 {
          time += 60 * exp(0.5 * random.normal())
          if time >= 0, time < days * Self.day { rows.append("\(time),\(device)") }
        }
        time += 43_200 * exp(sigma * random.normal())
      }
    }
    return try folder.write("log.csv", header: "time,device", rows: rows)
  }

  /// With sigma 1 the window cuts off so many long gaps that the law is scaled to the log's rate.
  @Test(arguments: [(0.4, 56.0), (1, 28)])
  func scatter(sigma: Double, days: Double) throws {
    var random = SplitMix64(state: 81)
    var options = FitOptions()
    try options.setWindow(from: "0", length: "\(Int(days))d")
    var (found, said, scaled): ([[Double]], [[Double]], Int) = ([], [], 0)
    for _ in 0..<Self.logs {
      let file = try log(&random, sigma, days)
      let fit = FittedArrivals(try unwrap(try FitInput([file], options).arrivals), gap: 1800)
      let inputs = try unwrap(fit.inputs)
      // Now and then chance prefers another law of sizes, which has two parameters.
      guard inputs.parameters.count == Self.names.count else { continue }
      found.append(inputs.parameters.map(\.estimate))
      said.append(Self.names.indices.map { inputs.covariance[$0][$0] })
      if fit.scaling != nil { scaled += 1 }
    }
    expect(found.count > Self.logs * 4 / 5)
    expect(sigma < 1 ? scaled < found.count / 10 : scaled > found.count * 9 / 10, "\(scaled)")
    for (place, name) in Self.names.enumerated() {
      let ratio = Self.variance(found.map { $0[place] }) / Self.mean(said.map { $0[place] })
      print("sigma \(sigma), \(name): refits have \(ratio) times the stated variance")
      expect(abs(ratio - 1) < Self.margin, "\(name): \(ratio)")
    }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }
}
