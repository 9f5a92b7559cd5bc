import Foundation
import TestSupport
import Testing

/// The figures that docs/tutorials/tutorial.md names, beside the commands that `DocumentationTests`
/// runs.
@Suite struct TutorialTests {
  @Test func theFiguresAreThose() throws {
    let workspace = try Workspace()
    let page = try unwrap(DocumentationPage.all.first { $0.path == "docs/tutorials/tutorial.md" })
    let block = try unwrap(page.blocks.first { $0.head == ["yaml", "my-app.yml"] })
    try workspace.write("my-app.yml", block.text)
    let run = try workspace.tool.run("run", "my-app.yml", "--quiet", "--out", "out")
    expect(run.code, equals: 0)
    let story = try workspace.tool.run(
      "explain", "my-app.yml", "--strategy", "fire-and-forget", "--device", "0", "--message", "298")
    expect(story.output, contains: "Message 298 was lost")
    let metrics = try workspace.read("out/metrics.csv").split(separator: "\n")
    let row = try unwrap(metrics.first { $0.contains("fire-and-forget,deliverability,") })
    let mean = try unwrap(Double(row.split(separator: ",")[3]))
    // λ = 20/d, offline spans of 30 min on average after 4 h: 1 - f·q.
    expect(abs(mean - (1 - 0.5 / 4.5 * (20.0 / 24) / (20.0 / 24 + 2))) < 0.002)
  }
}
