import Foundation
import Statistics

/// Laws with a smallest value: a gap that is never shorter, because an app or a server waits.
enum ShiftedLaws {
  /// The largest probability, under the best law without a shift, of values that all lie as far
  /// from 0 as these do.
  private static let level = 1e-4
  private static let names = ["exponential", "lognormal", "weibull", "gamma"]

  /// - Parameters:
  ///   - values: **[s]** above 0, ascending.
  ///   - best: the law without a shift that fits best.
  /// - Returns: none where the smallest value is one that this law may well have.
  static func fits(_ values: [Double], _ best: SpanLaw) -> [SpanLaw] {
    let smallest = values[0]
    guard Double(values.count) * log(best.survival(smallest)) < log(level),
      let shift = shift(values)
    else { return [] }
    let rest = values.map { $0 - shift }
    return names.compactMap { name in
      SpanLaw.fits(rest, only: name).map { .shifted(by: shift, of: $0) }
    }
  }

  /// Without bias where the values above it are exponential: the smallest of n lies a share 1/n of
  /// their mean above the shift. Four digits, rounded down so that every value stays above.
  private static func shift(_ values: [Double]) -> Double? {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let shift = values[0] - (mean - values[0]) / count
    guard shift >= 1e-5 else { return nil }
    let unit = pow(10, floor(log10(shift)) - 3)
    return FitNumber.rounded(floor(shift / unit) * unit, 4)
  }
}
