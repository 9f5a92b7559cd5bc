import Answers
import ArgumentParser
import Files
import Foundation
import Runs
import Scenarios
import Search
import Terminal

struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Find the values of unknown inputs that produce what was observed.",
    discussion: """
      Reads observed figures (CSV: metric,value,std_error, and strategy or group),
      and searches for the values of the unknown keys with which the scenario
      produces them. Says how sure they are, whether the model can produce the
      figures at all, and what they leave open. More: \(Manual.calibrate).

      Ends with 1 where no values produce the figures, and with 3 where the figures
      leave some of them open.

      Examples:
        deliverysim calibrate my.yml --observed targets.csv \\
          --unknown network.offline.exponential.mean
        deliverysim calibrate my.yml --receipts receipts.csv --out found.yml \\
          --unknown network.offline.weibull.scale --unknown provider.link.loss
      """)

  @Argument(help: "The scenario file (YAML).", completion: .scenario)
  var scenario: String

  @Option(
    help: ArgumentHelp(
      "Read figures: metric,value,std_error[,strategy][,group].", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var observed: String?

  @Option(
    help: ArgumentHelp(
      "Or read receipts, a row for each push: sent,received,device (received: empty if lost).",
      valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var receipts: String?

  @Option(
    help: ArgumentHelp(
      "Or read FCM's delivery data (JSON, BigQuery's CSV).", valueName: "file"),
    completion: .file(extensions: ["json", "csv"]))
  var fcm: String?

  @Option(
    help: ArgumentHelp(
      "Or read metrics of Apple's console (CSV, JSON lines).",
      valueName: "file"),
    completion: .file(extensions: ["csv", "json"]))
  var apns: String?

  @Option(
    name: .customLong("unknown"), parsing: .singleValue,
    help: ArgumentHelp("Find the value of this scenario key; repeatable.", valueName: "path"))
  var unknown: [String] = []

  @Option(
    help: ArgumentHelp(
      "Assume that this strategy was in use (default: the baseline).", valueName: "name"))
  var strategy: String?

  @Option(
    name: .shortAndLong,
    help: "Write to this file (default: <scenario>-calibrated.yml).",
    completion: .scenario)
  var out: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Option(
    name: [.customShort("j"), .long], parsing: .unconditional,
    help: "Use this many threads (default: one per core).")
  var threads: Int?

  @OptionGroup var options: ScenarioOptions

  @Option(
    help: ArgumentHelp(
      "Take times of sending from this column of receipts.", valueName: "column"))
  var sent: String?

  @Option(
    help: ArgumentHelp(
      "Take times of receipt from this column of receipts.", valueName: "column"))
  var received: String?

  @Option(
    help: ArgumentHelp(
      "Take devices from this column of receipts.", valueName: "column"))
  var device: String?

  @OptionGroup var reading: LogReadingOptions

  @OptionGroup var clock: ReceiptClockOptions

  func run() async throws {
    try await withExitCodes {
      guard scenario != "-", out != "" else {
        throw InputError(
          Files.ExitCode.usage,
          out == "" ? "--out: a file is needed" : "calibrate: needs a file that another can extend")
      }
      let calibration = try Calibration(
        options.load(scenario), source(), unknown: unknown, strategy: strategy,
        threads: try threadCount(threads))
      let places = try CalibrationFiles.Places(out ?? Self.beside(scenario), force: force)
      try checkKeepsInputs(places.paths)
      if !quiet { for note in calibration.unused { Console.note(note) } }
      let result = try await calibration.run { if !quiet { Console.note($0) } }
      let files = try CalibrationFiles(
        calibration, result, options.options().overrides, places)
      var answer = files.answer
      let text = CalibrationText(answer)
      answer.sentences = text.sentences
      let names = try files.write(answer)
      if !quiet {
        try Console.print(text.lines)
        Console.note("written: \(names.joined(separator: ", "))")
        if result.exitCode == Files.ExitCode.ok { Console.note(next(places)) }
      }
      try endWith(result.exitCode)
    }
  }

  private func columns() throws(InputError) -> ReceiptColumns {
    var columns = ReceiptColumns()
    columns.others = try LogRole.options(reading.column)
    (columns.sent, columns.received, columns.device) = (sent, received, device)
    columns.unit = try LogUnit.option(reading.unit)
    columns.pattern = try TimePattern.option(reading.timeFormat)
    columns.zone = try LogZone.option(reading.timeZone)
    columns.clock = try ReceiptClock.option(clock.clockOffset)
    return columns
  }

  private func source() throws(InputError) -> Calibration.Observed {
    let ofReceipts =
      [("--sent", sent), ("--received", received), ("--device", device)]
      + [("--unit", reading.unit), ("--time-format", reading.timeFormat)]
      + [("--time-zone", reading.timeZone), ("--column", reading.column.first)]
    if receipts == nil, let given = ofReceipts.first(where: { $0.1 != nil }) {
      throw InputError(Files.ExitCode.usage, "\(given.0): goes with --receipts FILE")
    }
    if observed != nil || apns != nil, clock.clockOffset != nil {
      throw InputError(
        Files.ExitCode.usage, "--clock-offset: goes with --receipts FILE or --fcm FILE")
    }
    switch (observed, receipts, fcm, apns) {
    case (let path?, nil, nil, nil): return .figures(path)
    case (nil, let path?, nil, nil): return .receipts(path, try columns())
    case (nil, nil, let path?, nil): return .fcm(path, try ReceiptClock.option(clock.clockOffset))
    case (nil, nil, nil, let path?): return .apns(path)
    default:
      throw InputError(
        Files.ExitCode.usage,
        "calibrate: needs exactly one of --observed FILE, --receipts FILE, --fcm FILE, --apns "
          + "FILE")
    }
  }

  /// A file that was read stays, also with `--force`.
  private func checkKeepsInputs(_ written: [String]) throws(InputError) {
    let read = [scenario] + [observed, receipts, fcm, apns].compactMap { $0 }
    let places = read.map { RelativePath.resolved($0, from: ".") }
    for path in written where places.contains(RelativePath.resolved(path, from: ".")) {
      throw InputError(
        Files.ExitCode.usage, "--out: would replace \(path), which is read; write elsewhere")
    }
  }

  private static func beside(_ scenario: String) -> String {
    let stem =
      ["yml", "yaml"].first { scenario.hasSuffix(".\($0)") }
      .map { String(scenario.dropLast($0.count + 1)) } ?? scenario
    return "\(stem)-calibrated.yml"
  }

  private func next(_ places: CalibrationFiles.Places) -> String {
    let found = places.scenario.path
    let name = URL(fileURLWithPath: found).deletingPathExtension().lastPathComponent
    let folder = { (path: String) in
      URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    let isOutside =
      options.changes.allowOutside
      || RelativePath.path(to: folder(scenario), from: folder(found)).hasPrefix("..")
    let words =
      ["deliverysim", "run", found, "--inputs", places.inputs.path, "--out", "runs/\(name)"]
      + (isOutside ? ["--allow-outside"] : [])
    return "next: " + words.map(ShellWord.quoted).joined(separator: " ")
  }
}
