/// The form of a log's times, as `--time-format` tells it: `%d.%m.%Y %H:%M:%S`.
///
/// The letters are those of `strptime` (POSIX); `%f` are decimals of a second, names are English.
package struct TimePattern: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case literal(UInt8)
    case letter(Character)
  }

  package let text: String
  private let parts: [Part]

  private static let letters = "YymdbBHIMSfpzaA"

  /// The pattern that an option names.
  ///
  /// - Throws: `InputError` (64) for a letter that has no meaning, and a pattern without a date.
  package static func option(_ text: String?) throws(InputError) -> TimePattern? {
    guard let text else { return nil }
    if let pattern = TimePattern(text) { return pattern }
    throw InputError(
      ExitCode.usage,
      "--time-format: found \"\(Diagnostic.excerpt(text))\"; allowed: a date and a clock of %Y %y "
        + "%m %b %d %H %I %p %M %S %f %z %a, such as \"%d.%m.%Y %H:%M:%S\"")
  }

  init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "%" else {
        parts += String(first).utf8.map { .literal($0) }
        continue
      }
      guard let letter = rest.popFirst() else { return nil }
      if letter == "%" {
        parts.append(.literal(UInt8(ascii: "%")))
      } else if Self.letters.contains(letter) {
        parts.append(.letter(letter))
      } else {
        return nil
      }
    }
    func has(_ letters: String) -> Bool { letters.contains { parts.contains(.letter($0)) } }
    guard has("Yy"), has("mbB"), has("d"), !has("I") || has("p") else { return nil }
    (self.text, self.parts) = (text, parts)
  }
}

extension TimePattern {
  /// The moment that is written in all of `bytes`; nil: it has another form, or does not exist.
  func moment(in bytes: UnsafeBufferPointer<UInt8>) -> WrittenMoment? {
    var scanner = MomentScanner(bytes: bytes)
    var found = Found()
    for (place, part) in parts.enumerated() {
      switch part {
      case .literal(let byte):
        guard scanner.skip(byte) else { return nil }
      case .letter(let letter):
        var isFree = place + 1 == parts.count
        if !isFree, case .literal = parts[place + 1] { isFree = true }
        guard found.read(letter, &scanner, isFree: isFree) else { return nil }
      }
    }
    return scanner.isAtEnd ? found.moment : nil
  }

  /// These parts were found so far.
  private struct Found {
    var (year, month, day) = (0, 0, 0)
    var (hour, minute, second) = (0, 0, 0)
    var isAfternoon: Bool?
    var decimals = (part: 0, scale: 1)
    var offset: Int?

    /// - Parameter isFree: No digits follow, so that a leading 0 may be left out.
    mutating func read(_ letter: Character, _ scanner: inout MomentScanner, isFree: Bool) -> Bool {
      func two() -> Int? { isFree ? scanner.number(upTo: 2) : scanner.number(2) }
      switch letter {
      case "Y": return Self.set(&year, scanner.number(4))
      // POSIX says so: 69 to 99 are of the last century.
      case "y": return Self.set(&year, scanner.number(2).map { $0 + ($0 < 69 ? 2000 : 1900) })
      case "m": return Self.set(&month, two())
      case "b", "B": return Self.set(&month, scanner.monthName())
      case "d": return Self.set(&day, two())
      case "H": return Self.set(&hour, two()) && hour < 24
      case "I": return Self.set(&hour, two()) && 1...12 ~= hour
      case "M": return Self.set(&minute, two()) && minute < 60
      case "S": return Self.set(&second, two()) && second <= 60
      case "f": return Self.set(&decimals, scanner.decimals())
      case "p": return readHalf(scanner.letters())
      case "z": return readOffset(&scanner)
      default: return !scanner.letters().isEmpty
      }
    }

    private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
      guard let value else { return false }
      place = value
      return true
    }

    private mutating func readHalf(_ text: String) -> Bool {
      isAfternoon = text == "pm"
      return text == "pm" || text == "am"
    }

    private mutating func readOffset(_ scanner: inout MomentScanner) -> Bool {
      offset = scanner.skip("Z") ? 0 : scanner.offset()
      return offset != nil
    }

    var moment: WrittenMoment? {
      guard let days = DateTime.days(ifDate: year, month, day) else { return nil }
      let hour = isAfternoon.map { self.hour % 12 + ($0 ? 12 : 0) } ?? hour
      return WrittenMoment(
        seconds: days * 86_400 + hour * 3600 + minute * 60 + second, part: decimals.part,
        scale: decimals.scale, offset: offset)
    }
  }
}
