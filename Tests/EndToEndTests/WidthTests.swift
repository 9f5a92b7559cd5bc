import Foundation
import TestSupport
import Testing

/// Texts for people fit a terminal of 80 columns: help, tables, stories, errors. (What a preset's
/// `explain` prints, and `check`, have tests of their own beside the others of theirs.)
@Suite struct WidthTests {
  let workspace: Workspace

  /// Commands in outputs name files, and the project may lie in a deep folder.
  init() throws {
    workspace = try Workspace()
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/experiments", withDestinationPath: "\(projectRoot)/experiments")
  }

  /// All that ship, but for those whose data lie outside the project; by day the first three.
  static let scenarios: [String] = {
    let folder = "\(projectRoot)/experiments"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { "experiments/\($0)/scenario.yml" }
      .filter { FileManager.default.fileExists(atPath: "\(projectRoot)/\($0)") }.sorted()
      .enumerated().filter { isNightly || $0.offset < 3 }.map(\.element)
  }()

  private func expectFits(_ text: String, _ what: String) {
    let wide = text.split(separator: "\n").filter { $0.count > 80 }
    expect(wide.isEmpty, "\(what): \(wide.joined(separator: "\n"))")
    expect(!text.isEmpty, "\(what)")
  }

  @Test(arguments: HelpTests.commands)
  func help(command: String) throws {
    expectFits(try workspace.tool.run(command, "--help").output, command)
    // Wrong usage.
    expectFits(try workspace.tool.run(command, "--nonsense").messages, command)
  }

  @Test func theToolsOwnHelpAndTheHandlers() throws {
    expectFits(try workspace.tool.run("--help").output, "--help")
    expectFits(try workspace.tool.run("handlers").output, "handlers")
    let some = try workspace.tool.run("handlers", "--implements", "willPresent,didReceive")
    expectFits(some.output, "handlers --implements")
  }

  @Test func thereAreScenarios() { expect(Self.scenarios.count >= (isNightly ? 15 : 3)) }

  @Test(arguments: scenarios)
  func planSummaryAndStory(scenario: String) throws {
    let small = ["--set", "devices=4", "--replications", "2"]
    let plan = try workspace.tool.run(["validate", "--cost", scenario] + small).output
    expectFits(plan, "plan")
    let run = try workspace.tool.run(["run", scenario, "--out", "out"] + small)
    expect([0, 1, 3].contains(run.code), "\(run.messages)")
    expectFits(run.output, "run")
    let names = plan.split(separator: "\n").first { $0.hasPrefix("  strategies: ") }
    let name = try unwrap(
      names?.split(separator: " ").dropFirst().first.map { String($0.filter { $0 != "," }) })
    for form in [["explain", "--device", "1"], ["find", "lost"]] {
      let ending = try workspace.tool.run(form + [scenario, "--strategy", name] + small)
      expect(ending.code, equals: 0, "\(ending.messages)")
      expectFits(ending.output, "explain")
    }
  }

  @Test func choicesAndVerification() throws {
    let small = ["--set", "devices=4", "--force", "--progress", "none"]
    try workspace.lay(in: "out")
    let commands = [
      ["verify", "out"], ["validate", "tiny.yml"],
      ["best", "tiny.yml", "--out", "best", "--budget", "4"] + small,
      [
        "best", "tiny.yml", "--out", "search", "--set", "sweep=", "--range",
        "strategies.gap-recovery.repeat_limit=1..9", "--points", "4", "--finalists", "2", "--worth",
        "0.5%", "--replications", "2",
      ] + small,
    ]
    for command in commands {
      let ending = try workspace.tool.run(command)
      expect([0, 3].contains(ending.code), "\(command): \(ending.messages)")
      expectFits(ending.output + "\n", command[0])
    }
  }

  /// The tool's message about each broken scenario fits the terminal. A mistake's first line names
  /// file, line, column and key in one piece, as editors and `grep` want it; what follows is for
  /// people.
  @Test func errors() throws {
    let folder = "\(projectRoot)/Tests/GoldenTests/Golden/broken"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".expected") }
    expect(names.count >= 100)
    for name in names {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let rest = text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      expectFits(rest.joined(separator: "\n") + "\n", name)
    }
  }
}
