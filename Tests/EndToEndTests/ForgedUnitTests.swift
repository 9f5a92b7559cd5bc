import Files
import Foundation
import Runs
import TestSupport
import Testing

/// Stored units that somebody has forged, with checksums that are right: `merge` and `--resume`
/// refuse what no run can have written.
@Suite struct ForgedUnitTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// A unit's line as its parts: unit, fingerprint, counts, quantiles, then the lists (a length,
  /// then place and count of each that is not 0), then devices, counts, quantiles of each group.
  typealias Line = [[String]]

  private enum Part {
    static let unit = 0, counts = 2, fates = 5, latencyBins = 6, devicesByLost = 7, owed = 8
  }

  /// A forged number at a place of a part; a part as a whole without one.
  struct Forgery: Sendable, CustomStringConvertible {
    let description: String
    let change: @Sendable (inout Line) -> Void

    init(_ description: String, _ change: @escaping @Sendable (inout Line) -> Void) {
      self.description = description
      self.change = change
    }
  }

  static let forgeries = [
    Forgery("a count of 2^64 - 1") {
      $0[Part.fates][$0[Part.fates].count - 1] = "\(UInt64.max)"
    },
    Forgery("delays of 2^64 - 1") {
      $0[Part.latencyBins][$0[Part.latencyBins].count - 1] = "\(UInt64.max)"
    },
    Forgery("2^128 - 1 owed") { $0[Part.counts][0] = "\(UInt128.max)" },
    Forgery("2^128 - 1 owed and lost") {
      ($0[Part.counts][0], $0[Part.counts][5]) = ("\(UInt128.max)", "\(UInt128.max)")
    },
    Forgery("one too many owed") { $0[Part.counts][0] = "\((Int($0[Part.counts][0]) ?? 0) + 1)" },
    Forgery("one more device") {
      $0[Part.devicesByLost][2] = "\((Int($0[Part.devicesByLost][2]) ?? 0) + 1)"
    },
    Forgery("more devices without loss than devices") { $0[Part.counts][15] = "11" },
    Forgery("more aware than owed") { $0[Part.counts][17] = "1000000000" },
    Forgery("no timeline") { $0[Part.owed] = ["0"] },
    Forgery("no fates") { $0[Part.fates] = ["0"] },
    Forgery("no devices") { $0[Part.devicesByLost] = ["0"] },
    Forgery("a timeline of 1 bucket") { $0[Part.owed][0] = "1" },
    Forgery("replication 99") { $0[Part.unit][2] = "99" },
    Forgery("replication -1") { $0[Part.unit][2] = "-1" },
    Forgery("strategy 7") { $0[Part.unit][1] = "7" },
    Forgery("design point 9") { $0[Part.unit][0] = "9" },
    Forgery("nothing") { $0 = [] },
  ]

  // MARK: Forging

  /// Changes a unit's line in a shard of a shard's directory, with all hashes.
  private func forge(_ folder: String, line number: Int, _ change: (inout Line) -> Void) throws {
    let manifest = try workspace.bytes("\(folder)/manifest.json")
    let run = try unwrap(
      ConfigNode.parse(yaml: manifest, file: "manifest")["run_sha256"]?.scalarText)
    let units = try workspace.read("\(folder)/units")
    var lines = units.split(separator: "\n").map(String.init)
    let line = lines[number].dropFirst(16).dropLast()
    var parts = line.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map(String.init)
    }
    change(&parts)
    let text = parts.map { $0.map { " \($0)" }.joined() + ";" }.joined()
    let checksum = UnitFile(runSHA256: run).checksum(of: Array(text.utf8)[...])
    lines[number] = String(decoding: checksum, as: UTF8.self) + text
    let forged = lines.joined(separator: "\n") + "\n"
    try workspace.write("\(folder)/units", forged)
    try workspace.edit(
      "\(folder)/manifest.json", SHA256.hex(of: Array(units.utf8)),
      SHA256.hex(of: Array(forged.utf8)))
  }

  private func refused(_ words: [String], _ name: String, _ reason: String) throws {
    let ending = try workspace.tool.run(words)
    expect(ending.code, equals: 65, "\(name): \(ending.messages)")
    expect(ending.output, equals: "")
    expect(ending.messages.replacing("\n ", with: "").contains(reason), "\(ending.messages)")
  }

  private static let reason = "an entry that this version has not written"

  @Test func unitsThatAreNotForgedAreTaken() throws {
    _ = try workspace.runTiny(into: "shard", "--quiet", "--shard", "1/1")
    try forge("shard", line: 2) { _ in }
    let ending = try workspace.tool.run("merge", "shard", "--out", "merged", "--quiet")
    expect(ending.code, equals: 0, "\(ending.messages)")
  }

  @Test func forgedUnitsAreRefusedByMergeAndResume() throws {
    _ = try workspace.runTiny(into: "shard", "--quiet", "--shard", "1/1")
    let words = ["run", "tiny.yml", "--out", "again", "--shard", "1/1"]
    try starve(words)
    for (number, forgery) in Self.forgeries.enumerated() {
      let folder = "forged\(number)"
      try workspace.copy("shard", to: folder)
      // The last line of a strategy, so that others are summed up before.
      try forge(folder, line: 5, forgery.change)
      let name = forgery.description
      try refused(["merge", folder, "--out", "merged"], name, Self.reason)
      try workspace.write("again/.checkpoint/units", try workspace.read("\(folder)/units"))
      try refused(words + ["--resume"], name, Self.reason)
      expect(workspace.exists("again/.checkpoint/run.json"), "\(name)")
    }
    expect(!workspace.exists("merged"))
  }

  /// Leaves a checkpoint without units, as a run that cannot write them does.
  private func starve(_ words: [String]) throws {
    let executable = try unwrap(Tool.executable)
    let ending = try Running(
      "/bin/bash", ["-c", "ulimit -f 3; exec '\(executable)' \(words.joined(separator: " "))"],
      folder: workspace.path, environment: [:], input: ""
    ).wait(20)
    expect(ending.code, equals: 74, "\(ending.messages)")
  }

  @Test func groupsOfForgedDevicesAreRefused() throws {
    let groups = "groups=[{name: a, share: 0.5, network: null}]"
    _ = try workspace.runTiny(into: "shard", "--quiet", "--shard", "1/1", "--set", groups)
    // Devices, counts and quantiles of `a`, then of the others.
    for devices in [["0", "10"], ["-1", "11"], ["\(Int.max)", "\(Int.max)"]] {
      let folder = "forged\(devices[0])"
      try workspace.copy("shard", to: folder)
      try forge(folder, line: 5) { line in
        line[line.count - 6] = [devices[0]]
        line[line.count - 3] = [devices[1]]
      }
      try refused(["merge", folder, "--out", "merged"], devices[0], Self.reason)
    }
  }

  @Test func moreUnitsThanAPrecisionAskedForAreRefused() throws {
    let options = [
      "--set", "sweep=", "--set",
      "replications={min: 3, max: 30, until: {metric: deliverability, half_width: 0.2}}",
    ]
    let words = ["run", "tiny.yml", "--shard", "1/1", "--quiet"] + options
    try expect(workspace.tool.run(words + ["--out", "shard"]).code, equals: 0)
    let units = try workspace.read("shard/units").split(separator: "\n")
    expect(units.count, equals: 6)
    // A seventh, which says that it is replication 20.
    try workspace.write("shard/units", (units + units.suffix(1)).joined(separator: "\n") + "\n")
    let (old, new) = (
      SHA256.hex(of: Array((units.joined(separator: "\n") + "\n").utf8)),
      SHA256.hex(of: try workspace.bytes("shard/units"))
    )
    try workspace.edit("shard/manifest.json", old, new)
    try forge("shard", line: 6) { $0[Part.unit][2] = "20" }
    let reason = "1 units too many: not of this run"
    try refused(["merge", "shard", "--out", "merged"], "merge", reason)
    try starve(words.map { "'\($0)'" } + ["--out", "again"])
    try workspace.write("again/.checkpoint/units", try workspace.read("shard/units"))
    try refused(words + ["--out", "again", "--resume"], "resume", reason)
  }
}
