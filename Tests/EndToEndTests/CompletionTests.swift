import Foundation
import TestSupport
import Testing

/// The completion scripts of docs/how-to/completions.md: they are written, shells read them, and
/// bash offers what belongs where the user is.
@Suite struct CompletionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func script(_ shell: String) throws -> String {
    let ending = try workspace.tool.run("--generate-completion-script", shell)
    expect(ending.code == 0 && ending.messages == "", "\(ending)")
    return ending.output
  }

  private func run(_ program: String, _ arguments: String...) throws -> Tool.Ending {
    try Running(program, arguments, folder: workspace.path, environment: [:], input: "").wait(60)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func everyShellHasAScriptWithEveryCommand(shell: String) throws {
    let text = try script(shell)
    expect(HelpTests.commands.count >= 12)
    for command in HelpTests.commands { expect(text.contains(command), "\(shell): \(command)") }
    try workspace.write("completions", text)
    for folder in ["/bin", "/usr/bin", "/usr/local/bin"] {
      let program = "\(folder)/\(shell)"
      guard FileManager.default.isExecutableFile(atPath: program) else { continue }
      let ending = try run(program, "-n", "completions")
      expect(ending.code == 0 && ending.messages == "", "\(ending.messages)")
    }
  }

  @Test func anUnknownShellIsRefused() throws {
    let ending = try workspace.tool.run("--generate-completion-script", "tcsh")
    expect(ending.code == 64 && ending.output == "", "\(ending)")
  }

  /// Bash's offers behind these words; the last one is being typed.
  @Test(
    arguments: [
      (["va"], ["validate"]),
      (
        ["find", ""],
        ["lost", "summarised", "synced", "escalated", "pending", "duplicate"]
      ),
      (["trace", "tiny.yml", "--format", "p"], ["perfetto"]),
      (["explain", "tiny.yml", "--format", ""], ["html", "json", "text"]),
      (["init", "m"], ["mail", "messenger", "marketing"]),
      (["init", "a"], ["android"]),
      (["handlers", "--implements", "w"], ["willPresent"]),
      (["fit", "--unit", ""], ["apple", "ms", "ns", "s", "us"]),
      (["fit", ""], ["folder", "log.csv"]), (["run", ""], ["folder", "tiny.yml"]),
      (["report", ""], ["folder"]),
    ])
  func bashOffers(words: [String], offered: [String]) throws {
    try workspace.write("completions", try script("bash"))
    try workspace.write("log.csv", "")
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/folder", withIntermediateDirectories: false)
    let asking = """
      source ./completions
      COMP_WORDS=(deliverysim "$@") COMP_CWORD=$# COMP_LINE="deliverysim $*"
      COMP_POINT=${#COMP_LINE}
      _deliverysim deliverysim "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let ending = try Running(
      "/bin/bash", ["-c", asking, "bash"] + words, folder: workspace.path, environment: [:],
      input: ""
    ).wait(60)
    expect(ending.messages, equals: "")
    let lines = ending.output.split(separator: "\n").map(String.init)
    expect(lines.sorted(), equals: offered.sorted())
  }
}
