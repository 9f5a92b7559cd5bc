import Foundation
import Search
import TestSupport
import Testing

/// The search over points on functions whose best point is known.
@Suite struct PointSearchTests {
  private static let grid = (0...200).map { Double($0) / 200 }

  /// - Returns: The findings after so many points.
  private func findings(
    _ budget: Int, from design: [[Double]], among candidates: [[Double]], limit: Double? = nil,
    _ value: @escaping ([Double]) -> Double
  ) throws -> [PointSearch.Finding] {
    let look = { (point: [Double]) in
      PointSearch.Finding(
        point, goal: .init(value(point), noise: 0),
        margins: limit.map { [.init($0 - point[0], noise: 0)] } ?? [])
    }
    var found = design.map(look)
    while found.count < budget {
      let left = candidates.filter { point in !found.contains { $0.point == point } }
      found.append(look(left[try unwrap(PointSearch(found).next(among: left, worth: 1e-6)).place]))
    }
    return found
  }

  /// x·sin(10x) has two tops in 0 to 1; the higher one is where tan(10x) = -10x, at 0.79787.
  @Test("In one dimension, past a lower top")
  func oneDimension() throws {
    let found = try findings(
      12, from: [[0.05], [0.2], [0.5], [0.95]], among: Self.grid.map { [$0] }
    ) { $0[0] * sin(10 * $0[0]) }
    let best = found[PointSearch(found).incumbent].point[0]
    expect(abs(best - 0.79787) <= 0.005, "\(best)")
  }

  /// Branin's function over the square has its least value, 0.397887, at three points.
  @Test("In two dimensions")
  func twoDimensions() throws {
    let branin = { (point: [Double]) -> Double in
      let (x, y) = (15 * point[0] - 5, 15 * point[1])
      let turn = x / Double.pi
      let bend: Double = y - 1.275 * turn * turn + 5 * turn - 6
      let wave: Double = 10 - 1.25 / Double.pi
      return bend * bend + wave * cos(x) + 10
    }
    let sides = (0...40).map { Double($0) / 40 }
    let candidates: [[Double]] = sides.flatMap { x in sides.map { [x, $0] } }
    let design: [[Double]] = (0..<12).map { place in
      let (x, y) = (Double(place), Double(place * 5 % 12))
      return [(x + 0.5) / 12, y / 11]
    }
    let found = try findings(32, from: design, among: candidates) { -branin($0) }
    let least = candidates.map(branin).min() ?? 0
    let best = branin(found[PointSearch(found).incumbent].point)
    expect(best - least < 0.5, "\(best), \(least)")
  }

  /// x grows, and must not pass 0.6.
  @Test("Up to a limit, and not beyond")
  func limit() throws {
    let found = try findings(
      10, from: [[0.1], [0.5], [0.9]], among: Self.grid.map { [$0] }, limit: 0.6025
    ) { $0[0] }
    let search = PointSearch(found)
    let best = found[search.incumbent].point[0]
    expect(abs(best - 0.6) <= 0.005, "\(best)")
    expect(search.finalists(3).count, equals: 3)
    expect(search.finalists(3)[0], equals: search.incumbent)
    // All that break it for sure come after those that keep it.
    expect(search.finalists(3).allSatisfy { found[$0].point[0] <= 0.6025 })
  }

  @Test("Where nothing more is to be gained, it looks where least is known")
  func exploring() {
    let search = PointSearch(
      [0, 0.1, 0.2, 0.3].map { .init([$0], goal: .init(-$0, noise: 0)) })
    let candidates = [[0.05], [0.15], [1], [0.4]]
    expect(search.next(among: candidates, worth: 1e9)?.place, equals: 2)
  }

  @Test("Of findings that are equal the best one is a finalist, if no tie is to be broken")
  func equals() {
    let search = PointSearch(
      [(0.1, 1), (0.5, 3), (0.7, 3), (0.9, 3)].map { .init([$0], goal: .init($1, noise: 0)) })
    expect(search.finalists(3).count, equals: 2)
    expect(search.finalists(3, isTied: true).count, equals: 3)
  }

  @Test("What has no value counts as the worst; where nothing is allowed, the nearest is chosen")
  func nothing() {
    let none = PointSearch([
      .init([0], goal: nil, margins: [.init(-2, noise: 0)]),
      .init([1], goal: .init(5, noise: 0), margins: [.init(-1, noise: 0)]),
    ])
    expect(none.incumbent, equals: 1)
    expect(none.next(among: [[0.1], [0.9]], worth: 1)?.improvement == nil)
    expect(none.next(among: [], worth: 1) == nil)
  }
}
