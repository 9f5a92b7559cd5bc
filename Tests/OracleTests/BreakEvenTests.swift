import Answers
import Files
import Foundation
import Results
import Runs
import TestSupport
import Testing

/// A difference crosses 0 along a sweep at the place found by hand from `comparisons.csv`.
@Suite struct BreakEvenTests {
  /// A short queue is worse than plain pushes where absences are long.
  private static let world = """
    format: 1
    name: sweep
    seed: 3
    duration: 4d
    drain: 1d
    devices: 10
    replications: 8
    workload: {arrivals: {poisson: {rate: 20/d}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 90m}}}
    push_service: {latency: {exponential: {mean: 2s}}}
    strategies: [fire-and-forget, {name: queue, gap-recovery: {repeat_limit: 2}}]

    """

  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private struct Found {
    let results: PreparedResults
    let point: [String: ConfigNode]

    func number(_ key: String) throws -> Double {
      try unwrap(point[key]?.scalarText.flatMap(Double.init), "\(key)")
    }

    /// The value at which the line through a column crosses 0 downwards, on a logarithmic scale or
    /// not.
    func crossing(_ column: String, _ values: [Double], isLogarithmic: Bool) throws -> Double {
      let heights = try results.rows("comparisons.csv", ["metric": "deliverability"]).map {
        try $0.number(column)
      }
      let place = try unwrap(
        values.indices.dropLast().last { heights[$0] > 0 && heights[$0 + 1] < 0 })
      let share = heights[place] / (heights[place] - heights[place + 1])
      let (low, high) = (values[place], values[place + 1])
      return isLogarithmic
        ? exp(log(low) + share * (log(high) - log(low))) : low + share * (high - low)
    }
  }

  private func run(_ values: String) async throws -> Found {
    let sweep =
      "sweep: [{factor: away, path: network.offline.exponential.mean, values: [\(values)]}]\n"
    let results = try await Runner(experiment(Self.world + sweep), threads: 2).run().prepared()
    let path = "\(folder.path)/out"
    try results.write(
      to: OutputDirectory(path: path, force: false), words: \.untold, wallTime: 1)
    let text = try String(contentsOfFile: "\(path)/answer.json", encoding: .utf8)
    let answer = try ConfigNode.parse(yaml: text, file: "answer.json")
    let points = try unwrap(answer["break_evens"]?.elements)
    expect(points.count, equals: 1)
    let entries = try unwrap(points.first?.entries)
    return Found(
      results: results, point: Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) }))
  }

  /// Between values less than a factor of ten apart the line is straight, else logarithmic.
  @Test(
    "A break-even lies on the line between two values, and its ends on those of the interval",
    arguments: [
      ("10m, 1h, 4h, 16h", [600.0, 3600, 14_400, 57_600], true),
      ("2h, 4h, 16h", [7200, 14_400, 57_600], false),
    ])
  func crossing(texts: String, values: [Double], isLogarithmic: Bool) async throws {
    let found = try await run(texts)
    expect(found.point["strategy"]?.scalarText, equals: "queue")
    expect(found.point["direction"]?.scalarText, equals: "stops")
    for (key, column) in [("value", "difference"), ("ci_low", "ci_low"), ("ci_high", "ci_high")] {
      let expected = try found.crossing(column, values, isLogarithmic: isLogarithmic)
      try expect(abs(found.number(key) / expected - 1) < 1e-9, "\(key): \(expected)")
    }
    try expect(found.number("ci_low") < found.number("value"))
    try expect(found.number("value") < found.number("ci_high"))
  }
}
