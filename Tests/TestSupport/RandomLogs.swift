import Foundation

/// Logs for the reader that nobody has thought of: random bytes, and logs of all dialects in which
/// bytes were changed. The same number makes the same log.
package struct RandomLogs {
  private var random: SplitMix64

  package init(number: Int) { random = SplitMix64(state: UInt64(number)) }

  /// The words that describe the log's form.
  package struct Words: Sendable {
    package var pattern: String?
    package var zone: String?
    package var unit: String?
  }

  package mutating func next() -> (bytes: [UInt8], words: Words) {
    var bytes = random.below(10) == 0 ? noise() : log()
    if random.below(4) > 0 {
      for _ in 0...random.below(3) { mutate(&bytes) }
    }
    return (bytes, words())
  }

  private mutating func words() -> Words {
    var words = Words()
    switch random.below(12) {
    case 0: words.pattern = "%d.%m.%Y %H:%M:%S"
    case 1: words.zone = "Europe/Berlin"
    case 2: words.zone = "America/New_York,later"
    case 3: words.unit = pick(["s", "ms", "us", "ns", "apple"])
    default: break
    }
    return words
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.below(values.count)]
  }
}

// MARK: - Bytes

extension RandomLogs {
  private mutating func noise() -> [UInt8] {
    let common = Array("0123456789-:.,;|\t\n\" TZ/[]ae#".utf8)
    let isCommon = random.below(3) > 0
    return (0..<random.below(300)).map { _ in
      isCommon ? pick(common) : UInt8(truncatingIfNeeded: random.word())
    }
  }

  private static let marks: [[UInt8]] = [
    [0], [0x0D], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0x1F, 0x8B, 8, 0], [0xC3], [0xF0, 0x9F],
  ]

  private static let words = [
    "\"", "\"\"", "\n", "\n\n", "\r\n", ",", ";", "\t", "|", "  ", "[", "]", "# ", "%", "nan",
    "inf", "-", "1e308", "1e999", "-1", "99999999999999999999", "0x10", "1,234", "24:00:00",
    "23:59:60",
    "2016-12-31T23:59:60Z", "0000-00-00", "9999-12-31", "2019-02-29", "+99:99", "03-17 16:13:38",
    "2019-03-31 02:30:00", "2019-10-27 02:30:00", "time", "device", "é",
  ]

  private mutating func token() -> [UInt8] {
    random.below(4) == 0 ? pick(Self.marks) : Array(pick(Self.words).utf8)
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count + 1)
    let end = min(bytes.count, place + random.below(20))
    switch random.below(7) {
    case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.word())
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: token(), at: place)
    case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count + 1))
    case 4: bytes.removeLast(bytes.count - place)
    case 5 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
    default: bytes.replaceSubrange(place..<end, with: token())
    }
  }
}

// MARK: - Logs

extension RandomLogs {
  private mutating func log() -> [UInt8] {
    let separator = pick([",", ",", ";", "\t", "|", "  "])
    let (form, width) = (random.below(9), 1 + random.below(3))
    let isSpan = random.below(4) == 0
    let newline = random.below(5) == 0 ? "\r\n" : "\n"
    var rows: [String] = []
    if random.below(8) == 0 { rows.append(pick(["# a comment", "% made by hand"])) }
    if random.below(3) > 0 {
      let names = isSpan ? ["start", "end", "device"] : ["time", "device", "received"]
      rows.append(names.prefix(isSpan ? 3 : width).joined(separator: separator))
    }
    var moment = 1_566_984_000.0 - (random.below(9) == 0 ? 1_566_984_000 : 0)
    for _ in 0..<random.below(pick([3, 12, 60])) {
      moment += random.uniform() * 5000
      let device = pick(["d1", "d2", "\"a b\"", "\"c\"\"d\"", "7"])
      let later = random.below(5) == 0 ? "" : text(moment + random.uniform() * 900, form)
      let fields =
        isSpan ? [text(moment, form), later, device] : [text(moment, form), device, later]
      rows.append(fields.prefix(isSpan ? 3 : width).joined(separator: separator))
    }
    let mark = random.below(10) == 0 ? "\u{FEFF}" : ""
    let end = random.below(5) == 0 ? "" : newline
    return Array((mark + rows.joined(separator: newline) + end).utf8)
  }

  /// A moment in one of the forms that logs have.
  private func text(_ moment: Double, _ form: Int) -> String {
    let (day, rest) = (Int(moment) / 86_400, Int(moment) % 86_400)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    // The date goes from 28 August 2019 on, as far as the month goes.
    let date = max(1, min(31, day - 18_136 + 28))
    switch form {
    case 0: return "\(Int(moment))"
    case 1: return "\(moment)"
    case 2: return "\(Int(moment * 1000))"
    case 3: return "2019-08-\(two(date))T\(clock)Z"
    case 4: return "2019-08-\(two(date)) \(clock),\(100 + rest % 900)"
    case 5: return "201908\(two(date))-\(clock):\(rest % 1000)"
    case 6: return "\(two(date))/Aug/2019:\(clock) -0700"
    case 7: return "\(two(date)).08.2019 \(clock)"
    default: return "\(Int(moment) - 978_307_200),5"
    }
  }
}
