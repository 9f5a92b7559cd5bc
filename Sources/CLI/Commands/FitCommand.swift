import ArgumentParser
import Files
import Fit
import Foundation
import Models
import Runs
import Scenarios

struct FitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Turn your own logs into a scenario: fitted arrivals, fitted times offline.",
    discussion: """
      Reads logs: message times (a column of date-times or numbers, and one of
      devices), or intervals offline (start, end, and a device). Finds out how they
      are written, and says what it found. Says how many of your messages were
      overwritten while their devices were away, and prints the fitted laws with
      their goodness of fit. Writes a scenario that is ready to run.
      More: \(Manual.fit).

      Examples:
        deliverysim fit messages.csv
        deliverysim fit messages.csv outages.csv --time sent_at --device user
        deliverysim fit mails.csv --from 973036800 --length 364d --out mails.yml
        deliverysim fit sessions.csv --start connected --end closed --online
        deliverysim fit --kept trials.csv
      """)

  @Argument(
    help: "Logs, each of message times or of intervals; also packed (gzip).",
    completion: .file(extensions: ["csv", "tsv", "txt", "log", "gz"]))
  var files: [String] = []

  @Option(help: ArgumentHelp("Take message times from this column.", valueName: "column"))
  var time: String?

  @Option(help: ArgumentHelp("Take devices or recipients from this column.", valueName: "column"))
  var device: String?

  @Option(help: ArgumentHelp("Take the starts of intervals from this column.", valueName: "column"))
  var start: String?

  @Option(help: ArgumentHelp("Take the ends of intervals from this column.", valueName: "column"))
  var end: String?

  @Option(
    name: .shortAndLong, help: "Write the scenario to this file (default: <name>.yml).",
    completion: .scenario)
  var out: String?

  @Flag(help: "Print the findings, and write nothing.")
  var dryRun = false

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @OptionGroup var reading: LogReadingOptions

  @OptionGroup var part: LogPartOptions

  @Option(
    help: ArgumentHelp(
      "Take this as the end of the recording of intervals (default: the last start).",
      valueName: "moment"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "End a burst of messages after a gap longer than this.", valueName: "duration"))
  var gap = "30m"

  @Option(
    help: ArgumentHelp(
      "Write the uncertainty of the estimates here (default: <name>.inputs.json).",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var inputs: String?

  @Flag(
    help: "Write names of devices, not numbers, into traces.")
  var keepNames = false

  @Option(help: "Name the scenario (default: as --out, else fitted).")
  var name: String?

  @Option(parsing: .unconditional, help: "Draw samples and replays by this seed.")
  var seed: UInt64 = 1

  @Option(
    name: [.customShort("n"), .long],
    parsing: .unconditional,
    help: ArgumentHelp("Replay the log this many times (default: 5 to 40).", valueName: "n"))
  var replications: Int?

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Find out how many pushes APNs keeps, by trials in flight mode (columns sent, received).",
      valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var kept: String?

  func validate() throws {
    if files.isEmpty, kept == nil {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
  }

  func run() async throws {
    try await withExitCodes {
      if let kept {
        guard unusedByKept.isEmpty else {
          let names = unusedByKept.joined(separator: ", ")
          throw usage("--kept: reads trials only; leave out \(names)")
        }
        return try Console.print(KeptTrials(kept).lines)
      }
      let options = try fitOptions()
      if out == "" { throw usage("--out: a file is needed") }
      if inputs == "" { throw usage("--inputs: a file is needed") }
      try checkInputs()
      let scenario = out ?? "\(options.name).yml"
      let fitted =
        dryRun ? nil : try FittedFiles(scenario, inputs, logs: files, force: force)
      let report = try await fit(options)
      if !quiet { try Console.print(FitText(report).lines) }
      let next = try fitted?.write(report) ?? ["Nothing was written (--dry-run)."]
      if !quiet { try Console.print([""] + next) }
    }
  }

  /// The options that belong to logs only. An option that says the default changes nothing.
  private var unusedByKept: [String] {
    let given = [
      ("the other files", !files.isEmpty), ("--time", time != nil), ("--device", device != nil),
      ("--start", start != nil), ("--end", end != nil), ("--online", part.online),
      ("--unit", reading.unit != nil), ("--time-format", reading.timeFormat != nil),
      ("--time-zone", reading.timeZone != nil), ("--column", !reading.column.isEmpty),
      ("--sample-devices", part.sample.sampleDevices != nil), ("--keep-names", keepNames),
      ("--from", part.from != nil), ("--length", part.length != nil),
      ("--until", until != nil),
      ("--gap", gap != "30m"), ("--out", out != nil), ("--inputs", inputs != nil),
      ("--dry-run", dryRun), ("--name", name != nil), ("--seed", seed != 1),
      ("--replications", replications != nil), ("--threads", threads != nil), ("--force", force),
      ("--quiet", quiet),
    ]
    return given.filter(\.1).map(\.0)
  }

  /// A missing file is reported before a file that is in the way.
  private func checkInputs() throws(InputError) {
    for file in files where access(file, R_OK) != 0 {
      throw InputError(Files.ExitCode.inputMissing, "\(file): \(InputFile.reason(errno))")
    }
  }

  private func fit(_ options: FitOptions) async throws -> FitReport {
    let meter = ReadingMeter()
    defer { if !quiet { meter.finish() } }
    do {
      return try await FitReport.make(
        files, options, threads: try threadCount(threads)
      ) { if !quiet { meter.show($0) } }
    } catch let limit as LimitExceeded {
      throw InputError(limit, "replay of the log")
    }
  }

  private func fitOptions() throws -> FitOptions {
    var options = try FitOptions(reading, part, until: until)
    (options.time, options.device, options.start, options.end) = (time, device, start, end)
    let name = name ?? FitOptions.name(ofFile: out)
    guard ScalarFormat<String>.isName(name) else {
      throw usage(
        "--name: found \"\(name)\"; allowed: at most 100 of a-z, 0-9 and -, not - at the start")
    }
    if let replications, !(2...10_000 ~= replications) {
      throw usage("--replications: found \(replications); allowed: 2 to 10000")
    }
    (options.name, options.keepsNames) = (name, keepNames)
    (options.seed, options.replications) = (seed, replications)
    try options.setGap(gap)
    return options
  }

  private func usage(_ message: String) -> InputError {
    InputError(Files.ExitCode.usage, message)
  }
}
