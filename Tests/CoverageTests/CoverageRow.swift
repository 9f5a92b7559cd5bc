import Foundation
import Statistics

/// The number of times that a case's intervals held the truth.
struct CoverageRow {
  let item: CoverageCase
  let repetitions: Int
  let hits: Int
  /// The mean number of replications that the repetitions took.
  let countMean: Double

  /// - Parameters:
  ///   - number: of the case: its random numbers.
  ///   - isPlain: Student's interval throughout.
  init(_ item: CoverageCase, _ number: Int, isPlain: Bool = false) {
    self.item = item
    repetitions = Repetitions.count
    let outcomes = (0..<repetitions).compactMap {
      item.outcome(number, repetition: $0, isPlain: isPlain)
    }
    hits = outcomes.count { $0.low <= item.truth && item.truth <= $0.high }
    countMean = Double(outcomes.reduce(0) { $0 + $1.count }) / Double(max(1, outcomes.count))
  }
}

extension CoverageRow {
  var coverage: Double { Double(hits) / Double(repetitions) }

  /// The coverages that a case which keeps its claim shows with a probability of at least 1 -
  /// 2·`alpha`; nil without a claim.
  func bounds(alpha: Double) -> ClosedRange<Double>? {
    guard let required = item.claim.required else { return nil }
    let low = (0...repetitions).first {
      Binomial.lowerTail($0, trials: repetitions, probability: required.lowerBound) >= alpha
    }
    let high = (0...repetitions).last {
      Binomial.upperTail($0, trials: repetitions, probability: required.upperBound) >= alpha
    }
    guard let low, let high else { return nil }
    return Double(low) / Double(repetitions)...Double(high) / Double(repetitions)
  }

  func holds(alpha: Double) -> Bool { bounds(alpha: alpha)?.contains(coverage) ?? true }

  static let header = """
    | case | n | stopping | repetitions | coverage | required | bound |
    |---|---|---|---|---|---|---|
    """

  func line(alpha: Double) -> String {
    var stopping =
      item.size.halfWidth.map {
        "half-width \($0.formatted(.number.precision(.significantDigits(2))))"
      } ?? "no"
    if case .watched = item.size { stopping += ", all looks" }
    let cells = [
      item.name, String(format: "%.0f", countMean), stopping, String(repetitions),
      Self.percent(coverage), Self.band(item.claim.required, none: "not claimed"),
      Self.band(bounds(alpha: alpha), none: "-"),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func percent(_ share: Double) -> String { String(format: "%.1f %%", 100 * share) }

  private static func band(_ band: ClosedRange<Double>?, none: String) -> String {
    guard let band else { return none }
    let low = String(format: "%.1f", 100 * band.lowerBound)
    return band.upperBound < 1
      ? low + String(format: "-%.1f %%", 100 * band.upperBound) : "at least \(low) %"
  }
}
