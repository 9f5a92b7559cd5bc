import Foundation
import TestSupport
import Testing

/// A finished run can be extended: it equals one of that size from the start.
@Suite struct ExtensionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ folder: String, _ more: String...) throws -> Tool.Ending {
    try workspace.tool.run(["run", "tiny.yml", "--out", folder] + more)
  }

  private func expectSame(_ one: String, _ other: String) throws {
    for file in Contract.files {
      try expect(
        workspace.bytes("\(one)/\(file.name)") == workspace.bytes("\(other)/\(file.name)"),
        "\(file.name)")
    }
  }

  @Test("More replications give the files of a larger run, and simulate the new ones alone")
  func more() throws {
    try expect(run("small", "--replications", "12", "--quiet").code != 64)
    let ending = try run("small", "--replications", "30", "--resume")
    expect(ending.messages, contains: "extending: ")
    try expect(run("large", "--replications", "30", "--quiet").code != 64)
    try expectSame("small", "large")
    try expect(workspace.tool.run(["verify", "small"]).code, equals: 0)
  }

  @Test("Units that count less are simulated again")
  func controls() throws {
    // With two replications there are no controls, and nothing is counted for them.
    try expect(run("small", "--replications", "2", "--quiet").code != 64)
    try expect(run("small", "--replications", "30", "--resume", "--quiet").code != 64)
    try expect(run("large", "--replications", "30", "--quiet").code != 64)
    try expectSame("small", "large")
  }

  @Test("Another run, a smaller one, and one without units are not extended")
  func refused() throws {
    try expect(run("out", "--replications", "12", "--quiet").code != 64)
    let hint = try run("out", "--replications", "20")
    expect(hint.code, equals: 73)
    expect(hint.messages, contains: "--resume extends it")
    let smaller = try run("out", "--replications", "8", "--resume")
    expect(smaller.code, equals: 73)
    expect(smaller.messages, contains: "holds this run with 12 replications, more than 8;")
    try expect(run("out", "--replications", "20", "--seed", "5", "--resume").code, equals: 73)
    try expect(
      run("bare", "--replications", "12", "--discard-units", "--quiet").code != 64)
    expect(!workspace.exists("bare/.units"))
    try expect(run("bare", "--replications", "20", "--resume").code, equals: 73)
  }

  @Test("A damaged unit is simulated again")
  func damaged() throws {
    try expect(run("small", "--replications", "12", "--quiet").code != 64)
    var bytes = try workspace.bytes("small/.units/units")
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: "\(workspace.path)/small/.units/units"))
    let ending = try run("small", "--replications", "20", "--resume")
    expect(ending.messages, contains: "units of no use, which run again: 1")
    try expect(run("large", "--replications", "20", "--quiet").code != 64)
    try expectSame("small", "large")
  }
}
