import Foundation
import Statistics

/// An expected number against an observed one with its standard error.
package struct Agreement: Sendable, CustomStringConvertible {
  package let name: String
  package let expected: Double
  package let observed: Double
  package let standardError: Double
  /// The probability of a false alarm of this one comparison.
  package let alpha: Double

  /// - Parameter tableSize: The number of comparisons that share the probability `tableAlpha` of
  ///   any false alarm.
  package init(
    _ name: String, expected: Double, observed: Double, standardError: Double,
    tableAlpha: Double = 1e-6, tableSize: Int = 1
  ) {
    self.name = name
    self.expected = expected
    self.observed = observed
    self.standardError = standardError
    alpha = tableAlpha / Double(tableSize)
  }

  /// The deviation in standard errors.
  package var deviation: Double {
    observed == expected ? 0 : abs(observed - expected) / standardError
  }

  package var holds: Bool { deviation <= -Normal.quantile(alpha / 2) }

  package var description: String {
    func number(_ value: Double) -> String { String(format: "%.6f", value) }
    let padded = name.padding(toLength: max(44, name.count), withPad: " ", startingAt: 0)
    return "\(padded) expected \(number(expected))  observed \(number(observed))  "
      + "SE \(String(format: "%.1e", standardError))  \(String(format: "%5.2f", deviation)) SE"
  }
}
