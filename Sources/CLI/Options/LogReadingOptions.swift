import ArgumentParser
import Files
import Fit

/// The format of a log; the tool finds out the parts that no option gives.
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

/// The part of a log that is looked at, and the meaning of its intervals.
struct LogPartOptions: ParsableArguments {
  @Flag(help: "Intervals are times online (default: offline).")
  var online = false

  @OptionGroup var sample: DeviceSampleOptions

  @Option(
    help: ArgumentHelp(
      "Use only rows from this time on: a number of the time column, or a date-time.",
      valueName: "moment"))
  var from: String?

  @Option(
    help: ArgumentHelp("Use only a window of this length, such as 28d.", valueName: "duration"))
  var length: String?
}

extension FitOptions {
  /// - Parameters:
  ///   - reading: How the logs are written.
  ///   - part: Which part of them is looked at.
  ///   - until: When the recording of intervals ended.
  /// - Throws: `InputError` (64) for what an option does not allow.
  init(
    _ reading: LogReadingOptions, _ part: LogPartOptions, until: String? = nil
  ) throws(InputError) {
    self.init()
    areOnline = part.online
    sampleDevices = try part.sample.count()
    columns = try LogRole.options(reading.column)
    unit = try LogUnit.option(reading.unit)
    pattern = try TimePattern.option(reading.timeFormat)
    zone = try LogZone.option(reading.timeZone)
    try setWindow(from: part.from, length: part.length, until: until)
  }
}
