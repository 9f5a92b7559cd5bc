import DeliverySim
import Models
import Scenarios
import TestSupport
import Testing

/// Sweeps whose values are drawn from laws.
@Suite struct SampleTests {
  private static func sample(_ size: String, _ factors: [String] = [away, limit]) -> String {
    "sweep: {sample: {\(size), factors: [\n  \(factors.joined(separator: ",\n  "))]}}\n"
  }

  private static let away = factor(
    "away", "network.offline.weibull.scale", "{min: 100s, max: 200s}")
  private static let limit = factor(
    "limit", "strategies.gap-recovery.repeat_limit", "{min: 0.5, max: 4.5}")

  private static func factor(_ name: String, _ path: String, _ ends: String) -> String {
    "{factor: \(name), path: \(path), law: {uniform: \(ends)}}"
  }

  private func numbers(_ experiment: Experiment, _ factor: Int) throws -> [Double] {
    try experiment.points.map { point in
      guard case .number(let number) = point.cells[factor] else {
        throw InputProblem(text: "a factor's cell is a number")
      }
      return number
    }
  }

  private struct InputProblem: Error { let text: String }

  // MARK: Points

  @Test("A Latin hypercube hits each of N strata of each factor once, for any N")
  func latinHypercube() {
    for (count, seed) in [(2, 1), (7, 2), (1000, 3)] as [(Int, UInt64)] {
      let points = SampleDesign.latinHypercube(count).points(factors: 5, seed: seed)
      expect(points.count, equals: count)
      for factor in 0..<5 {
        let strata = points.map { Int($0[factor] * Double(count)) }
        expect(strata.sorted(), equals: Array(0..<count))
      }
      // Two factors have orders of their own.
      expect(count < 10 || points.map { Int($0[0] * 10) } != points.map { Int($0[1] * 10) })
    }
  }

  @Test("Another factor moves none of those before it, another seed moves all")
  func keyed() {
    for design in [SampleDesign.latinHypercube(20), .sobol(20), .trajectories(5)] {
      let points = design.points(factors: 3, seed: 1)
      expect(design.points(factors: 3, seed: 1), equals: points)
      if case .trajectories = design { continue }
      expect(design.points(factors: 4, seed: 1).map { Array($0.prefix(3)) }, equals: points)
      let others = design.points(factors: 3, seed: 2)
      expect(zip(others, points).allSatisfy { pair in zip(pair.0, pair.1).allSatisfy { $0 != $1 } })
    }
  }

  @Test("Sobol's points are shifted, and hit each of 64 strata once all the same")
  func sobol() {
    let points = SampleDesign.sobol(64).points(factors: 40, seed: 9)
    for factor in 0..<40 {
      expect(points.map { Int($0[factor] * 64) }.sorted(), equals: Array(0..<64))
    }
    // A shift by XOR keeps the distance of two points.
    let bits = points.prefix(2).map { UInt64($0[0] * 0x1p30) }
    expect(bits[0] ^ bits[1], equals: 1 << 29)
  }

  @Test("Of each base point there are A, A with one factor of B, and B")
  func saltelli() {
    let points = SampleDesign.saltelli(3).points(factors: 2, seed: 4)
    expect(points.count, equals: 12)
    for base in stride(from: 0, to: 12, by: 4) {
      let (a, b) = (points[base], points[base + 3])
      expect(points[base + 1], equals: [b[0], a[1]])
      expect(points[base + 2], equals: [a[0], b[1]])
    }
  }

  @Test("Along a trajectory each factor moves once, by half of its range")
  func trajectories() {
    let points = SampleDesign.trajectories(50).points(factors: 3, seed: 4)
    expect(points.count, equals: 200)
    var starts: Set<Double> = []
    for first in stride(from: 0, to: 200, by: 4) {
      starts.insert(points[first][0])
      var moved: [Int] = []
      for row in first..<first + 3 {
        let steps = zip(points[row], points[row + 1]).map { abs($0 - $1) }
        expect(steps.sorted(), equals: [0, 0, 0.5])
        moved += steps.indices.filter { steps[$0] > 0 }
      }
      expect(moved.sorted(), equals: [0, 1, 2])
    }
    expect(starts, equals: [0.125, 0.375, 0.625, 0.875])
  }

  // MARK: In scenarios

  @Test("Values are the quantiles at the points, and whole where the key is")
  func values() throws {
    let experiment = try ScenarioText.read(Self.sample("lhs: 50"))
    let points = SampleDesign.latinHypercube(50).points(factors: 2, seed: 1)
    expect(experiment.factors.map(\.name), equals: ["away", "limit"])
    for (found, point) in try zip(numbers(experiment, 0), points) {
      expect(abs(found - 100 * (1 + point[0])) <= 0.5e-6 + 1e-9)
    }
    for (found, point) in try zip(numbers(experiment, 1), points) {
      expect(found, equals: (0.5 + 4 * point[1]).rounded())
    }
    let worlds = experiment.points.map { $0.scenario.frame.setup.network.onOff?.down.mean ?? 0 }
    expect(Set(worlds).count, equals: 50)
  }

  @Test("Rates and shares have their units, and --set changes the size")
  func units() throws {
    let factors = [
      "{factor: rate, path: workload.arrivals.poisson.rate, law: {constant: {value: 40/d}}}",
      "{factor: denied, path: device.denied, law: {uniform: {min: 10%, max: 0.2}}}",
      "{factor: shape, path: network.offline.weibull.shape, law: {constant: {value: 0.7}}}",
    ]
    let lines = "device: {denied: 2%}\n" + Self.sample("sobol: 4", factors)
    let experiment = try ScenarioText.read(lines, "sweep.sample.lhs=5")
    expect(experiment.points.count, equals: 5)
    try expect(numbers(experiment, 0), equals: Array(repeating: 40.0 / 86_400, count: 5))
    try expect(numbers(experiment, 1).allSatisfy { 0.1...0.2 ~= $0 })
    expect(experiment.points[0].texts[2], equals: "0.7")
    let again = try ScenarioText.readAgain(experiment)
    expect(again.points.map(\.texts), equals: experiment.points.map(\.texts))
  }

  // MARK: Mistakes

  @Test(
    "What is wrong is said with its place",
    arguments: [
      (
        sample("lhs: 1"), "scenario.yml:8:23: sweep.sample.lhs: found 1; allowed: an integer from 2"
      ),
      (sample("lhs: 3, sobol: 3"), "found lhs and sobol; allowed: one of them"),
      ("sweep: {sample: {factors: [\(away)]}}\n", "allowed: lhs: N or sobol: N"),
      ("sweep: {sample: {lhs: 3}}\n", "sweep.sample.factors: missing"),
      (sample("lhs: 3", Array(repeating: away, count: 41)), "allowed: a list of 1 to 40"),
      (sample("lhs: 3", [away, away]), "scenario.yml:10:12: sweep.sample.factors[1].factor"),
      (
        sample("lhs: 3", [away, away]),
        "found network.offline.weibull.scale twice; allowed: each path once"
      ),
      (
        sample("lhs: 3", [factor("a", "network.offline.weibul.scale", "{min: 1s, max: 2s}")]),
        "scenario.yml:9:21: sweep.sample.factors[0].path: found network.offline.weibul.scale, which"
      ),
      (
        sample("lhs: 3", [factor("a", "network.offline", "{min: 1s, max: 2s}")]),
        "allowed: the path of a number, time, rate or share"
      ),
      (
        sample("lhs: 3", [factor("a", "replications", "{min: 1, max: 2}")]),
        "a setting of the experiment; allowed: inputs of the model"
      ),
      (
        sample("lhs: 3", [factor("a", "network.offline.weibull.scale", "{min: 1, max: 2}")]),
        "law.uniform.min: found 1; did you mean \"1s\"? allowed: a duration of at least 0s"
      ),
      (
        "sweep:\n  - {sample: {lhs: 3, factors: [\(away)]}}\n  - \(away)\n",
        "a sample in a list; allowed: sweep: {sample: ...}, alone"
      ),
      ("sweep: {zip: [], sample: {lhs: 3, factors: [\(away)]}}\n", "sweep.zip: unknown key"),
    ])
  private func wrong(lines: String, words: String) {
    let seen = message { _ = try ScenarioText.read(lines) }
    expect(seen.split(whereSeparator: \.isWhitespace).joined(separator: " "), contains: words)
  }

  @Test("A value that is not allowed is said once, with its factor and its law's place")
  func refused() {
    let law = "law: {exponential: {mean: 60%}}"
    let seen = message {
      _ = try ScenarioText.read(
        "device: {denied: 1%}\n"
          + Self.sample("lhs: 40", [Self.away, "{factor: no, path: device.denied, \(law)}"]))
    }
    expect(seen, hasPrefix: "scenario.yml:11:42: device.denied (factor no): found 1.")
    expect(seen, contains: "allowed: a probability from 0 to 1")
    expect(seen.split(separator: "\n").count { !$0.hasPrefix("  ") }, equals: 1, "\(seen)")
  }
}
