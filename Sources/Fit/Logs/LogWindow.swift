import Files

/// The part of a log that is looked at.
package struct LogWindow: Sendable {
  /// The longest window **[d]**.
  private static let daysMax = 10_000.0

  /// Its start in the log's own clock **[s]**.
  package let start: Double
  /// **[s]**
  package let length: Double
  /// Whether `start` counts from 1970.
  package let isCalendar: Bool

  var days: Double { length / 86_400 }

  /// From Monday 00:00 UTC to the start **[s]**; 0 where the times have no weekday.
  package var secondsIntoWeek: Double {
    guard isCalendar else { return 0 }
    // 1970-01-01 was a Thursday.
    let week = 604_800.0
    let shifted = (start + 3 * 86_400).truncatingRemainder(dividingBy: week)
    return shifted < 0 ? shifted + week : shifted
  }

  /// The hour of the week at a time since the start **[s]**; that of the start where the times have
  /// no weekday is 0.
  func hourOfWeek(at time: Double = 0) -> Int { Int((secondsIntoWeek + time) / 3600) % 168 }

  func contains(_ moment: Double) -> Bool { moment >= start && moment < start + length }
}

extension LogWindow {
  /// The window that the options ask for.
  ///
  /// Without a length it ends with the last row: a log of 10 days or more is rounded up to whole
  /// days, as a trace is; a shorter one is stretched by one mean gap, because rounding would
  /// dilute it.
  ///
  /// - Throws: `InputError` (65) when no row lies in it, or it is too long or has no length.
  static func make(
    _ moments: [Double], isCalendar: Bool, file: String, _ options: FitOptions
  ) throws(InputError) -> LogWindow {
    let start = options.from ?? moments.min() ?? 0
    let length = options.length ?? defaultLength(moments, start)
    let window = LogWindow(start: start, length: length, isCalendar: isCalendar)
    let inside = moments.filter { $0 >= start && ($0 < start + length || length == 0) }
    guard inside.count >= 2 else {
      let (first, last) = (moments.min() ?? 0, moments.max() ?? 0)
      throw failure(
        file, "found \(inside.isEmpty ? "no row" : "one row") in the window",
        "at least 2 rows; the file has rows from \(text(first, isCalendar)) to "
          + text(last, isCalendar))
    }
    guard length > 0 else {
      throw failure(
        file, "all times are equal", "at least two different times, or a --length")
    }
    guard length >= 1 else {
      throw failure(
        file, "a span of \(FitNumber.text(length, 3)) s",
        "at least 1 s; are the times in seconds (--unit)?")
    }
    guard window.days <= daysMax else {
      throw failure(
        file, "a span of \(Units.text(of: window.days.rounded())) days",
        "at most 10000 days; --from and --length choose a part, --unit reads other units")
    }
    return window
  }

  private static func defaultLength(_ moments: [Double], _ start: Double) -> Double {
    let inside = moments.filter { $0 >= start }
    let span = (inside.max() ?? start) - start
    guard span < 10 * 86_400 else { return ((span / 86_400).rounded(.down) + 1) * 86_400 }
    let count = Double(max(2, inside.count))
    return span * count / (count - 1)
  }

  private static func failure(_ file: String, _ problem: String, _ allowed: String) -> InputError {
    InputError(
      ExitCode.dataError,
      [Diagnostic(at: SourceLocation(file: file), .message(problem), allowed: allowed)])
  }

  /// A moment of the log for people.
  static func text(_ moment: Double, _ isCalendar: Bool) -> String {
    let number = Units.text(of: moment)
    return isCalendar ? "\(number) (\(DateTime.text(of: moment)) UTC)" : "\(number) s"
  }

  var text: String {
    let length = days >= 1 ? "\(HumanText.trimmed(days)) d" : HumanText.span(length)
    return "\(length) from \(Self.text(start, isCalendar))"
  }
}
