/// Numbers that may be seconds, but look like something else: a question to who knows, since a
/// guess would be wrong for somebody.
package enum TimeQuestion {
  /// 203615 stands for 20:36:15.
  case clockTimes
  /// 19970101 stands for a day of 1997.
  case days
  /// A column of days has the day of the month.
  case daysOfMonth
  /// Databases of Apple's systems have them.
  case secondsSince2001
}

extension TimeQuestion {
  /// So many seconds of a day look like clock times by chance in two of 10^9 logs, since 36 % of
  /// them do.
  private static let countMin = 20
  /// The range of Apple's times, from 2010 to 2029, as seconds since 2001; as seconds since 1970
  /// they are from 1979 to 1998.
  private static let apple = 2.8e8...8.85e8
  /// So many seconds look like days by chance in one of 20,000 logs, since 4 % of them do.
  private static let daysMin = 3

  /// - Parameters:
  ///   - moments: **[s]** as they are read.
  ///   - column: Its name.
  /// - Returns: nil where they look like seconds.
  package init?(_ moments: [Double], column: String = "") {
    if moments.allSatisfy({ Self.apple.contains($0) }) {
      self = .secondsSince2001
    } else if moments.count >= Self.daysMin, moments.allSatisfy(Self.isDay) {
      self = .days
    } else if ["date", "day"].contains(LogRole.plain(column)),
      moments.allSatisfy({ 1...31 ~= $0 && $0 == $0.rounded() })
    {
      self = .daysOfMonth
    } else if moments.count >= Self.countMin, moments.allSatisfy(Self.isClockTime),
      moments.contains(where: { $0 >= 10_000 })
    {
      self = .clockTimes
    } else {
      return nil
    }
  }

  private static func isClockTime(_ moment: Double) -> Bool {
    guard moment >= 0, moment < 240_000, moment == moment.rounded() else { return false }
    let digits = Int(moment)
    return digits % 100 < 60 && digits / 100 % 100 < 60
  }

  private static func isDay(_ moment: Double) -> Bool {
    guard 19_000_101...20_991_231 ~= moment, moment == moment.rounded() else { return false }
    let digits = Int(moment)
    return DateTime.days(ifDate: digits / 10_000, digits / 100 % 100, digits % 100) != nil
  }

  package var words: String {
    switch self {
    case .days: "are these days, such as 19970131 for 1997-01-31?"
    case .daysOfMonth: "are these days of a month?"
    case .clockTimes:
      "are these times of day, such as 203615 for 20:36:15? No number has minutes or seconds of 60 "
        + "and more"
    case .secondsSince2001: "are these seconds since 2001, as Apple counts?"
    }
  }

  /// The options that answer it.
  package var answers: String {
    switch self {
    case .days: "--time-format %Y%m%d for days; --unit s for seconds"
    case .daysOfMonth:
      "a column with year, month and day, or --column sent=COLUMN; --unit s for seconds"
    case .clockTimes:
      "--unit s for seconds; --column date=COLUMN --time-format \"%Y%m%d %H%M%S\" for times of day "
        + "beside a column of days"
    case .secondsSince2001: "--unit apple for seconds since 2001; --unit s for those since 1970"
    }
  }
}
