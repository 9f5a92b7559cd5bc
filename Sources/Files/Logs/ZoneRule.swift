/// The yearly changes of clocks: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2017, 8.3, TZ; hours from -167 to 167 by RFC 8536, 3.3.1.
struct ZoneRule {
  /// A day of the year.
  private enum Day {
    /// 1 to 365; 29 February is never counted.
    case julian(Int)
    /// 0 to 365.
    case ordinal(Int)
    /// The `week`-th such weekday of a month; the fifth is the last.
    case weekday(month: Int, week: Int, day: Int)
  }

  private struct Moment {
    let day: Day
    /// By the clock before the change **[s]**.
    let time: Int
  }

  /// East of Greenwich **[s]**.
  private let standard: Int
  private let summer: (offset: Int, from: Moment, to: Moment)?

  /// - Returns: nil for what is no rule.
  init?(_ text: String) {
    var parser = Parser(rest: text[...])
    guard parser.name(), let west = parser.time() else { return nil }
    standard = -west
    guard !parser.rest.isEmpty else {
      summer = nil
      return
    }
    guard parser.name() else { return nil }
    let offset = parser.time().map { -$0 } ?? standard + 3600
    guard let from = parser.moment(), let to = parser.moment(), parser.rest.isEmpty else {
      return nil
    }
    summer = (offset, from, to)
  }

  /// The changes of a year, in their order.
  func changes(in year: Int) -> [ZoneFile.Change] {
    guard let summer else { return [] }
    return [
      ZoneFile.Change(
        time: Self.time(summer.from, year) - standard, offset: summer.offset),
      ZoneFile.Change(
        time: Self.time(summer.to, year) - summer.offset, offset: standard),
    ].sorted { $0.time < $1.time }
  }

  private static func time(_ moment: Moment, _ year: Int) -> Int {
    let first = DateTime.days(year: year, month: 1, day: 1)
    let day: Int
    switch moment.day {
    case .ordinal(let number): day = first + number
    case .julian(let number):
      let isAfterLeapDay = DateTime.monthLength(year, 2) == 29 && number >= 60
      day = first + number - 1 + (isAfterLeapDay ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let start = DateTime.days(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday.
      let shift = (weekday - (start + 4) % 7 + 7) % 7
      let last = DateTime.monthLength(year, month)
      let place = shift + 7 * (week - 1)
      day = start + (place < last ? place : place - 7)
    }
    return day * 86_400 + moment.time
  }
}

extension ZoneRule {
  private struct Parser {
    var rest: Substring

    mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }

    /// Letters, or anything in angle brackets.
    mutating func name() -> Bool {
      if skip("<") {
        rest = rest.drop { $0 != ">" }
        return skip(">")
      }
      let letters = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    mutating func number() -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }

    /// Hours, and minutes and seconds where they are given **[s]**.
    mutating func time() -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard var time = number().map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] where skip(":") {
        guard let value = number() else { return nil }
        time += value * unit
      }
      return isNegative ? -time : time
    }

    mutating func moment() -> Moment? {
      guard skip(","), let day = day() else { return nil }
      guard skip("/") else { return Moment(day: day, time: 7200) }
      return time().map { Moment(day: day, time: $0) }
    }

    private mutating func day() -> Day? {
      if skip("J") { return number().map(Day.julian) }
      guard skip("M") else { return number().map(Day.ordinal) }
      guard let month = number(), 1...12 ~= month, skip("."), let week = number(), 1...5 ~= week,
        skip("."), let day = number(), 0...6 ~= day
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
