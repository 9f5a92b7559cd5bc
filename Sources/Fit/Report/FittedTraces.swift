import DeliverySim
import Files

/// The log's own messages and absences as files that a scenario plays: seconds since the window's
/// start, and the number of the device.
package struct FittedTraces: Sendable {
  private let pairs: LogPairs

  /// - Returns: Nil where the scenario has laws.
  package init?(_ report: FitReport) {
    guard report.playsLog, let pairs = report.pairs?.pairs else { return nil }
    self.pairs = pairs
  }

  /// - Parameter pairs: What is played.
  package init(_ pairs: LogPairs) { self.pairs = pairs }

  /// Columns `time` and `device`; all devices are in it.
  package var messages: String {
    "time,device\n"
      + rows(pairs.messages) { time, device in "\(Self.seconds(time)),\(device)\n" }
  }

  /// Columns `start`, `end`, `device`.
  package var absences: String {
    "start,end,device\n"
      + rows(pairs.absences) { span, device in
        "\(Self.seconds(span.lowerBound)),\(Self.seconds(span.upperBound)),\(device)\n"
      }
  }

  private func rows<Value>(_ streams: [[Value]], _ row: (Value, Int) -> String) -> String {
    var text = ""
    for (device, stream) in streams.enumerated() {
      for value in stream { text += row(value, device) }
    }
    return text
  }

  /// The time, exact to the microsecond.
  private static func seconds(_ time: SimTime) -> String {
    let (whole, part) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    guard part != 0 else { return "\(whole)" }
    let digits = String(part)
    return "\(whole)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// The names that the scenario has for these files.
struct TraceNames {
  let stem: String

  var messages: String { "\(stem).messages.csv" }
  var absences: String { "\(stem).absences.csv" }
}
