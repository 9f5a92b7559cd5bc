import Models
import Scenarios
import Statistics
import TestSupport
import Testing

/// Real traffic through random offline periods: the share that is overwritten, against the figures
/// of two replays by others (the README of the data; the middles of the ranges it gives). The
/// limits are the experiment's claims, not statistics; with 40 replications and fixed seeds the
/// standard errors are below 2 % of each figure.
@Suite("The experiment with bursts on real messages")
struct BurstsExperimentTests {
  private struct Process: Sendable {
    let name: String
    let online: String
    let offline: String
    /// Overwritten, of real messages and of their shuffle.
    let trace: Double
    let shuffle: Double
  }

  private struct Share: CustomStringConvertible {
    let value: Double
    let standardError: Double

    var description: String {
      "\((value * 1e5).rounded() / 1e3) % (SE \((standardError * 1e5).rounded() / 1e3))"
    }
  }

  private static let processes = [
    Process(
      name: "an outage a day", online: "{exponential: {mean: 1d}}",
      offline: "{lognormal: {median: 3592s, sigma: 0.616}}", trace: 0.030, shuffle: 0.0115),
    Process(
      name: "nights", online: "{exponential: {mean: 18h}}",
      offline: "{lognormal: {median: 6h, sigma: 0.5}}", trace: 0.202, shuffle: 0.1385),
    Process(
      name: "short", online: "{exponential: {mean: 1h}}",
      offline: "{lognormal: {median: 300s, sigma: 1.0}}", trace: 0.0505, shuffle: 0.0095),
  ]

  @Test(
    "Trace and shuffle lose what the README says, the fitted law what the trace does",
    .enabled(if: isNightly))
  func claim() throws {
    guard let folder = sharedData else {
      print("skipped: shared/data is not here")
      return
    }
    for process in Self.processes {
      let trace = try overwritten(Self.recorded(shuffle: false), "streams", process, folder)
      let shuffle = try overwritten(Self.recorded(shuffle: true), "streams", process, folder)
      let fitted = try overwritten(Self.fitted, "555", process, folder)
      print(
        "\(process.name): overwritten, trace \(trace) (README \(process.trace)), "
          + "shuffle \(shuffle) (README \(process.shuffle)), fitted law \(fitted)")
      expect(isWithin(0.10, of: process.trace, trace.value), "\(process.name), trace")
      expect(isWithin(0.10, of: process.shuffle, shuffle.value), "\(process.name), shuffle")
      expect(isWithin(0.15, of: trace.value, fitted.value), "\(process.name), fitted law")
    }
  }

  private func isWithin(_ share: Double, of expected: Double, _ observed: Double) -> Bool {
    abs(observed / expected - 1) <= share
  }

  private static func recorded(shuffle: Bool) -> String {
    "{trace: {file: copenhagen-sms.csv, time: timestamp, device: recipient, length: 28d, "
      + "shuffle: \(shuffle)}}"
  }

  private static let fitted = """
    {bursts: {between: {lognormal: {median: 24631s, sigma: 1.66}}, \
    size: {geometric: {mean: 2.77}}, within: {weibull: {scale: 264s, shape: 0.73}}}}
    """

  /// The share overwritten of the messages of 28 days.
  private func overwritten(
    _ arrivals: String, _ devices: String, _ process: Process, _ folder: String
  ) throws -> Share {
    let experiment = try experiment(
      """
      format: 1
      name: bursts
      seed: 11
      duration: 28d
      devices: \(devices)
      replications: 40
      workload: {arrivals: \(arrivals)}
      network: {online: \(process.online), offline: \(process.offline)}
      strategies: [fire-and-forget]
      """, folder: folder)
    let scenario = experiment.points[0].scenario
    let world = scenario.world(for: 0)
    let tallies = try (0..<scenario.replications.max).map {
      try simulate(world, replication: $0, devices: 0..<world.devices)
    }
    let place = Tally.fateIndex(.lost, .pushService(.overwritten), .none)
    let sample = RatioSample(
      numerators: tallies.map { Double($0.fates[place]) },
      denominators: tallies.map { Double($0[.owed]) })
    return Share(
      value: try unwrap(sample.ratio), standardError: try unwrap(sample.standardError))
  }
}
