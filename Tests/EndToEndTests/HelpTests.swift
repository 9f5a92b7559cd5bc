import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
  let tool = Tool(folder: NSTemporaryDirectory())

  static let commands = [
    "start", "run", "validate", "find", "explain", "trace", "check", "verify", "merge", "fit",
    "calibrate", "best", "sensitivity", "handlers", "report", "explore", "init", "schema",
  ]

  /// Nobody reads more; the pages of the documentation have the rest.
  @Test(arguments: commands + ["vocabulary"])
  func helpOfACommandHasAtMostSixtyLines(command: String) throws {
    let lines = try tool.run(command, "--help").output.split(
      separator: "\n", omittingEmptySubsequences: false)
    expect(lines.count > 5 && lines.count <= 60, "\(command): \(lines.count) lines")
  }

  @Test(arguments: commands)
  func helpOfACommandHasExamplesThatFitTheTerminal(command: String) throws {
    let ending = try tool.run(command, "--help")
    expect(ending.code, equals: 0)
    expect(ending.messages, equals: "")
    expect(ending.output, contains: "Examples:\n  deliverysim \(command)")
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try unwrap(lines.firstIndex(of: "Examples:")) + 1
    let examples = lines[start...].prefix { !$0.isEmpty }
    // A broken example can't be copied: a line begins the command or goes on after a backslash.
    for (place, line) in zip(examples.indices, examples) {
      let goesOn = examples[max(start, place - 1)].hasSuffix("\\")
      expect(line.hasPrefix("  deliverysim ") || goesOn, "a broken example: \(line)")
    }
  }

  @Test(arguments: [["--help"], ["help"], []])
  func helpOfTheToolNamesItsCommandsAndHasExamples(arguments: [String]) throws {
    let ending = try tool.run(arguments)
    expect(ending.code, equals: 0)
    expect(ending.output, contains: "Examples:\n  deliverysim start ")
    for command in Self.commands {
      expect(ending.output, contains: "\n  \(command) ")
    }
  }

  @Test func versionIsOneLineOnStdout() throws {
    let ending = try tool.run("--version")
    expect(ending.code, equals: 0)
    expect(ending.messages, equals: "")
    let line =
      #/deliverysim \d+\.\d+\.\d+ \(results epoch \d+, commit (unknown|\w{12}( with changes)?)\)\n/#
    expect(try line.wholeMatch(in: ending.output) != nil, "\(ending.output)")
  }

  @Test(
    arguments: [
      (["run", "tiny.yml", "--thread", "1"], "--thread"), (["run"], "scenario"),
      (["run", "tiny.yml", "tiny.yml"], "tiny.yml"),
      (["explain", "tiny.yml"], "--strategy"), (["run", "tiny.yml", "--threads"], "--threads"),
      (["run", "tiny.yml", "--threads", "two"], "two"),
      (["run", "tiny.yml", "--seed", "1.5"], "'--seed <seed>'; allowed: a whole number, such"),
      (["run", "tiny.yml", "--seed", "-1"], "'--seed <seed>': out of range\n"),
      (["run", "tiny.yml", "--progress", "loud"], "loud"),
      (["validate", "tiny.yml", "--threads", "1"], "--threads: needs --cost"),
      (["validate", "tiny.yml", "--shards", "2"], "--shards: needs --cost"),
      (["validate", "tiny.yml", "--inputs", "i.json"], "--inputs: needs --cost"),
      (["validate", "tiny.yml", "--input-draws", "2"], "--input-draws: needs --cost"),
    ] as [([String], String)])
  func wrongUsageNamesWhatIsWrong(arguments: [String], word: String) throws {
    let ending = try tool.run(arguments)
    expect(ending.code, equals: 64)
    expect(ending.output, equals: "")
    expect(ending.messages.contains(word), "\(ending.messages)")
    expect(ending.messages, contains: "Usage: deliverysim")
    // It reads like every other error.
    expect(ending.messages.hasPrefix("error: "), "\(ending.messages)")
    expect(!ending.messages.contains("Error"), "\(ending.messages)")
  }

  /// `--force` deletes results: nothing that merely looks a bit like it may lead there.
  @Test(
    arguments: [
      ("--json", nil), ("--forma", "--format"), ("--formats", "--format"),
      ("--thread", "--threads"), ("--forse", "--force"),
    ] as [(String, String?)])
  func onlyNearNamesAreOffered(typed: String, offered: String?) throws {
    let ending = try tool.run("run", "tiny.yml", typed)
    expect(ending.code, equals: 64)
    let line = try unwrap(ending.messages.split(separator: "\n").first)
    let hint = offered.map { ". Did you mean '\($0)'?" } ?? ""
    expect(line, equals: "error: unknown option '\(typed)'\(hint)")
  }

  @Test("A key that is taken for an option: the hint says how to set it")
  func keysAsOptions() throws {
    func line(_ arguments: String...) throws -> Substring {
      try unwrap(tool.run(arguments).messages.split(separator: "\n").first)
    }
    try expect(
      line("run", "tiny.yml", "--devices", "5"),
      equals: "error: unknown option '--devices'. Did you mean '--set devices=...'?")
    try expect(
      line("find", "lost", "tiny.yml", "--strategy", "a", "--push-service=fcm"),
      equals: "error: unknown option '--push-service'. Did you mean '--set push_service=...'?")
    // A command without --set.
    try expect(line("verify", "runs", "--devices"), equals: "error: unknown option '--devices'")
  }

  @Test(
    arguments: [
      (["run", "x.yml", "--threads", "-3"], "x.yml"), (["run", "x.yml", "--seed", "-1"], "'-1'"),
      (["fit", "x.csv", "--replications", "-3"], "found -3"),
      (["validate", "x.yml", "--replications", "-3"], "x.yml"),
      (["explain", "x.yml", "--strategy", "s", "--device", "-1"], "x.yml"),
    ] as [([String], String)])
  func aNegativeNumberIsANumber(arguments: [String], word: String) throws {
    let ending = try tool.run(arguments)
    expect(ending.messages.hasPrefix("error: "), "\(ending.messages)")
    expect(ending.messages.contains(word), "\(ending.messages)")
    expect(!ending.messages.lowercased().contains("missing value"), "\(ending.messages)")
  }

  @Test func anUnknownCommandIsWrongUsageWithTheNearestName() throws {
    let ending = try tool.run("valdate", "tiny.yml")
    expect(ending.code, equals: 64)
    expect(ending.output, equals: "")
    for word in ["valdate", "validate", "run", "find", "explain", "fit"] {
      expect(ending.messages.contains(word), "\(ending.messages)")
    }
  }
}
