import Statistics
import TestSupport
import Testing

@Suite("Ratio of totals")
struct RatioSampleTests {
  /// R = 9/10, mean denominator 10/3, residuals -0.24, -0.21, 0.45.
  private let sample = RatioSample(numerators: [1, 2, 6], denominators: [2, 3, 5])

  @Test("The hand-computed example")
  func byHand() throws {
    let residuals = try unwrap(sample.residuals)
    expect(sample.ratio, equals: 0.9)
    expect(zip(residuals, [-0.24, -0.21, 0.45]).allSatisfy { isClose($0, $1) })
    expect(isClose(sample.standardError, 0.0507.squareRoot()))
  }

  @Test("A plain mean has the usual standard error")
  func plainMean() {
    let sample = RatioSample(values: [1, 2, 3, 4])
    expect(sample.ratio, equals: 2.5)
    expect(isClose(sample.standardError, (5.0 / 12).squareRoot()))
  }

  // 1/49 · 49 is not 1, and 0.1 added ten times is not 1.
  @Test(
    "Replications that agree have a standard error of exactly 0",
    arguments: [
      RatioSample(numerators: [1, 2, 3], denominators: [49, 98, 147]),
      RatioSample(numerators: [0, 1, 2], denominators: [0, 49, 98]),
      RatioSample(values: [Double](repeating: 0.1, count: 10)),
    ])
  func agreement(sample: RatioSample) {
    expect(sample.standardError, equals: 0)
    expect(sample.ratio, equals: sample.numerators[1] / sample.denominators[1])
    expect(sample.residuals, equals: [Double](repeating: 0, count: sample.count))
  }

  @Test("Replications that differ in the last place do not agree")
  func disagreement() throws {
    let sample = RatioSample(values: [0.1, 0.1.nextUp, 0.1])
    expect(try unwrap(sample.standardError) > 0)
  }

  @Test("No ratio without a denominator, no standard error without a second replication")
  func missing() {
    let nothing = RatioSample(numerators: [0, 0], denominators: [0, 0])
    expect(nothing.ratio == nil)
    expect(nothing.residuals == nil)
    expect(nothing.standardError == nil)
    expect(RatioSample(values: []).ratio == nil)
    let single = RatioSample(numerators: [3], denominators: [4])
    expect(single.ratio, equals: 0.75)
    expect(single.standardError == nil)
  }

  @Test("A numerator without a denominator of its own counts")
  func numeratorAlone() {
    let sample = RatioSample(numerators: [1, 1], denominators: [2, 0])
    expect(sample.ratio, equals: 1)
    expect(sample.standardError, equals: 1)
  }

  @Test("Unequal counts stop the program")
  func unequalCounts() async {
    await #expect(processExitsWith: .failure) {
      _ = RatioSample(numerators: [1, 2], denominators: [1])
    }
  }
}
