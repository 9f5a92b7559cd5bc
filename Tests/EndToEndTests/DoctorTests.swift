import Foundation
import Runs
import TestSupport
import Testing

/// `deliverysim doctor`, and the memory that a run may have.
@Suite struct DoctorTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  // MARK: The command

  @Test func saysWhatTheMachineHasAndThatAllCanRun() throws {
    // The checkout of a clean clone has no Python environment: whether it has one is not its doing.
    let ending = try workspace.tool.run("doctor")
    let lines = ending.output.split(separator: "\n")
    for name in ["tool", "system", "libraries", "processors", "memory", "open files", "Python"] {
      expect(lines.contains { $0.hasPrefix("\(name)  ") }, "no \(name) in\n\(ending.output)")
    }
    let lacks = lines.filter { $0.contains("cannot run: ") }
    expect(ending.code, equals: lacks.isEmpty ? 0 : 1)
    expect(lines.last, equals: "all others  can run")
  }

  /// `report` and `explore` say why they refuse, and `doctor` says the same before.
  @Test(arguments: ["report", "explore"])
  func saysOfACommandWhatTheCommandSays(name: String) throws {
    var tool = workspace.tool
    tool.environment = ["PATH": "/nowhere", "DELIVERYSIM_REPORT": workspace.path]
    let doctor = try tool.run("doctor")
    expect(doctor.code, equals: 1)
    let line = try unwrap(doctor.output.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
    let reason = try unwrap(line.split(separator: ": ", maxSplits: 1).last)
    let words = name == "report" ? ["report", "out"] : ["explore", "tiny.yml"]
    if name == "report" { _ = try tool.run("run", "tiny.yml", "--out", "out", "-q") }
    let refused = try tool.run(words)
    expect(refused.code, equals: 66)
    expect(refused.messages.contains(reason), "\(refused.messages)\n\(doctor.output)")
  }

  // MARK: Memory

  private func memory(group: String, limits: [String: String]) throws -> MemoryInfo {
    let root = UUID().uuidString
    try workspace.write(folder: "\(root)/proc/self")
    try workspace.write("\(root)/proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    2048 kB\n")
    try workspace.write("\(root)/proc/self/cgroup", "4:memory:/old\n0::/\(group)\n")
    for (folder, limit) in limits {
      try workspace.write(folder: "\(root)/sys/fs/cgroup/\(folder)")
      try workspace.write("\(root)/sys/fs/cgroup/\(folder)/memory.max", "\(limit)\n")
    }
    return MemoryInfo(root: "\(workspace.path)/\(root)")
  }

  /// The least limit on the way up counts; `max` is none, and a group beside it is not asked.
  @Test func theLimitOfAContainerCounts() throws {
    let nested = try memory(
      group: "jobs/7", limits: ["jobs/7": "max", "jobs": "1000000", "other": "5"])
    expect(nested.limit, equals: 1_000_000)
    expect(nested.available, equals: 1_000_000)
    let roomy = try memory(group: "jobs", limits: ["jobs": "9000000000"])
    expect(roomy.available, equals: 2048 * 1024)
    let free = try memory(group: "", limits: [:])
    expect(free.limit, equals: nil)
    expect(free.available, equals: 2048 * 1024)
  }

  /// In a container the group is the root.
  @Test func theRootsLimitCounts() throws {
    expect(try memory(group: "", limits: ["": "4096"]).limit, equals: 4096)
  }
}
