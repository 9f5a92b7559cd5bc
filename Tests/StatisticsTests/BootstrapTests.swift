import Foundation
import Statistics
import TestSupport
import Testing

/// The values 1, 2, 3, 10: mean 4, deviations -3, -2, -1, 6, SE² = 50/12, skewness
/// 45 / 12.5^1.5 = 1.018. Three kinds of resamples, with t* by hand:
///
/// - 1, 1, 2, 2: mean 1.5, SE*² = 1/12, t* = -2.5·√12
/// - 1, 2, 3, 10: the sample itself, t* = 0
/// - 10, 10, 10, 3: mean 8.25, SE*² = 36.75/12 = 1.75², t* = 4.25/1.75 = 17/7
@Suite("Bootstrap-t")
struct BootstrapTests {
  private static let standardError = (50.0 / 12).squareRoot()
  private static let (lowEnd, highEnd) = (4 - 17 / 7 * standardError, 4 + 12.5 * 2.0.squareRoot())
  /// Student's half-width at 90 %: t(0.95, 3 degrees of freedom) = 2.353363 (published).
  private static let student = 2.353363 * standardError

  /// 100 resamples, of which the first `lows` are of the first kind and the last `highs` of the
  /// third; dealt in another order.
  private static func resampling(lows: Int, highs: Int) -> Resampling {
    Resampling(count: 100) { number, indices in
      let place = number * 37 % 100
      indices = place < lows ? [0, 0, 1, 1] : place < 100 - highs ? [0, 1, 2, 3] : [3, 3, 3, 2]
    }
  }

  private static func shifted(by shift: Double) -> RatioSample {
    RatioSample(values: [1 - shift, 2 - shift, 3 - shift, 10 - shift])
  }

  /// At 90 % the ends are the t* of rank ⌊0.05 · 101⌋ = 5 from either side; where that is 0,
  /// Student's end lies farther out.
  @Test(
    "Ends are the t* of the right rank, and no nearer than Student's",
    arguments: [
      (5, 5, lowEnd, highEnd), (4, 5, lowEnd, 4 + student), (5, 4, 4 - student, highEnd),
      (4, 4, 4 - student, 4 + student),
    ])
  func ranks(lows: Int, highs: Int, low: Double, high: Double) throws {
    let estimate = try unwrap(
      Self.shifted(by: 0).estimate(
        confidence: 0.9, resampling: Self.resampling(lows: lows, highs: highs)))
    expect(estimate.method == .bootstrapT && estimate.mean == 4)
    expect(isClose(estimate.standardError, Self.standardError))
    expect(isClose(estimate.low, low, 1e-6), "\(estimate)")
    expect(isClose(estimate.high, high, 1e-6), "\(estimate)")
    expect(isClose(estimate.halfWidth, max(4 - low, high - 4), 1e-6))
  }

  /// Tail 0.005 of 100 resamples. t(0.995, 3 degrees of freedom) = 5.840909 (published), the normal
  /// quantile 2.575829 (published).
  @Test("Below one resample's weight the outermost t* is stretched as normal quantiles are")
  func outermost() throws {
    let estimate = try unwrap(
      Self.shifted(by: 0).estimate(
        confidence: 0.99, resampling: Self.resampling(lows: 1, highs: 1)))
    let stretched = 4 + (Self.highEnd - 4) * 2.575829 / Normal.quantile(100.0 / 101)
    expect(isClose(estimate.high, stretched, 1e-5))
    expect(isClose(estimate.low, 4 - 5.840909 * Self.standardError, 1e-6))
  }

  /// The mean's t is (4 - shift)/SE: as many of 100 t* lie at least as far out, plus one of 101.
  /// Student's p with 3 degrees of freedom is 1 - 2/π·(u/(1+u²) + atan u), u = |t|/√3 (closed
  /// form); the larger one counts.
  @Test(
    "p is twice the smaller share of t* at least as far out, and no less than Student's",
    arguments: [
      (0.0, 0.0),  // t = 1.96: the 5 high ones, 12/101 = 0.119, below Student's 0.145
      (9.5, 14.0 / 101),  // t = -2.69: the 6 low ones, 0.139, above Student's 0.074
      (-1.0, 0.0),  // t = 2.45, beyond 17/7: none, 2/101 = 0.020, below Student's 0.092
      (4.0, 1.0),  // t = 0: nearly all, on either side
    ])
  func pValue(shift: Double, bootstrap: Double) throws {
    let zeros = RatioSample(values: [0, 0, 0, 0])
    let result = try unwrap(
      Self.shifted(by: shift).difference(
        from: zeros, confidence: 0.9, ifZero: .exact, resampling: Self.resampling(lows: 6, highs: 5)
      ))
    expect(result.method, equals: .bootstrapT)
    let u = abs(4 - shift) / Self.standardError / 3.0.squareRoot()
    let student = 1 - 2 / Double.pi * (u / (1 + u * u) + atan(u))
    expect(isClose(result.pValue, max(student, bootstrap), 1e-10), "\(result)")
  }

  /// 90 %: rank 5; for a family of two tail 0.025, rank ⌊0.025 · 101⌋ = 2. Two low t* reach that
  /// one; the high ones do not, and Student's end, with t(0.975, 3) = 3.182446 (published), counts.
  @Test("A family's interval takes Bonferroni's rank")
  func family() throws {
    let zeros = RatioSample(values: [0, 0, 0, 0])
    let result = try unwrap(
      Self.shifted(by: 0).difference(
        from: zeros, confidence: 0.9, ifZero: .exact, familySize: 2,
        resampling: Self.resampling(lows: 2, highs: 1)))
    expect(isClose(result.low, 4 - Self.student, 1e-6))
    expect(isClose(result.high, 4 + Self.student, 1e-6))
    expect(isClose(result.lowAll, 4 - 3.182446 * Self.standardError, 1e-6))
    expect(isClose(result.highAll, Self.highEnd))
  }

  @Test("The sample turned around has the interval turned around")
  func mirrored() throws {
    let (forth, back) = (
      try unwrap(
        Self.shifted(by: 0).estimate(
          confidence: 0.9, resampling: Self.resampling(lows: 5, highs: 5))),
      try unwrap(
        RatioSample(values: [-1, -2, -3, -10]).estimate(
          confidence: 0.9, resampling: Self.resampling(lows: 5, highs: 5)))
    )
    expect(isClose(back.low, -(try unwrap(forth.high))))
    expect(isClose(back.high, -(try unwrap(forth.low))))
  }
}

// MARK: - The method of an interval

@Suite("Student or bootstrap-t")
struct IntervalMethodTests {
  private let resampling = Resampling(count: 100) { number, indices in
    for place in indices.indices { indices[place] = UInt32((number + place) % 3) }
  }

  private func method(_ values: [Double], _ resampling: Resampling?) -> IntervalMethod? {
    RatioSample(values: values).estimate(confidence: 0.95, resampling: resampling)?.method
  }

  /// One 1 and n - 1 zeros have skewness (n-2)/√(n-1): 0.707 for n = 3, 1.155 for n = 4. The
  /// values 1, 2, 3, x have 0.979 for x = 9 and 1.018 for x = 10.
  @Test("The bootstrap begins beyond a skewness of 1, on either side")
  func threshold() {
    expect(method([0, 0, 1], resampling), equals: .student)
    // No resample has the only value that differs.
    expect(method([0, 0, 0, 1], resampling), equals: .garwood)
    expect(method([1, 1, 1, 0], resampling), equals: .garwood)
    expect(method([1, 2, 3, 9], resampling), equals: .student)
    expect(method([1, 2, 3, 10], resampling), equals: .bootstrapT)
    expect(method([-1, -2, -3, -10], resampling), equals: .bootstrapT)
  }

  @Test("Without resampling, or where replications agree, Student")
  func without() {
    expect(method([0, 0, 0, 1], nil), equals: .student)
    expect(method([2, 2, 2, 2], resampling), equals: .student)
    expect(method([7], resampling) == nil)
  }

  @Test("The residuals decide, not the numerators")
  func residuals() {
    let sizes = [1.0, 1, 1, 1, 1, 9]
    let sample = RatioSample(
      numerators: zip(sizes, [0.4, 0.6, 0.4, 0.6, 0.4, 0.5]).map { $0 * $1 }, denominators: sizes)
    expect(sample.estimate(confidence: 0.95, resampling: resampling)?.method, equals: .student)
    expect(method(sizes, resampling), equals: .garwood)
  }

  @Test("For the same sizes a skewed difference is enough")
  func differences() {
    let a = RatioSample(values: [5, 9, 2, 7, 4])
    let b = RatioSample(values: [5, 9, 2, 7, 3])
    let result = a.difference(from: b, confidence: 0.95, ifZero: .exact, resampling: resampling)
    expect(method(a.numerators, resampling), equals: .student)
    expect(result?.method, equals: .garwood)
  }
}
