import ArgumentParser
import Files

/// How a log is written; what is not said is found out.
struct LogReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a column is: sent, date, received, opened, device, start, end; repeatable.",
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
