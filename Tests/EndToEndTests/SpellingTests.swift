import Foundation
import TestSupport
import Testing

/// Commands and options of earlier versions go on to work: with the same stdout, files and exit
/// code as those of this version, and a line on stderr that names those. No help shows them.
@Suite struct SpellingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("lossy.yml", ExplainFormsTests.lossy)
  }

  private static let story = ["lossy.yml", "--strategy", "gap-recovery"]
  private static let search = [
    "lossy.yml", "--range", "strategies.gap-recovery.repeat_limit=1..9", "--finalists", "2", "-n",
    "2", "--worth", "20%", "--progress", "none",
  ]

  @Test(
    arguments: [
      (
        ["optimise", "--maximise", "loss", "--budget", "4"],
        ["best", "--maximise", "loss", "--points", "4"], search, "best --range"
      ),
      (
        ["optimise", "--budget=4", "--out", "x"], ["best", "--points=4", "--out", "x"], search,
        "best --range"
      ),
      (["plan"], ["validate", "--cost"], ["lossy.yml", "--shards", "3"], "validate --cost"),
      (
        ["explain", "--find", "lost"], ["find", "lost"],
        story + ["--limit", "3", "--cause", "overwritten"], "find"
      ),
      (["explain", "--find=lost", "--format", "text"], ["find", "lost"], story, "find"),
      (["explain", "--find", "losst"], ["find", "losst"], story, "find"),
      (
        ["explain", "--format", "perfetto"], ["trace"],
        story + ["--device", "2", "--message", "5", "--compare", "twice"], "trace"
      ),
      (
        ["explain", "--format=perfetto"], ["trace", "--format", "perfetto"],
        story + ["--device", "2"], "trace"
      ),
      (["explain", "--save", "x"], ["trace", "--save", "x"], story + ["--device", "2"], "trace"),
      (["explain", "--save=lossy.yml"], ["trace", "--save=lossy.yml"], story, "trace"),
      (["explain", "--against", "s"], ["trace", "--against", "s"], story, "trace"),
      (
        ["explain", "--against", "s", "--format", "text"], ["trace", "--against", "s"],
        story + ["--replication", "1"], "trace"
      ),
      (["explain", "--world", "x"], ["trace", "--world", "x"], story, "trace"),
    ] as [([String], [String], [String], String)])
  func bothSpellingsAreTheSame(
    earlier: [String], today: [String], rest: [String], advice: String
  ) throws {
    try expect(workspace.tool.run(["trace"] + Self.story + ["--save", "s"]).code, equals: 0)
    let (one, itsFiles) = try ending(of: today + rest)
    let (other, files) = try ending(of: earlier + rest)
    // The time that a run would take is measured.
    let time = #/about [\d.]+ m?s|  [\d.]+ m?s$/#.anchorsMatchLineEndings()
    expect(other.output.replacing(time, with: ""), equals: one.output.replacing(time, with: ""))
    expect(other.code, equals: one.code)
    expect(files == itsFiles, "\(files.keys.sorted()), \(itsFiles.keys.sorted())")
    expect(other.messages, hasPrefix: "note: use \(advice) instead of \(earlier[0])")
    expect(other.messages.dropFirst().prefix { $0 != "\n" }.count < 80)
    expect(!one.messages.contains("note: use"), "\(one.messages)")
  }

  /// - Returns: The ending of a command, and the CSVs and other files that it has written.
  private func ending(of words: [String]) throws -> (Tool.Ending, [String: [UInt8]]) {
    let folder = URL(fileURLWithPath: workspace.path)
    let before = try contents(of: folder)
    let ending = try workspace.tool.run(words)
    let files = try contents(of: folder).filter { before[$0.key] != $0.value }
    for name in files.keys where before[name] == nil {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("runs"))
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("x"))
    return (ending, files)
  }

  private func contents(of folder: URL) throws -> [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    var contents: [String: [UInt8]] = [:]
    // The manifest says how long a run took.
    for name in names where !name.hasSuffix("manifest.json") {
      guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)") else {
        continue
      }
      contents[name] = Array(data)
    }
    return contents
  }

  @Test(
    "What was refused is refused",
    arguments: [
      (["optimise", "lossy.yml", "--maximise", "loss"], "--points: needs --range PATH=A..B"),
      (["optimise", "lossy.yml", "--maximise", "loss", "--budget"], "--points"),
      (["explain", "--find", "lost", "--save", "x"] + story, "nknown option '--save'"),
      (["explain", "--find", "lost", "--message", "3"] + story, "nknown option '--message'"),
      (["explain", "--save", "x", "--format", "json"] + story, "'json' is invalid"),
      (["explain", "--find", "lost", "--stories", "1"] + story, "nknown option '--stories'"),
      // Behind "--" stands a name.
      (
        ["explain", "--strategy", "gap-recovery", "--device", "1", "--", "lossy.yml", "--find"],
        "nexpected argument '--find'"
      ),
      (["explain", "--device", "1"] + story + ["--find"], "nknown option '--find'"),
    ])
  func refused(words: [String], message: String) throws {
    let ending = try workspace.tool.run(words)
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages, contains: message)
    expect(!workspace.exists("x"))
  }

  @Test("Help shows today's spelling alone, also help about an earlier one")
  func help() throws {
    let commands = try workspace.tool.run("--help").output
    for name in ["plan", "optimise"] { expect(!commands.contains("\n  \(name) "), "\(commands)") }
    for (words, absent) in [
      (["explain", "--help"], ["--find", "--cause", "--limit", "--save", "--against", "--world"]),
      (["explain", "--help"], ["perfetto", "--replications"]),
      (["find", "--help"], ["--replications"]), (["trace", "--help"], ["--replications"]),
      (["help", "plan"], ["deliverysim plan"]), (["plan", "--help"], ["deliverysim plan"]),
      (["help", "optimise"], ["deliverysim optimise"]),
    ] {
      let ending = try workspace.tool.run(words)
      expect(ending.code, equals: 0, "\(ending.messages)")
      for word in absent { expect(!ending.output.contains(word), "\(words): \(word)") }
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try workspace.tool.run("--generate-completion-script", shell).output
      for word in [#/\boptimise\b/#, #/\bplan\b/#, #/--find/#] {
        expect(try word.firstMatch(in: script) == nil, "\(shell)")
      }
    }
    try expect(
      workspace.tool.run("optimize").messages.contains("optimise"), equals: false)
  }

  @Test("A number of replications is accepted where one of them is looked at")
  func replications() throws {
    for words in [["explain", "--device", "1"], ["find", "lost"], ["trace", "--device", "1"]] {
      let few = try workspace.tool.run(words + Self.story + ["-n", "1", "--replication", "1"])
      expect(few.code, equals: 64)
      expect(few.messages, contains: "--replication: found 1; allowed: 0 to 0")
    }
  }
}
