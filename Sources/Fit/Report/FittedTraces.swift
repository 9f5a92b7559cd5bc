import DeliverySim
import Files

/// The log's own messages and absences as files that a scenario plays: seconds since the window's
/// start, and the number of the device, or its name where the user wants that.
package struct FittedTraces: Sendable {
  private let pairs: LogPairs
  /// Empty: numbers are written.
  private let names: [String]

  /// - Returns: Nil where the scenario has laws.
  package init?(_ report: FitReport) {
    guard report.playsLog, let pairs = report.pairs?.pairs else { return nil }
    self.pairs = pairs
    names = report.options.keepsNames ? report.input.arrivals?.names ?? [] : []
  }

  /// - Parameters:
  ///   - pairs: The messages and absences that are played.
  ///   - names: Of its devices; empty: they have numbers.
  package init(_ pairs: LogPairs, names: [String] = []) {
    (self.pairs, self.names) = (pairs, names)
  }

  /// A part of a file has at least so many bytes, but for the last one.
  private static let partCount = 1 << 20

  /// Columns `time` and `device`; all devices are in it.
  package func writeMessages(_ put: (_ part: [UInt8]) -> Void) {
    write("time,device\n", pairs.messages, put) { time, text in
      Self.append(time, to: &text)
    }
  }

  /// Columns `start`, `end`, `device`.
  package func writeAbsences(_ put: (_ part: [UInt8]) -> Void) {
    write("start,end,device\n", pairs.absences, put) { span, text in
      Self.append(span.lowerBound, to: &text)
      text.append(UInt8(ascii: ","))
      Self.append(span.upperBound, to: &text)
    }
  }

  private func write<Value>(
    _ header: String, _ streams: [[Value]], _ put: (_ part: [UInt8]) -> Void,
    _ row: (Value, inout [UInt8]) -> Void
  ) {
    var text = Array(header.utf8)
    for (device, stream) in streams.enumerated() {
      let name = names.isEmpty ? "\(device)" : Self.field(names[device])
      let end = Array(",\(name)\n".utf8)
      for value in stream {
        row(value, &text)
        text += end
        guard text.count >= Self.partCount else { continue }
        put(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    put(text)
  }

  /// A name as a field, which the reader of logs takes as it is.
  private static func field(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") <= 9
        || "-_.@".utf8.contains(byte)
    }
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The time in seconds, exact to the microsecond.
  private static func append(_ time: SimTime, to text: inout [UInt8]) {
    let (whole, part) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    text += String(whole).utf8
    guard part != 0 else { return }
    text.append(UInt8(ascii: "."))
    var (rest, unit) = (part, Int64(100_000))
    while unit > 0 {
      text.append(UInt8(ascii: "0") + UInt8(rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    }
  }
}

/// The names that the scenario has for these files.
struct TraceNames {
  let stem: String

  var messages: String { "\(stem).messages.csv" }
  var absences: String { "\(stem).absences.csv" }
}
