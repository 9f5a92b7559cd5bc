import Scenarios
import Statistics

extension Optimisation {
  /// So many candidates are looked at for each step, besides those near the best point.
  private static let candidateCount = 512

  /// Searches until as many points are simulated as are asked for, or all that differ.
  ///
  /// - Parameter report: Called with the number of points that are simulated.
  /// - Throws: The errors of `Runner/run(report:)`.
  package func search(report: (Int) -> Void) async throws -> OptimiseResult {
    let spread = SampleDesign.sobol(designCount + Self.candidateCount)
      .points(factors: ranges.count, seed: seed)
    let (design, others) = (spread.prefix(designCount), Array(spread.dropFirst(designCount)))
    var seen: Set<[Double]> = []
    let first = design.map(numbers).filter { seen.insert($0).inserted }
    var findings = try await look(at: first)
    var steps = zip(first, findings).map { OptimiseResult.Step("design", $0, $1) }
    report(findings.count)
    while findings.count < question.points {
      let search = PointSearch(findings)
      let near = neighbours(of: findings[search.incumbent].point, others)
      let candidates = (others + near).map(numbers).filter { !seen.contains($0) }
      guard let choice = search.next(among: candidates.map(coordinates), worth: rule.worth) else {
        break
      }
      let numbers = candidates[choice.place]
      seen.insert(numbers)
      let found = try await look(at: [numbers])
      findings += found
      steps.append(
        OptimiseResult.Step(
          "search", numbers, found[0], feasibility: choice.outlook.feasibility,
          improvement: choice.improvement))
      report(findings.count)
    }
    let search = PointSearch(findings)
    return OptimiseResult(
      optimisation: self, steps: steps,
      finalists: search.finalists(question.finalists, isTied: rule.tie != nil),
      outlooks: search.outlooks)
  }

  private func numbers(at point: [Double]) -> [Double] {
    zip(ranges, point).map { $0.number(at: $1) }
  }

  private func coordinates(of numbers: [Double]) -> [Double] {
    zip(ranges, numbers).map { $0.coordinate(of: $1) }
  }

  /// Points that differ in one coordinate, which the ends of the range are among; and a cloud.
  private func neighbours(of point: [Double], _ others: [[Double]]) -> [[Double]] {
    let along = ranges.indices.flatMap { place in
      let steps = ranges[place].steps.flatMap { [point[place] - $0, point[place] + $0] }
      return ([0, 1] + steps.filter { 0...1 ~= $0 }).map { coordinate in
        point.indices.map { $0 == place ? coordinate : point[$0] }
      }
    }
    let cloud = others.prefix(Self.candidateCount / 4).map { other in
      zip(point, other).map { min(1, max(0, $0 + ($1 - 0.5) / 8)) }
    }
    return along + cloud
  }
}
