import Foundation
import TestSupport
import Testing

/// `trace --world`: what a program needs to act a world out.
@Suite struct WorldTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("lossy.yml", ExplainFormsTests.lossy)
  }

  private func export(_ options: String..., strategy: String = "gap-recovery") throws -> [String] {
    let ending = try workspace.tool.run(
      ["trace", "lossy.yml", "--strategy", strategy, "--world", "world.csv"] + options)
    expect(ending.code == 0 && ending.output == "", "\(ending)")
    let lines = try lines("world.csv")
    let note = try #/world.csv: (\d+) events of \d+ devices?\n/#.wholeMatch(in: ending.messages)
    expect(Int(try unwrap(note).1), equals: lines.count - 1)
    return lines
  }

  private func lines(_ name: String) throws -> [String] {
    try workspace.read(name).split(separator: "\n").map(String.init)
  }

  /// The saved stories of all devices, line by line, say the same.
  @Test func theWorldIsThatOfTheStories() throws {
    let world = try export()
    expect(world[0], equals: "time_us,device,event,message")
    let saved = try workspace.tool.run(
      "trace", "lossy.yml", "--strategy", "gap-recovery", "--save", "story.txt")
    expect(saved.code, equals: 0)
    var expected: [String] = []
    var device = ""
    var connected = false
    for line in try lines("story.txt").drop(while: { !$0.hasPrefix("device ") }).dropLast() {
      let fields = line.split(separator: " ")
      if fields[0] == "device" {
        (device, connected) = (String(fields[1]), false)
        continue
      }
      let start = "\(fields[0]),\(device)"
      switch fields[1] {
      case "online" where fields[0] == "0", "connected":
        connected = true
        expected.append("\(start),connected,")
      case "offline" where connected:
        connected = false
        expected.append("\(start),disconnected,")
      case "created", "accepted", "destroyed-lost", "answered-failed":
        expected.append("\(start),\(fields[1]),\(fields[2])")
      default: break
      }
    }
    expect(Array(world.dropFirst()) == expected)
    for event in ["connected", "disconnected", "created", "destroyed-lost", "answered-failed"] {
      expect(expected.contains { $0.contains(",\(event),") }, "\(event)")
    }
  }

  /// Messages and connections are no matter of strategy.
  @Test func theWorldIsTheSameUnderEachStrategy() throws {
    let isWorld = { (line: String) in
      [",connected,", ",disconnected,", ",created,"].contains { line.contains($0) }
    }
    let one = try export().filter(isWorld)
    try expect(export(strategy: "fire-and-forget").filter(isWorld) == one)
    expect(one.count > 1000)
  }

  @Test func oneDeviceIsAPartOfAll() throws {
    let all = try export()
    let one = try export("--device", "3")
    expect(one.dropFirst() == all.filter { $0.split(separator: ",")[1] == "3" }[...])
  }

  /// A file of another kind stays as it is.
  @Test func nothingElseIsOverwritten() throws {
    try workspace.write("notes.txt", "mine\n")
    let ending = try workspace.tool.run(
      "trace", "lossy.yml", "--strategy", "gap-recovery", "--world", "notes.txt")
    expect(ending.code, equals: 73)
    expect(ending.messages, contains: "notes.txt: exists, and is no file of this kind")
    try expect(workspace.read("notes.txt"), equals: "mine\n")
  }
}
