import Foundation
import TestSupport
import Testing

/// The files that `fit` reads and writes, and how its report looks.
@Suite struct FitFilesTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("messages.csv", Self.messages)
    try workspace.write("outages.csv", Self.outages)
  }

  /// Bursts of two phases with zero gaps: the report has every part that it can have.
  private static let messages: String = {
    var random = SplitMix64(state: 3)
    var rows: [String] = []
    for device in 0..<12 {
      var time = 1_566_950_400.0
      for _ in 0..<40 {
        time += 40_000 * exp(0.5 * random.normal())
        for _ in 0...random.below(8) {
          time -= (random.uniform() < 0.4 ? 3 : 200) * log(random.uniform())
          rows += Array(repeating: "\(time),d\(device)", count: random.below(8) == 0 ? 2 : 1)
        }
      }
    }
    return (["time,device"] + rows).joined(separator: "\n") + "\n"
  }()

  private static let outages: String = {
    var random = SplitMix64(state: 4)
    var rows: [String] = []
    for device in 0..<12 {
      var time = 1_566_950_400.0
      for _ in 0..<60 {
        time -= 20_000 * log(random.uniform())
        let end = time - (random.uniform() < 0.5 ? 60 : 9000) * log(random.uniform())
        rows.append("\(time),\(end),d\(device)")
        time = end
      }
    }
    return (["start,end,device"] + rows).joined(separator: "\n") + "\n"
  }()

  @Test func aLogIsNeverReplaced() throws {
    for (option, name) in [("--out", "messages.csv"), ("--inputs", "./messages.csv")] {
      let ending = try fit("messages.csv", option, name, "--force")
      expect(ending.code, equals: 64)
      expect(ending.messages, contains: "\(option): \(name) is a log that is fitted")
      try expect(workspace.read("messages.csv"), equals: Self.messages)
    }
  }

  private func fit(_ arguments: String...) throws -> Tool.Ending {
    try workspace.tool.run(["fit", "--replications", "2"] + arguments)
  }

  // MARK: Written files

  @Test func theUncertaintyLiesBesideTheScenario() throws {
    // These are other devices, so that the scenario has laws.
    try workspace.write("others.csv", Self.outages.replacing(",d", with: ",x"))
    let ending = try fit("messages.csv", "others.csv", "--out", "mine.yml")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output.contains("fitted figures are: mine.inputs.json."), "\(ending.output)")
    let data = try Data(workspace.bytes("mine.inputs.json"))
    let file = try unwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let parameters = try unwrap(file["parameters"] as? [[String: Any]])
    let rows = try unwrap(file["covariance"] as? [[Double]])
    expect(parameters.count >= 8 && rows.count == parameters.count)
    for (place, row) in rows.enumerated() { expect(row.count == rows.count && row[place] > 0) }
    try expect(fit("messages.csv", "--out", "a", "--quiet").code, equals: 0)
    expect(workspace.exists("a.inputs.json"))
    try expect(
      fit("messages.csv", "--out", "b.yml", "--inputs", "c.json", "--quiet").code, equals: 0)
    expect(workspace.exists("c.json") && !workspace.exists("b.inputs.json"))
  }

  @Test func anUncertaintyThatExistsStays() throws {
    try workspace.write("fitted.inputs.json", "mine")
    let refused = try fit("messages.csv")
    expect(refused.code, equals: 73)
    expect(
      refused.messages,
      equals: "error: fitted.inputs.json: exists; --force replaces it, --inputs writes elsewhere\n")
    expect(!workspace.exists("fitted.yml"))
    try expect(fit("messages.csv", "--force", "--quiet").code, equals: 0)
    try expect(workspace.read("fitted.inputs.json"), hasPrefix: "{")
    try expect(fit("messages.csv", "--inputs", "").code, equals: 64)
    try expect(fit("messages.csv", "--out", "x.yml", "--inputs", "x.yml").code, equals: 64)
  }

  @Test func whatIsAllAlikeHasNoUncertainty() throws {
    let rows = (0..<8).map { "\($0 * 1000),\($0 * 1000 + 60)" }
    try workspace.write("alike.csv", (["start,end"] + rows).joined(separator: "\n") + "\n")
    let ending = try fit("alike.csv")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output.contains("fitted.inputs.json is not written."), "\(ending.output)")
    expect(workspace.exists("fitted.yml") && !workspace.exists("fitted.inputs.json"))
  }

  @Test func aDryRunWritesNothing() throws {
    // Not even in the way of a file that exists.
    try workspace.write("fitted.yml", "mine")
    let before = workspace.names(in: ".")
    let ending = try fit("messages.csv", "--dry-run")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output.hasSuffix("\nNothing was written (--dry-run).\n"), "\(ending.output)")
    expect(workspace.names(in: "."), equals: before)
    try expect(workspace.read("fitted.yml"), equals: "mine")
  }

  // MARK: Read files

  @Test("Semicolons and tabs stand for commas", arguments: [";", "\t"])
  func separators(_ separator: String) throws {
    let plain = try fit("messages.csv", "--out", "a.yml", "--name", "x")
    let text = Self.messages.replacing(",", with: separator)
    try workspace.write("other.csv", text)
    let other = try fit("other.csv", "--out", "b.yml", "--name", "x")
    expect(other.code, equals: 0, "\(other.messages)")
    try expect(workspace.bytes("b.inputs.json"), equals: workspace.bytes("a.inputs.json"))
    expect(
      other.output.replacing("other.csv", with: "messages.csv").replacing("b.", with: "a."),
      equals: plain.output)
    // The scenario's line that replays the log reads them, too.
    let line = try unwrap(
      try workspace.read("b.yml").split(separator: "\n").first { $0.contains("{trace: ") })
    let value = line.dropFirst("  # arrivals: ".count)
    let valid = try workspace.tool.run(
      "validate", "b.yml", "--quiet", "--set", "workload.arrivals=\(value)")
    expect(valid.code, equals: 0, "\(valid.messages)")
  }

  // MARK: The report

  @Test func theAnswerComesFirst() throws {
    let both = try fit("messages.csv", "outages.csv", "--dry-run")
    expect(both.output.hasPrefix("In your log, "), "\(both.output)")
    let words = both.output.replacing("\n", with: " ")
    expect(words.contains("The fitted laws give "), "\(both.output)")
    let messages = try fit("messages.csv", "--dry-run").output
    expect(messages.hasPrefix("With assumed times offline, "), "\(messages)")
    expect(
      messages.replacing("\n", with: " ").contains("The proposed law (bursts) gives "),
      "\(messages)")
    let alone = try fit("outages.csv", "--dry-run")
    expect(alone.output.hasPrefix("Devices are offline for "), "\(alone.output)")
  }

  @Test(arguments: [["messages.csv"], ["outages.csv"], ["messages.csv", "outages.csv"]])
  func theReportFitsATerminal(files: [String]) throws {
    let ending = try workspace.tool.run(["fit", "--replications", "2", "--dry-run"] + files)
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output.contains("> hyperexponential "), "the widest law is here")
    let wide = (ending.output + ending.messages).split(separator: "\n").filter { $0.count > 80 }
    expect(wide.isEmpty, "\(wide.joined(separator: "\n"))")
  }
}
