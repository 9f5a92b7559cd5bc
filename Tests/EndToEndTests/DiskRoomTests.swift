import Files
import Foundation
import TestSupport
import Testing

/// Files of stories ask first whether the disk has room for them, and again while they grow.
@Suite struct DiskRoomTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private var message: Regex<Substring> { #/about \d+ kB needed, \d+ kB free on the disk/# }

  /// A year of a message each second, on a million devices: petabytes.
  @Test(arguments: ["--save", "--world"])
  func storiesThatWouldFillTheDiskAreRefused(option: String) throws {
    let tiny = try workspace.read("tiny.yml")
    try workspace.write(
      "huge.yml", tiny.replacing(#/(?m)^devices: .*/#, with: "devices: 1000000"))
    let ending = try workspace.tool.run(
      "trace", "huge.yml", "--set", "sweep=", "--set", "duration=365d",
      "--set", "workload.arrivals.poisson.rate=60/m", "--strategy", "fire-and-forget", option, "out"
    )
    expect(ending.code, equals: 73, "\(ending.messages)")
    expect(ending.messages, hasPrefix: "error: out: about ")
    expect(ending.messages.contains(message), "\(ending.messages)")
    expect(!workspace.names(in: ".").contains { $0.contains("out") })
  }

  @Test func aFileThatGrowsIsStoppedBeforeTheDiskIsFull() throws {
    let path = "\(workspace.path)/story"
    let file = try OutputFile(path, replacing: "kind")
    try file.append("kind\n")
    try file.checkRoom(for: 1000)
    let error = #expect(throws: InputError.self) { try file.checkRoom(for: 1e17) }
    expect(error?.exitCode, equals: 73)
    let text = error?.description ?? ""
    expect(text.hasPrefix("\(path): ") && text.contains(message), "\(text)")
  }

  @Test func anEstimateBeyondAllNumbersIsOne() throws {
    let file = try OutputFile("\(workspace.path)/story", replacing: "kind")
    #expect(throws: InputError.self) { try file.checkRoom(for: .infinity) }
  }
}
