import Foundation
import TestSupport
import Testing

/// A tool that a program has started for itself ends with it; a shell stands in for the program.
@Suite struct OwnerTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func shell(_ script: String) throws -> Tool.Ending {
    let executable = try unwrap(Tool.executable)
    return try Running(
      "/bin/bash", ["-c", script], folder: workspace.path, environment: ["TOOL": executable],
      input: ""
    ).wait(60)
  }

  @Test func itEndsWhenTheOwnerIsGone() throws {
    let much = "--set devices=100000 --set replications=1000"
    let ending = try shell(
      "sleep 0.3 | (DELIVERYSIM_OWNER=3 exec \"$TOOL\" run tiny.yml --out out \(much) "
        + "3<&0 < /dev/null)")
    expect(ending.code, equals: 128 + SIGTERM, "\(ending.messages)")
    expect(ending.messages, contains: "terminated")
  }

  @Test func itGoesOnWhileTheOwnerLives() throws {
    let ending = try shell(
      "mkfifo pipe; exec 4<>pipe; "
        + "DELIVERYSIM_OWNER=3 \"$TOOL\" run tiny.yml --out out --quiet 3<pipe 4>&-")
    expect(ending.code, equals: 0, "\(ending.messages)")
  }

  /// The variable may be left over where its number belongs to another file, or to none.
  @Test(arguments: ["3", "77", "0", "x", ""])
  func whatIsNoPipeIsNoOwner(value: String) throws {
    let ending = try shell(
      "DELIVERYSIM_OWNER='\(value)' exec \"$TOOL\" run tiny.yml --out out --quiet 3< /dev/null")
    expect(ending.code, equals: 0, "\(ending.messages)")
  }
}
