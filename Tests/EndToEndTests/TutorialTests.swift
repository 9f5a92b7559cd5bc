import Foundation
import TestSupport
import Testing

/// docs/tutorial.md, as a newcomer follows it: files are written as they stand there, and every
/// command is run.
@Suite struct TutorialTests {
  private static let page = "\(projectRoot)/docs/tutorial.md"

  /// The blocks of code: what stands after the backticks, and the lines.
  private static func blocks() throws -> [(head: String, lines: [String])] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let parts = text.components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).map { place in
      let lines = parts[place].components(separatedBy: "\n")
      return (lines[0], lines.dropFirst().filter { !$0.isEmpty })
    }
  }

  @Test func everyCommandWorks() throws {
    let workspace = try Workspace()
    var (files, commands) = (0, 0)
    for block in try Self.blocks() {
      let words = block.head.split(separator: " ").map(String.init)
      if words.first == "yaml" {
        let name = try #require(words.last)
        try workspace.write(name, block.lines.joined(separator: "\n") + "\n")
        files += 1
      }
      for line in block.lines where words == ["sh"] {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(arguments.first == "deliverysim", "\(line)")
        let ending = try workspace.tool.run(Array(arguments.dropFirst()))
        #expect(ending.code == 0, "\(line): \(ending.messages)")
        #expect(!ending.output.isEmpty, "\(line)")
        commands += 1
      }
    }
    #expect(files == 2 && commands == 9)
  }

  @Test func theFiguresAreThose() throws {
    let workspace = try Workspace()
    let block = try #require(try Self.blocks().first { $0.head == "yaml my-app.yml" })
    try workspace.write("my-app.yml", block.lines.joined(separator: "\n") + "\n")
    let run = try workspace.tool.run("run", "my-app.yml", "--quiet", "--out", "out")
    #expect(run.code == 0)
    let story = try workspace.tool.run(
      "explain", "my-app.yml", "--strategy", "fire-and-forget", "--device", "0", "--message", "298")
    #expect(story.output.contains("Message 298 was lost"))
    let metrics = try workspace.read("out/metrics.csv").split(separator: "\n")
    let row = try #require(metrics.first { $0.contains("fire-and-forget,deliverability,") })
    let mean = try #require(Double(row.split(separator: ",")[3]))
    // λ = 20/d, offline spans of 30 min on average after 4 h: 1 - f·q.
    #expect(abs(mean - (1 - 0.5 / 4.5 * (20.0 / 24) / (20.0 / 24 + 2))) < 0.002)
  }
}
