import Foundation
import TestSupport
import Testing

/// A manifest names the commit that `make` has written into a source, or none.
@Suite struct CommitTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func theManifestNamesWhatTheToolWasBuiltFrom() throws {
    let source = try? String(
      contentsOfFile: "\(projectRoot)/Sources/CCommit/commit.c", encoding: .utf8)
    let commit = source?.firstMatch(of: #/"([0-9a-f]{40})"/#).map { String($0.1) }
    _ = try workspace.runTiny(into: "out", "--quiet")
    let manifest = try workspace.read("out/manifest.json")
    expect(manifest.contains("\"git_commit\": \"\(commit ?? "unknown")\""))
    if commit == nil { expect(manifest.contains("\"git_dirty\": null")) }
  }

  /// Works in the workspace as in a checkout.
  private func shell(_ script: String) throws -> String {
    let git = "git() { command git -c user.name=x -c user.email=x@example.org \"$@\"; }; "
    let ending = try Running(
      "/bin/bash", ["-e", "-c", git + script], folder: workspace.path, environment: [:], input: ""
    ).wait(60)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return ending.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let source = "Sources/CCommit/commit.c"
  private static let make = "make --no-print-directory -s commit"

  @Test func makeWritesTheCommitAndOnlyWhenItChanges() throws {
    for name in ["Makefile", "make", ".gitignore"] {
      try FileManager.default.copyItem(
        atPath: "\(projectRoot)/\(name)", toPath: "\(workspace.path)/\(name)")
    }
    let first = try shell(
      """
      mkdir -p Sources/CCommit; echo 1 > Sources/a; git init -q; git add .; git commit -q -m 1
      \(Self.make); git status --porcelain; git rev-parse HEAD
      """)
    // Git ignores the file: there is no change, and so only the commit is printed.
    try expect(workspace.read(Self.source), contains: "return \"\(first)\"; }")
    try expect(workspace.read(Self.source), contains: "return false; }")

    let time = try shell("touch -d @1000 \(Self.source); \(Self.make); stat -c %Y \(Self.source)")
    expect(time, equals: "1000")

    _ = try shell("echo 2 > Sources/a; \(Self.make)")
    try expect(workspace.read(Self.source), contains: "return true; }")

    let second = try shell("git commit -q -a -m 2; \(Self.make); git rev-parse HEAD")
    expect(second != first)
    try expect(workspace.read(Self.source), contains: "return \"\(second)\"; }")
    try expect(workspace.read(Self.source), contains: "return false; }")
  }

  @Test func anotherRepositoryAroundTheSourcesIsNotTaken() throws {
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/copy/Sources/CCommit", withIntermediateDirectories: true)
    for name in ["Makefile", "make"] {
      try FileManager.default.copyItem(
        atPath: "\(projectRoot)/\(name)", toPath: "\(workspace.path)/copy/\(name)")
    }
    // A file of an earlier build would be wrong here.
    try workspace.write("copy/\(Self.source)", "old")
    _ = try shell("git init -q; git add tiny.yml; git commit -q -m 1; cd copy; \(Self.make)")
    expect(!workspace.exists("copy/\(Self.source)"))
  }
}
