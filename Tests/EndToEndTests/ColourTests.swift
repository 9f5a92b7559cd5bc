import Files
import Foundation
import TestSupport
import Testing

/// Colour on a terminal that has it, and nowhere else.
@Suite struct ColourTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "old", "--set", "sweep=")
    try workspace.lay(in: "new", "--set", "sweep=", "--set", "provider.link.loss=30%")
  }

  private static let escape = "\u{1B}["
  private static let check = ["check", "new", "--baseline", "old", "--all", "--metric", "all"]

  /// Runs the tool with a pseudoterminal for stdin, stdout and stderr.
  ///
  /// - Returns: The text that the terminal has got, with the line ends of a file.
  private func onTerminal(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> String {
    let spawn = "import pty, sys; pty.spawn(sys.argv[1:])"
    let executable = try unwrap(Tool.executable)
    let variables = ["TERM": "xterm"].merging(environment) { $1 }
    let ending = try Running(
      "/usr/bin/env", ["python3", "-c", spawn, executable] + arguments, folder: workspace.path,
      environment: variables, input: ""
    ).wait(60)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending.output.replacing("\r\n", with: "\n")
  }

  private static func withoutColour(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
  }

  @Test func aCheckHasColourOnATerminalOnly() throws {
    let piped = try workspace.tool.run(Self.check)
    expect(piped.code, equals: 1)
    expect(!piped.output.contains("\u{1B}"))
    let shown = try onTerminal(Self.check)
    expect(shown, contains: "\u{1B}[1;31mfail:\u{1B}[0m\n")
    expect(shown, contains: "\u{1B}[1;32mpass:\u{1B}[0m\n")
    // The same words in the same columns.
    expect(Self.withoutColour(shown), equals: piped.output)
    // More loss: what is shown is less for sure.
    let line = try unwrap(shown.split(separator: "\n").first { $0.hasPrefix("deliverability ") })
    expect(String(line), contains: "\u{1B}[1;31m-")
  }

  @Test func theBetterDirectionIsGreen() throws {
    let shown = try onTerminal(["check", "old", "--baseline", "new", "--all", "--metric", "all"])
    let line = try unwrap(shown.split(separator: "\n").first { $0.hasPrefix("push_loss ") })
    expect(String(line), contains: "\u{1B}[1;32m-")
  }

  @Test(
    arguments: [(["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false)])
  func whoWantsNoneGetsNone(environment: [String: String], isColoured: Bool) throws {
    let shown = try onTerminal(Self.check, environment)
    expect(shown.contains("\u{1B}"), equals: isColoured)
  }

  /// Other formats are for programs and documents, wherever they go.
  @Test(arguments: ["csv", "json", "markdown"])
  func otherFormatsHaveNone(format: String) throws {
    let shown = try onTerminal(Self.check + ["--format", format])
    expect(!shown.contains("\u{1B}"))
  }

  @Test func aSummaryHasItsDifferencesInColour() throws {
    let run = [
      "run", "tiny.yml", "--out", "out", "--force", "--progress", "none", "--set", "sweep=",
    ]
    let expected = ["--set", "expect=[gap-recovery.deliverability < 1%]"]
    let shown = try onTerminal(run + expected)
    expect(try /gap-recovery .*\x1B\[1;32m\+[0-9.]+ pp\x1B\[0m/.firstMatch(in: shown) != nil)
    expect(shown, contains: "\u{1B}[1;31mFAILS\u{1B}[0m")
    let piped = try workspace.tool.run(run + expected)
    expect(!(piped.output + piped.messages).contains("\u{1B}"))
    expect(Self.withoutColour(shown), contains: piped.output)
  }

  /// A line elsewhere, so that `grep` finds all of it.
  @Test func onATerminalWarningsBreakAtWords() throws {
    let run = ["run", "tiny.yml", "--out", "out", "--force", "--set", "sweep="]
    let piped = try workspace.tool.run(run).messages.split(separator: "\n")
    let warning = try unwrap(piped.first { $0.hasPrefix("warning: ") && $0.count > 80 })
    let shown = Self.withoutColour(try onTerminal(run)).split(separator: "\n")
    expect(shown.allSatisfy { $0.count <= 80 }, "\(shown)")
    expect(shown.joined(separator: " ").replacing("   ", with: " "), contains: String(warning))
  }

  @Test func colourTakesNoColumns() {
    let paint = Paint(isOn: true)
    expect(paint("fail", .bad).columns, equals: 4)
    expect(Paint.none("fail", .bad), equals: "fail")
    expect(paint("fail", nil), equals: "fail")
    expect(Paint.Tone.of((-1, 1), higherIsBetter: true), equals: nil)
    expect(Paint.Tone.of((0, 1), higherIsBetter: true), equals: nil)
    expect(Paint.Tone.of((1, 2), higherIsBetter: true), equals: .good)
    expect(Paint.Tone.of((1, 2), higherIsBetter: false), equals: .bad)
    expect(Paint.Tone.of((-2, -1), higherIsBetter: false), equals: .good)
  }
}
