import Answers
import Files
import Foundation
import Results
import Runs
import Scenarios

/// The files that fuzzed bytes lie among: data for scenarios, a shard, the results of a run. Gone
/// when it goes.
package final class FuzzRoom: Sendable {
  /// The folder of the scenarios.
  package let folder: String
  private let shard: Forgery
  private let manifests: Forgery
  private let results: Forgery

  /// Runs a small scenario, as a shard and as a whole.
  package init() async throws {
    folder = NSTemporaryDirectory() + "deliverysim-fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    shard = try await Forgery("\(folder)/shard", Shard(index: 1, count: 1))
    manifests = try await Forgery("\(folder)/manifests", nil)
    results = try await Forgery("\(folder)/results", nil)
    _ = try write("trace.csv", Array("time,device\n10,a\n4000,b\n90000.5,a\n".utf8))
    _ = try write("absences.csv", Array("device,start,end\na,0,300\nb,20,4000.5\n".utf8))
    _ = try write("lengths.csv", Array("seconds\n10\n60.5\n3600\n".utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Small, with what adds parts to a unit: two strategies, a group, a queue for re-requests.
  package static let scenario = """
    format: 1
    name: fuzz
    seed: 1
    duration: 2d
    devices: 3
    replications: 2
    workload: {arrivals: {poisson: {rate: 20/d}}, useful_for: 1h}
    provider: {resend: {capacity: {servers: 1, service: {constant: {value: 1s}}}}}
    network: {online: {exponential: {mean: 6h}}, offline: {exponential: {mean: 1h}}}
    groups: [{name: some, share: 0.5}]
    strategies: [fire-and-forget, gap-recovery]

    """
}

extension FuzzRoom {
  private static let inputs = """
    {"format": 1, "parameters": [
      {"path": "network.online.exponential.mean", "scale": "log", "unit": "s", "estimate": 9},
      {"path": "groups.some.share", "scale": "logit", "unit": "1", "estimate": 0.5, "sample": 40}
    ], "covariance": [[0.01, 0.001], [0.001, 0.02]]}
    """

  private static func receipt(push: Int) -> String {
    "\(push),\(push % 7 == 0 ? "" : "\(2 * push)"),\(push % 10)"
  }

  private static func day(delivered: Int) -> String {
    """
    {"data": {"countMessagesAccepted": "900", "messageOutcomePercents":
      {"delivered": \(delivered), "collapsed": \(delivered % 3)}}}
    """
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(folder)/\(name)"
    try Forgery.write(bytes, to: path)
    return path
  }

  /// Puts lines in place of a shard's units; each gets the checksum that belongs to it.
  func forgeUnits(_ bytes: [UInt8]) throws -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let units = lines.flatMap { line in
      UnitFile(runSHA256: shard.runSHA256).checksum(of: line[...]) + line
        + [UInt8(ascii: "\n")]
    }
    return try shard.replace("units", with: units)
  }

  func forgeResults(_ bytes: [UInt8]) throws -> String {
    try results.replace("replications.csv", with: bytes)
  }

  /// Puts a manifest in place; its scenario gets the hash that belongs to it.
  func forgeManifest(_ bytes: [UInt8]) throws -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    let tree = try? ConfigNode.parse(yaml: bytes, file: "manifest.json")
    if let scenario = tree?["scenario"], let hash = tree?["scenario_sha256"]?.scalarText,
      hash.utf8.count >= 8
    {
      text = text.replacing(hash, with: scenario.sha256)
    }
    return try manifests.replaceManifest(Array(text.utf8))
  }

  /// The bytes that a target reads when nothing is wrong; nil: anything goes.
  package func example(_ target: FuzzTarget) throws -> [UInt8]? {
    switch target {
    case .scenario, .world, .yaml: Array(Self.scenario.utf8)
    case .units:
      try shard.contents("units").split(separator: "\n")
        .flatMap { $0.utf8.dropFirst(16) + [UInt8(ascii: "\n")] }
    case .manifest: Array(manifests.manifest.utf8)
    case .results: Array(try results.contents("replications.csv").utf8)
    case .inputs: Array(Self.inputs.utf8)
    case .figures:
      Array("metric,value,std_error,group\ndeliverability,0.9,0.01,some\n".utf8)
    case .receipts:
      Array("sent,received,device\n\((0..<40).map(Self.receipt).joined(separator: "\n"))\n".utf8)
    case .fcm:
      Array("{\"androidDeliveryData\": [\((80..<85).map(Self.day).joined(separator: ", "))]}".utf8)
    default: nil
    }
  }
}

/// A results folder, one of whose files is replaced as if the run had written it.
private struct Forgery: Sendable {
  let folder: String
  let manifest: String
  let runSHA256: String

  init(_ folder: String, _ shard: Shard?) async throws {
    self.folder = folder
    let tree = try ConfigNode.parse(yaml: FuzzRoom.scenario, file: "fuzz.yml")
    let experiment = try Experiment.make(tree, file: "fuzz.yml", folder: folder)
    let runner = try Runner(experiment, shard: shard, threads: 1)
    let session = try RunSession(
      runner, RunSession.Place(path: folder, force: false, resumes: false))
    _ = try await session.run { _ in }
    try session.finish(session.prepare(), words: \.untold, wallTime: 0)
    manifest = try String(contentsOfFile: "\(folder)/manifest.json", encoding: .utf8)
    let written = try ConfigNode.parse(yaml: manifest, file: "manifest.json")
    runSHA256 = written["run_sha256"]?.scalarText ?? ""
  }

  func contents(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// - Returns: The folder.
  func replace(_ name: String, with bytes: [UInt8]) throws -> String {
    let tree = try ConfigNode.parse(yaml: manifest, file: "manifest.json")
    let listed = tree["files"]?.elements?.first { $0["file"]?.scalarText == name }
    guard let hash = listed?["sha256"]?.scalarText else {
      throw CocoaError(.fileNoSuchFile, userInfo: ["name": name])
    }
    try Self.write(bytes, to: "\(folder)/\(name)")
    return try replaceManifest(Array(manifest.replacing(hash, with: SHA256.hex(of: bytes)).utf8))
  }

  func replaceManifest(_ bytes: [UInt8]) throws -> String {
    try Self.write(bytes, to: "\(folder)/manifest.json")
    return folder
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
