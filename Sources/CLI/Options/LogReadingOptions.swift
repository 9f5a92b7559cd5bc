import ArgumentParser
import Files
import Fit

/// The format of a log; the tool finds out the parts that no option gives.
struct LogReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name a column that is sent, date, received, opened, device, id, start or end; repeatable.",
      valueName: "role=column"))
  var column: [String] = []

  @Option(
    help: """
      Read numbers as s, ms, us, ns, or apple (seconds since 2001); default: by their size.
      """,
    completion: .list(LogUnit.allCases.map(\.rawValue)))
  var unit: String?

  @Option(
    help: ArgumentHelp(
      "Read times in this form, such as \"%d.%m.%Y %H:%M:%S\".",
      valueName: "pattern"))
  var timeFormat: String?

  @Option(
    help: ArgumentHelp(
      "Use this zone for times without one (default: UTC).", valueName: "name"))
  var timeZone: String?
}

/// A part of the devices of a log, for those that are too large.
struct DeviceSampleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Read this many devices, drawn by the seed.", valueName: "n"))
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
      "Add this, such as 3.2s, to the times of receipts.",
      valueName: "time"))
  var clockOffset: String?
}

/// The part of a log that is looked at, and the meaning of its intervals.
struct LogPartOptions: ParsableArguments {
  @Flag(help: "Read intervals as times online (default: offline).")
  var online = false

  @OptionGroup var sample: DeviceSampleOptions

  @Option(
    help: ArgumentHelp(
      "Start at this time (a number or a date-time).",
      valueName: "moment"))
  var from: String?

  @Option(
    help: ArgumentHelp("Read only a window of this length, such as 28d.", valueName: "duration"))
  var length: String?
}

extension FitOptions {
  /// - Parameters:
  ///   - reading: The options that say how the logs are written.
  ///   - part: The part of the logs that is looked at.
  ///   - until: The time when the recording of intervals ended.
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
