import ArgumentParser
import Files

/// How a log is written; what is not said is found out.
struct LogReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a column is: sent, date, received, opened, device, id, start, end; repeatable.",
      valueName: "role=column"))
  var column: [String] = []

  @Option(
    help: """
      The unit of times that are plain numbers: s, ms, us, ns, or apple (seconds since 2001); \
      default: the one in which they are of our time, else s.
      """,
    completion: .list(LogUnit.allCases.map(\.rawValue)))
  var unit: String?

  @Option(
    help: ArgumentHelp(
      "The form of times, such as \"%d.%m.%Y %H:%M:%S\" (default: it is found out).",
      valueName: "pattern"))
  var timeFormat: String?

  @Option(
    help: ArgumentHelp(
      "The zone of times without one, such as Europe/Berlin (default: UTC).", valueName: "name"))
  var timeZone: String?
}

/// A part of the devices of a log, for those that are too large.
struct DeviceSampleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Use so many devices, drawn with the seed whatever the order of rows (default: all).",
      valueName: "number"))
  var sampleDevices: Int?

  /// - Throws: `InputError` (64) for fewer than one.
  func count() throws(InputError) -> Int? {
    guard let sampleDevices, !(1...1_000_000_000 ~= sampleDevices) else { return sampleDevices }
    throw InputError(
      Files.ExitCode.usage,
      "--sample-devices: found \(sampleDevices); allowed: 1 to 1000000000")
  }
}

/// The clock of receipts, where it is another one than that of the sends.
struct ReceiptClockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add this to the times of receipts, such as 3.2s, where two clocks differ.",
      valueName: "time"))
  var clockOffset: String?
}
