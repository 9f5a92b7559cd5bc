import Answers
import Files
import Foundation
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// A check of two runs whose difference is known: every device is always online, and a push takes
/// the same time, so that the margin alone decides.
@Suite struct CheckMarginTests {
  private static let world = """
    format: 1
    name: margins
    seed: 5
    duration: 2d
    devices: 3
    replications: 10
    workload: {arrivals: {poisson: {rate: 40/d}}}
    provider: {link: {latency: {constant: {value: 2s}}}}
    strategies: [fire-and-forget]

    """
  private static let latency = "provider.link.latency.constant.value="

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// Runs the world and returns the folder of its results.
  private func run(_ name: String, _ settings: String...) async throws -> String {
    try await lay(name, settings)
  }

  private func lay(_ name: String, _ settings: [String]) async throws -> String {
    let results = try await results(settings)
    let path = "\(folder.path)/\(name)"
    try results.write(
      to: OutputDirectory(path: path, force: false), words: \.untold, wallTime: 1)
    return path
  }

  private func results(_ settings: [String]) async throws -> PreparedResults {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    return try await Runner(experiment(Self.world, options), threads: 2).run().prepared()
  }

  private func metric(
    _ name: String, _ now: String, _ before: String, _ margins: [String] = []
  ) throws -> MetricCheck {
    let check = try RegressionCheck.make(
      now, baseline: before, margins: Margins(margins), selection: .all)
    return try unwrap(check.series.first?.metrics.first { $0.name == name })
  }

  /// Five percent of a mean of 2 s are 0.1 s; where the mean was 0 s, 10 ms are allowed.
  @Test(
    "The larger one of an amount and a part of the baseline is the margin",
    arguments: [
      ("2s", "2099ms", CheckVerdict.pass), ("2s", "2101ms", .fail), ("2s", "1s", .pass),
      ("0s", "9ms", .pass), ("0s", "11ms", .fail),
    ])
  func standardMargin(before: String, now: String, verdict: CheckVerdict) async throws {
    let found = try metric(
      "latency_mean_s", try await run("now", Self.latency + now),
      try await run("before", Self.latency + before))
    expect(found.verdict, equals: verdict)
  }

  @Test("A margin is an amount in the metric's unit, points of a share, or a part")
  func limits() async throws {
    let path = try await run("same")
    for (margin, limit) in [
      ("latency_mean_s=250ms", 0.25), ("latency_mean_s=1.5m", 90), ("latency_mean_s=10%rel", 0.2),
      ("deliverability=0.2pp", 0.002), ("deliverability=0.2%", 0.002),
      ("deliverability=2%rel", 0.02),
    ] {
      let name = String(margin.prefix { $0 != "=" })
      let found = try unwrap(metric(name, path, path, [margin]).limit)
      expect(abs(found - limit) < 1e-12, "\(margin): \(found)")
    }
    try expect(abs(unwrap(metric("deliverability", path, path).limit) - 0.001) < 1e-12)
    try expect(abs(unwrap(metric("latency_mean_s", path, path).limit) - 0.1) < 1e-12)
  }

  /// Sixty replications leave little open beside everything or nothing.
  @Test("Fewer shown is worse, and fewer lost is better")
  func directions() async throws {
    let (all, none) = (
      try await run("all", "replications=60"),
      try await run("none", "replications=60", "provider.link.loss=1")
    )
    try expect(metric("deliverability", none, all).verdict, equals: .fail)
    try expect(metric("loss", none, all).verdict, equals: .fail)
    try expect(metric("deliverability", all, none).verdict, equals: .pass)
    try expect(metric("loss", all, none).verdict, equals: .pass)
    let interval = try unwrap(metric("deliverability", none, all).interval)
    expect(interval.low == -1 && interval.high > -1 && interval.high < 0)
  }

  @Test("Without a selection the standard metrics are judged, and those that have a margin")
  func standardMetrics() async throws {
    let path = try await run("same")
    let names = { (margins: [String]) in
      let check = try RegressionCheck.make(path, baseline: path, margins: Margins(margins))
      return try unwrap(check.series.first).metrics.map(\.name)
    }
    let standard = ["deliverability", "pushes_per_notification"]
    expect(try names([]), equals: standard)
    expect(try names(["latency_p50_s=5%rel"]), equals: standard + ["latency_p50_s"])
  }

  /// Each side is √(a² + b²) long, with the sides of the two estimates that lead there.
  @Test("A quantile's difference has the sides of two independent estimates")
  func quantiles() async throws {
    let law = "provider.link.latency={weibull: {scale: 2s, shape: 0.6}}"
    let (first, second) = ([law], [law, "seed=6", "duration=3d"])
    let row = ["metric": "latency_p50_s"]
    let now = try Ends(try await results(second).row("metrics.csv", row))
    let before = try Ends(try await results(first).row("metrics.csv", row))
    let found = try unwrap(
      metric("latency_p50_s", try await lay("now", second), try await lay("before", first)).interval
    )
    let difference = now.value - before.value
    let low = difference - hypot(now.value - now.low, before.high - before.value)
    let high = difference + hypot(now.high - now.value, before.value - before.low)
    expect(abs(found.low - low) < 1e-9 && abs(found.high - high) < 1e-9, "\(found)")
    // The sides differ, so that it matters which one is taken.
    expect(abs((now.high - now.value) - (now.value - now.low)) > 1e-3, "\(now)")
  }

  private struct Ends {
    let value, low, high: Double

    init(_ row: ResultRow) throws {
      (value, low, high) = (
        try row.number("mean"), try row.number("ci_low"), try row.number("ci_high")
      )
    }
  }
}
