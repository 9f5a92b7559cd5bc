import Results
import TestSupport
import Testing

/// A row that contradicts itself is found before it is written.
@Suite struct RowFiguresTests {
  @Test(
    "An estimate outside its interval is a contradiction",
    arguments: [
      (0.5, 0.4, 0.6, true), (0.4, 0.4, 0.6, true), (0.6, 0.4, 0.6, true), (0.39, 0.4, 0.6, false),
      (0.61, 0.4, 0.6, false), (0.4 - 1e-13, 0.4, 0.6, true), (7, -.infinity, .infinity, true),
      (.infinity, 3, .infinity, true), (.infinity, 3, 9, false), (0, 0, 0, true),
      (1e9, 1e9 + 1e-6, 2e9, true), (.nan, 0, 1, false),
    ] as [(Double, Double, Double, Bool)])
  func estimates(value: Double, low: Double, high: Double, agrees: Bool) {
    let figures = RowFigures(value: value, low: low, high: high)
    expect(figures.contradiction == nil, equals: agrees, "\(figures)")
  }

  @Test(
    "p is small exactly where the interval leaves out 0",
    arguments: [
      (0.5, 0.1, 0.9, 0.04, true), (0.5, 0.1, 0.9, 0.06, false), (0.5, -0.1, 0.9, 0.06, true),
      (0.5, -0.1, 0.9, 0.04, false), (-0.5, -0.9, -0.1, 0.01, true), (0, 0, 0, 1, true),
      (0.5, 0, 0.9, 0.05, true), (0.5, 0.1, 0.9, 0.05, true), (-0.5, -0.9, 0, 0.2, true),
      (0.5, 0, 0.9, 0.04, false), (1, 0.5, .infinity, 0.001, true),
    ] as [(Double, Double, Double, Double, Bool)])
  func pValues(value: Double, low: Double, high: Double, p: Double, agrees: Bool) {
    let figures = RowFigures(value: value, low: low, high: high, pValue: p, confidence: 0.95)
    expect(figures.contradiction == nil, equals: agrees, "\(figures)")
  }

  @Test("What is missing contradicts nothing")
  func missing() {
    expect(RowFigures(value: nil, low: 1, high: 0).contradiction, equals: nil)
    expect(RowFigures(value: 3, low: nil, high: 0).contradiction, equals: nil)
    expect(RowFigures(value: 3, low: 0, high: nil).contradiction, equals: nil)
    let withoutP = RowFigures(value: 3, low: 0, high: 9, confidence: 0.95)
    expect(withoutP.contradiction, equals: nil)
  }
}
