/// Slips of people who mean a quantity, and how a scenario says it.
package enum Slips {
  /// Ways to write what was probably meant; the reader of the value knows which of them is one.
  package static func corrections(of text: String) -> [String] {
    let pointed = withPoint(text)
    return [pointed, withShortUnit(pointed ?? text)].compactMap { $0 }
      + (Units.number(text) == nil ? [] : ["\(text)s", "\(text)/d"])
  }

  /// `0.5%` for `0,5%`.
  private static func withPoint(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].last?.isNumber == true, parts[1].first?.isNumber == true
    else { return nil }
    // Three digits behind a comma may be thousands.
    guard parts[1].prefix(while: \.isNumber).count != 3 else { return nil }
    return parts.joined(separator: ".")
  }

  /// `30m` for `30 minutes`, `40/d` for `40 per day`.
  private static func withShortUnit(_ text: String) -> String? {
    let spaced = text.replacing(" per ", with: "/")
    let number = spaced.prefix { $0.isNumber || $0 == "." || $0 == " " || $0 == "/" }
    let name = spaced[number.endIndex...].lowercased()
    guard let unit = units.first(where: { $0.names.contains(name) })?.unit, !number.isEmpty
    else { return nil }
    return number.filter { $0 != " " } + unit
  }

  private static let units: [(unit: String, names: [String])] = [
    ("ms", ["msec", "millis", "millisecond", "milliseconds"]),
    ("s", ["sec", "secs", "second", "seconds"]), ("m", ["mins", "minute", "minutes"]),
    ("h", ["hr", "hrs", "hour", "hours"]), ("d", ["day", "days"]),
    ("w", ["wk", "week", "weeks"]), ("%", ["percent", "pct"]),
  ]

  /// Joins what YAML takes for two entries: `mean: 6.5h` of `{mean: 6,5h}`.
  ///
  /// - Parameters:
  ///   - entry: Has a key that its map does not know.
  ///   - before: The entry before it.
  static func joined(_ entry: ConfigNode.Entry, behind before: ConfigNode.Entry?) -> String? {
    guard let before, let whole = before.value.scalarText, Int64(whole) != nil,
      entry.value.isNull, entry.key.first?.isNumber == true
    else { return nil }
    return "\(before.key): \(whole).\(entry.key)"
  }
}
