import Statistics
import TestSupport
import Testing

/// The indices tell how far each factor moves a quantity.
@Suite struct ElementaryEffectsTests {
  private let resampling = Resampling(count: 400) { number, indices in
    var random = SplitMix64(state: UInt64(number) + 1)
    for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
  }

  private func effects(
    _ trajectories: [[[Double]]], _ value: ([Double]) -> Double
  ) -> ElementaryEffects {
    let points = trajectories.flatMap(\.self)
    return ElementaryEffects(
      points, values: points.map(value), confidence: 0.95, resampling: resampling)
  }

  /// The trajectories visit the factors in any order, up and down.
  private static let trajectories: [[[Double]]] = [
    [[0.125, 0.125], [0.625, 0.125], [0.625, 0.625]],
    [[0.875, 0.375], [0.875, 0.875], [0.375, 0.875]],
    [[0.625, 0.875], [0.125, 0.875], [0.125, 0.375]],
  ]

  @Test("Of what is linear each effect is the slope")
  func linear() {
    let found = effects(Self.trajectories) { 3 - 8 * $0[0] + 0 * $0[1] }
    expect(found.mu.map(\.value), equals: [-8, 0])
    expect(found.muStar.map(\.value), equals: [8, 0])
    for index in found.sigma + [found.mu[1], found.muStar[1]] {
      expect([index.value, index.low, index.high], equals: [0, 0, 0])
      expect(index.value.sign == .plus)
    }
    expect([found.muStar[0].low, found.muStar[0].high], equals: [8, 8])
  }

  /// The slope of x·y in x is y: 0.125, 0.875, 0.875; in y it is x: 0.625, 0.875, 0.125.
  @Test("Of a product, by hand")
  func product() {
    let found = effects(Self.trajectories) { $0[0] * $0[1] }
    expect(isClose(found.mu[0].value, 1.875 / 3))
    expect(isClose(found.mu[1].value, 1.625 / 3))
    expect(isClose(found.sigma[0].value, (2 * 0.0625 + 0.25).squareRoot() / 2.0.squareRoot()))
    expect(found.muStar[0].low < found.muStar[0].value)
    expect(found.muStar[0].high > found.muStar[0].value)
  }

  /// Effects of +0.5 and -0.5 cancel in mu, not in mu_star.
  @Test("Effects of both signs do not cancel in mu_star")
  func signs() {
    let found = effects(Self.trajectories) { ($0[0] - 0.5) * ($0[0] - 0.5) }
    // The slopes between 1/8 and 5/8, and between 3/8 and 7/8.
    expect(isClose(found.mu[0].value, (-0.25 + 0.25 - 0.25) / 3))
    expect(isClose(found.muStar[0].value, 0.25))
    expect(!found.isConstant)
    expect(effects(Self.trajectories) { _ in 0.1 }.isConstant)
  }

  /// Two trajectories with the effects 0 and 1. Of 100 resamples 2 draw the first alone, 3 the
  /// second, the others both: the ends have rank ⌊0.025 · 101⌋ = 2 at 95 %, and 5 at 90 %.
  @Test("An interval's ends have the same rank among the resamples on either side")
  func ranks() {
    let resampling = Resampling(count: 100) { number, indices in
      indices = number < 2 ? [0, 0] : number < 5 ? [1, 1] : [0, 1]
    }
    let points = [[0.125], [0.625], [0.125], [0.625]]
    for (confidence, low, high) in [(0.95, 0.0, 1.0), (0.9, 0.5, 0.5)] {
      let found = ElementaryEffects(
        points, values: [0, 0, 0, 0.5], confidence: confidence, resampling: resampling)
      expect(found.mu[0].value == 0.5 && found.mu[0].low == low && found.mu[0].high == high)
    }
  }
}
