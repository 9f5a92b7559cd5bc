import Foundation
import Statistics
import TestSupport
import Testing

/// Estimates that are moved by numbers whose mean is known.
@Suite struct ControlVariatesTests {
  private func normals(_ count: Int, state: UInt64) -> [Double] {
    var random = SplitMix64(state: state)
    return (0..<count).map { _ in random.normal() }
  }

  private func estimate(
    _ values: [Double], _ controls: [[Double]], fitted: Int? = nil
  ) throws -> Estimate {
    try unwrap(
      RatioSample(values: values).estimate(
        confidence: 0.95, controls: ControlVariates(controls, fitted: fitted)))
  }

  @Test("What is a control but for a constant is known exactly, to the resolution of the clock")
  func exact() throws {
    let control = normals(20, state: 1)
    let estimate = try estimate(control.map { 7 - 3 * $0 }, [control])
    expect(abs(estimate.mean - 7) < 1e-12)
    let plain = try unwrap(estimate.plain)
    expect(abs(try unwrap(estimate.standardError) - 1e-7 * plain.mean) < 1e-18)
    expect(plain.standardError > 0.1)
  }

  /// The textbook's simple regression, written out: β = S_xy/S_xx, the estimate is that of the line
  /// at 0, and its variance s²(1/n + x̄²/S_xx) with n - 2 degrees of freedom, or that of HC2.
  @Test("One control is the line of least squares at 0")
  func line() throws {
    let (x, noise) = (normals(30, state: 2).map { $0 + 0.3 }, normals(30, state: 3))
    let y = zip(x, noise).map { 5 + 2 * $0 + $1 }
    let (meanX, meanY) = (x.reduce(0, +) / 30, y.reduce(0, +) / 30)
    let sxx = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    let sxy = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let slope = sxy / sxx
    let squares = zip(x, y).reduce(0) { sum, pair in
      let rest = pair.1 - meanY - slope * (pair.0 - meanX)
      return sum + rest * rest
    }
    let even = (squares / 28 * (1.0 / 30 + meanX * meanX / sxx)).squareRoot()
    let uneven = zip(x, y).reduce(0) { sum, pair in
      let distance = pair.0 - meanX
      let rest = pair.1 - meanY - slope * distance
      let taken = 1.0 / 30 + distance * distance / sxx
      let part = (1.0 / 30 - meanX * distance / sxx) * rest
      return sum + part * part / (1 - taken)
    }
    let error = max(even, uneven.squareRoot())
    let estimate = try estimate(y, [x])
    expect(abs(estimate.mean - (meanY - slope * meanX)) < 1e-12)
    expect(abs(try unwrap(estimate.standardError) - error) < 1e-12)
    let t = -StudentT.quantile(0.025, degreesOfFreedom: 28)
    expect(abs(try unwrap(estimate.high) - estimate.mean - t * error) < 1e-12)
  }

  @Test("A control that says nothing new is left out, with its degree of freedom")
  func collinear() throws {
    let (one, other) = (normals(25, state: 4), normals(25, state: 5))
    let y = zip(zip(one, other), normals(25, state: 6)).map { $0.0 + 2 * $0.1 + $1 }
    let both = try estimate(y, [one, other])
    let sum = zip(one, other).map { $0 - 3 * $1 }
    let constant = [Double](repeating: 4, count: 25)
    let more = try estimate(y, [one, constant, other, sum])
    expect(abs(both.mean - more.mean) < 1e-10)
    expect(abs(try unwrap(both.high) - (try unwrap(more.high))) < 1e-10)
  }

  @Test("With fewer than ten degrees of freedom the estimate is plain")
  func tooFew() throws {
    let (control, y) = (normals(12, state: 7), normals(12, state: 8))
    expect(try estimate(y, [control]).plain != nil)
    let fewer = try estimate(Array(y.prefix(11)), [Array(control.prefix(11))])
    expect(fewer.plain == nil)
    let plain = RatioSample(values: Array(y.prefix(11))).estimate(confidence: 0.95)
    expect(fewer, equals: try unwrap(plain))
    expect(!ControlVariates.areUsable(2, replications: 12))
    expect(!ControlVariates.areUsable(0, replications: 100))
  }

  @Test("Coefficients that are frozen come from the first replications alone")
  func frozen() throws {
    let control = normals(60, state: 9)
    // The slope is 1 in the first half, and 5 in the second.
    let y = control.enumerated().map { $0.offset < 30 ? $0.element : 5 * $0.element }
    let estimate = try estimate(y, [control], fitted: 30)
    let expected = y.reduce(0, +) / 60 - control.reduce(0, +) / 60
    expect(abs(estimate.mean - expected) < 1e-12)
  }

  @Test("Shares stay shares, and what all replications agree in needs no control")
  func shares() throws {
    let control = normals(20, state: 10)
    let ones = [Double](repeating: 1, count: 20)
    let controls = ControlVariates([control])
    let all = RatioSample(numerators: ones, denominators: ones)
      .estimate(confidence: 0.95, shareTrials: 20, controls: controls)
    expect(try unwrap(all).method == .oneSided)
    // Nearly all there is: the control's mean would move the estimate above 1.
    let steps = (0..<20).map { $0.isMultiple(of: 2) ? 0.9 : -0.9 }
    let (shifted, near) = (steps.map { $0 - 1.5 }, steps.map { 0.999 + 1e-3 * $0 })
    let sample = RatioSample(numerators: near, denominators: ones)
    let high = sample.estimate(
      confidence: 0.95, shareTrials: 20, controls: ControlVariates([shifted]))
    expect(try unwrap(high).plain == nil)
    expect(
      try unwrap(sample.estimate(confidence: 0.95, controls: ControlVariates([shifted]))).mean > 1)
  }

  @Test("What the sample contradicts is no control of it")
  func contradiction() throws {
    let (control, y) = (normals(30, state: 18), normals(30, state: 19))
    expect(try estimate(y, [control.map { $0 + 1 }]).plain != nil)
    // T² is 30 times the square of the mean in standard deviations.
    expect(try estimate(y, [control.map { $0 + 2 }]).plain == nil)
  }

  /// All metrics of a strategy have the same controls, so parts add up to their whole.
  @Test("Controlled shares add up as plain ones do")
  func sum() throws {
    let controls = [normals(30, state: 11), normals(30, state: 12)]
    let (one, other) = (normals(30, state: 13), normals(30, state: 14))
    let parts = try estimate(one, controls).mean + estimate(other, controls).mean
    let whole = try estimate(zip(one, other).map { $0 + $1 }, controls).mean
    expect(abs(parts - whole) < 1e-12)
  }

  @Test("A difference is moved by the controls of both")
  func difference() throws {
    let (first, second) = (normals(30, state: 15), normals(30, state: 16))
    let noise = normals(30, state: 17).map { 1e-3 * $0 }
    let here = zip(first, noise).map { 3 + $0 + $1 }
    let difference = try unwrap(
      RatioSample(values: here).difference(
        from: RatioSample(values: second.map { 1 + $0 }), confidence: 0.95, ifZero: .unknown,
        controls: ControlVariates([first, second])))
    expect(abs(difference.difference - 2) < 1e-3)
    expect(try unwrap(difference.controlsReduction) > 1e4)
    let plain = try unwrap(difference.plain)
    expect(abs(plain.mean - difference.difference) > 1e-3)
    expect(try unwrap(difference.pValue) < 1e-6)
  }
}
