/// The unit of a log's times that are plain numbers.
package enum LogUnit: String, Sendable, CaseIterable {
  case s, ms, us, ns
  /// Seconds since 2001-01-01, as databases of Apple's systems have them.
  case apple

  /// A number of the log in seconds, since 1970 where it counts from a known year.
  package func seconds(of number: Double) -> Double {
    // Divided, not multiplied, and after whole microseconds: so the result is the Double that is
    // nearest to the moment, whatever the unit.
    switch self {
    case .s: number
    case .ms: number / 1e3
    case .us: number / 1e6
    case .ns: (number / 1e3).rounded() / 1e6
    // Microseconds of larger numbers would be infinite, or say nothing.
    case .apple where abs(number) > 1e15: number + 978_307_200
    case .apple: ((number * 1e6).rounded() + 978_307_200e6) / 1e6
    }
  }

  /// The unit that `--unit` names.
  ///
  /// - Throws: `InputError` (64) for another word.
  package static func option(_ text: String?) throws(InputError) -> LogUnit? {
    guard let text else { return nil }
    if let unit = LogUnit(rawValue: text) { return unit }
    let allowed = allCases.map(\.rawValue).joined(separator: ", ")
    throw InputError(
      ExitCode.usage, "--unit: found \"\(Diagnostic.excerpt(text))\"; allowed: \(allowed)")
  }

  /// Later moments **[s]** are in another unit: the year 5138.
  package static let latest = 1e11

  package var words: String {
    switch self {
    case .s: "seconds"
    case .ms: "milliseconds since 1970"
    case .us: "microseconds since 1970"
    case .ns: "nanoseconds since 1970"
    case .apple: "seconds since 2001 (Apple)"
    }
  }
}

// MARK: - Plausible times

extension LogUnit {
  /// 2005-01-01 **[s]**: push notifications are younger.
  private static let earliest = 1_104_537_600.0

  /// Moments are plausible until then **[s]**: 2100-01-01, but 2028-01-01 for seconds since 2001,
  /// where seconds since 1970 of 1997 begin. No clock is asked: a log is the same in every year.
  private var latestPlausible: Double { self == .apple ? 1_830_297_600 : 4_102_444_800 }

  /// The only unit in which all numbers of a range are moments of our time; nil: none.
  package static func plausible(_ numbers: ClosedRange<Double>) -> LogUnit? {
    allCases.first { unit in
      unit.seconds(of: numbers.lowerBound) >= earliest
        && unit.seconds(of: numbers.upperBound) < unit.latestPlausible
    }
  }
}
