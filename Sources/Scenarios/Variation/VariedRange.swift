package import Files
import Foundation

/// A number of the scenario and the values that it may have, as `--range PATH=A..B` and
/// `--pin PATH=A..B` say.
package struct VariedRange: Sendable {
  package let varied: Varied
  /// A column of results calls it so.
  package var name: String
  /// The low end, as people write it: rates by the day. ``low`` is below ``high``.
  package let low: Double
  package let high: Double
  /// Equal ratios count alike, not equal differences.
  let isLog: Bool
  private let location: SourceLocation

  /// The ends are in seconds, per second, shares or plain numbers. An `option`, such as `--range`,
  /// asks for it.
  ///
  /// - Returns: nil for what is no range.
  package init?(
    _ varied: Varied, _ ends: (low: Double, high: Double), isLog: Bool? = nil, option: String
  ) {
    // The number without the rounding of a multiplication.
    let written = { (number: Double) in
      varied.unit == .perSecond ? (number * Self.day * 1e9).rounded() / 1e9 : number
    }
    (self.varied, low, high) = (varied, written(ends.low), written(ends.high))
    name = varied.path
    location = SourceLocation(file: option)
    self.isLog = isLog ?? (low > 0 && high > 10 * low)
    // More cannot be written in a scenario.
    guard low < high, abs(low) < 1e12, abs(high) < 1e12, !self.isLog || low > 0 else { return nil }
  }

  private static let day = 86_400.0
}

extension VariedRange {
  /// `PATH=A..B` or `PATH=A..B:log`, taken apart.
  package struct Text: Sendable {
    /// All of it.
    package let text: String
    package let path: String
    package let low: String
    package let high: String
    let isLog: Bool
    fileprivate let ends: String

    /// - Throws: `InputError` (64).
    package init(_ text: String, option: String) throws(InputError) {
      let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2, !text.hasPrefix("=") else {
        throw VariedRange.error(
          option, "", text, "PATH=A..B or PATH=A..B:log, such as \(Varied.example)=5m..4h")
      }
      (self.text, path, ends) = (text, halves[0], halves[1])
      let parts = ends.split(separator: ":", omittingEmptySubsequences: false)
      guard let dots = parts[0].firstRange(of: ".."),
        parts.count == 1 || parts.dropFirst() == ["log"]
      else { throw VariedRange.error(option, path, ends, Self.shape) }
      (low, high) = (String(parts[0][..<dots.lowerBound]), String(parts[0][dots.upperBound...]))
      isLog = parts.count == 2
    }

    fileprivate static let shape = "A..B or A..B:log"
  }

  /// - Throws: `InputError` (64) for what is no range of such numbers.
  package init(_ text: Text, _ varied: Varied, option: String) throws(InputError) {
    let found = { (allowed: String) in Self.error(option, text.path, text.ends, allowed) }
    guard let low = varied.number(text.low), let high = varied.number(text.high) else {
      throw found("\(Text.shape), with values such as \(varied.text)")
    }
    guard !text.isLog || low > 0 else { throw found("A above 0, for a log scale") }
    guard
      let range = VariedRange(
        varied, (low, high), isLog: text.isLog ? true : nil, option: option)
    else { throw found("A..B with A below B, both below 1e12") }
    self = range
  }

  private static func error(
    _ option: String, _ path: String, _ found: String, _ allowed: String
  ) -> InputError {
    let diagnostic = Diagnostic(
      at: SourceLocation(file: option), path: path, .found("\"\(Diagnostic.excerpt(found))\""),
      allowed: allowed)
    return InputError(ExitCode.usage, [diagnostic])
  }
}

extension VariedRange {
  // MARK: Between 0 to 1 and the scenario

  /// The number at a coordinate in 0 to 1; of whole numbers, the nearest one.
  package func value(at coordinate: Double) -> Double {
    let exact = isLog ? low * pow(high / low, coordinate) : low + (high - low) * coordinate
    return varied.isWhole ? min(high, max(low, exact.rounded())) : exact
  }

  /// The same with three digits.
  package func number(at coordinate: Double) -> Double {
    let exact = value(at: coordinate)
    if varied.isWhole { return exact }
    let power = Int(log10(isLog ? exact : high - low).rounded(.down)) - 2
    let step = pow(10, Double(abs(power)))
    return min(
      high, max(low, power < 0 ? (exact * step).rounded() / step : (exact / step).rounded() * step))
  }

  package func coordinate(of number: Double) -> Double {
    isLog ? log(number / low) / log(high / low) : (number - low) / (high - low)
  }

  /// A whole number's distance to its neighbours in the middle of the range, else a small one.
  package var steps: [Double] {
    [1.0 / 8, 1.0 / 32, 1.0 / 128] + (varied.isWhole && !isLog ? [1 / (high - low)] : [])
  }

  /// The number as a scenario has it.
  package func node(_ number: Double) -> ConfigNode {
    guard varied.unit == .perSecond else { return varied.node(number, at: location) }
    let text = "\(Units.text(of: number))/d"
    return ConfigNode(.scalar(text: text, isQuoted: false), at: location)
  }

  /// The number as results have it: in seconds, per second or a number.
  package func cell(_ number: Double) -> Double {
    varied.unit == .perSecond ? number / Self.day : number
  }

  /// The text for people.
  package var text: String {
    let ends = [low, high].map { node($0).scalarText ?? "" }
    return "\(varied.path) from \(ends[0]) to \(ends[1])" + (isLog ? " (log)" : "")
  }
}
