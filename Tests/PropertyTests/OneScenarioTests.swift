import Answers
import Files
import Foundation
import Models
import Results
import Runs
import Scenarios
import Stories
import TestSupport
import Testing

/// A run's scenario is one thing: what runs, what `validate` prints, what the manifest holds and
/// what reads it back make the same files and the same stories.
@Suite struct OneScenarioTests {
  /// Few are refused, so that the law is tried on most of them.
  private static var count: Int { isNightly ? 2000 : 60 }

  @Test("The scenario, its resolved form, its manifest and its shards give the same bytes")
  func everyAcceptedScenario() async throws {
    var scenarios = RandomScenarios(seed: 7)
    var (accepted, withEra, withGroups) = (0, 0, 0)
    for number in 0..<Self.count {
      let tree = try scenarios.next()
      let made: Experiment
      do {
        made = try Experiment.make(tree, file: "s.yml", folder: ".")
      } catch {
        // A scenario may be refused, but never for what the tool has made of it.
        expect(error.exitCode, equals: ExitCode.dataError, "\(number): \(error)\n\(tree.yaml())")
        continue
      }
      accepted += 1
      withEra += tree.yaml().contains("era: ios") ? 1 : 0
      withGroups += made.base.frame.groups.isEmpty ? 0 : 1
      try await check(made, "scenario \(number):\n\(tree.yaml())")
    }
    expect(accepted * 3 > Self.count, "\(accepted) of \(Self.count) are accepted")
    expect(withEra * 12 > accepted && withGroups * 10 > accepted, "\(withEra), \(withGroups)")
  }

  /// Groups that write an empty map, or remove what the base has, follow what is swept for all.
  @Test(
    "A design point is the scenario that has its value",
    arguments: [
      "device: {denied: null}", "device: {era: null}", "push_service: {}", "device: {tokens: {}}",
      "user: {sees: {}}", "app: {kills: {}}", "extension: {absent: null}",
      "device: {presentation: null}", "extension: {}",
    ])
  func designPointsAreScenarios(group: String) async throws {
    let text = """
      format: 1
      name: points
      seed: 3
      duration: 2d
      devices: 20
      replications: 2
      workload: {arrivals: {poisson: {rate: 30/d}}}
      device: {denied: 10%, era: ios12, presentation: {quiet: [{from: 22:00, to: 7:00}]}}
      extension: {absent: 20%}
      user: {sees: {exponential: {mean: 1h}}}
      strategies: [fire-and-forget]
      groups: [{name: g, share: 50%, \(group)}]

      """
    for (path, values) in [
      ("device.alerts_off", ["0", "50%"]), ("push_service.expiration", ["30d", "0s"]),
      ("user.taps", ["0", "70%"]), ("user.sees.exponential.mean", ["1h", "3h"]),
    ] {
      let sweep = "sweep: [{factor: f, path: \(path), values: [\(values.joined(separator: ", "))]}]"
      let made = try experiment(text + sweep)
      let again = try await fingerprints(try experiment(made.resolved.yaml()))
      let swept = try await fingerprints(made)
      for (place, value) in values.enumerated() {
        var options = Experiment.Options()
        options.overrides = [try ConfigOverride.parse("\(path)=\(value)")]
        let alone = try await fingerprints(try experiment(text, options))[0]
        expect(swept[place] == alone, "\(group), \(path): \(value)")
        expect(again[place] == alone, "\(group), \(path): \(value), resolved")
      }
    }
  }

  /// A null may remove a map, or leave its defaults: design points would say one, the base the
  /// other.
  @Test(
    "A group's nulls that leave nothing of a map are refused where something varies below it",
    arguments: [
      ("user: {sees: null}", "user.taps", "user"), ("app: {opens: null}", "app.silent", "app"),
      ("device: {presentation: {quiet: null}}", "device.presentation.exceptions", "presentation"),
      ("user: {sees: null}", "device.alerts_off", nil), ("user: null", "user.taps", nil),
      ("user: {sees: null, taps: 5%}", "user.taps", nil),
      ("device: {denied: null}", "device.alerts_off", nil), ("telemetry: {}", "user.taps", nil),
    ])
  func emptiedMaps(group: String, varied: String, section: String?) throws {
    let values = varied == "app.silent" ? "{per_day: 10}, {per_day: 20}" : "0, 50%"
    let text = """
      format: 1
      name: emptied
      seed: 3
      duration: 2d
      devices: 20
      replications: 2
      workload: {arrivals: {poisson: {rate: 30/d}}}
      device: {denied: 10%, presentation: {quiet: [{from: 22:00, to: 7:00}]}}
      user: {sees: {exponential: {mean: 1h}}}
      app: {opens: {poisson: {rate: 4/d}}}
      strategies: [fire-and-forget]
      groups: [{name: g, share: 50%, \(group)}]
      sweep: [{factor: f, path: \(varied), values: [\(values)], labels: [a, b]}]

      """
    do {
      _ = try experiment(text)
      expect(section == nil, "\(group) is accepted")
    } catch {
      let reason = "found a map whose nulls leave nothing, while \(varied) varies"
      expect("\(error)", contains: "\(section ?? "no error"): \(reason)")
    }
  }

  /// The fingerprints by design point.
  private func fingerprints(_ made: Experiment) async throws -> [[String]] {
    let folder = try LogFolder()
    let path = "\(try await run(made, in: "\(folder.path)/run"))/replications.csv"
    let table = try TableReader.read(
      path: path, displayName: path, integers: ["design_point"], texts: ["fingerprint"])
    let texts = table.texts[0]
    return made.points.indices.map { point in
      (0..<table.rowCount).filter { table.integers[0][$0] == UInt128(point) }
        .map { texts.names[texts.ids[$0]] }
    }
  }

  private func check(_ made: Experiment, _ what: String) async throws {
    let folder = try LogFolder()
    let whole = try await run(made, in: "\(folder.path)/whole")
    let printed = try ConfigNode.parse(yaml: made.resolved.yaml(), file: "printed.yml")
    let again = try Experiment.make(printed, file: "printed.yml", folder: ".")
    try expect(files(try await run(again, in: "\(folder.path)/again")) == files(whole), "\(what)")
    let read = try Experiment.load(results: whole)
    try expect(files(try await run(read, in: "\(folder.path)/read")) == files(whole), "\(what)")
    expect(try stories(read) == stories(made), "\(what)")
    guard made.resolved["best"] == nil else { return }
    let shards = try await [1, 2].asyncMap {
      try await run(made, in: "\(folder.path)/\($0)", Shard(index: $0, count: 2))
    }
    let merge = try Merge(shards)
    try merge.write(
      merge.prepare(), words: \.untold, to: "\(folder.path)/merged", force: false)
    try expect(files("\(folder.path)/merged") == files(whole), "\(what)")
  }

  /// - Returns: The folder of the results.
  private func run(
    _ experiment: Experiment, in folder: String, _ shard: Shard? = nil
  ) async throws -> String {
    let runner = try Runner(experiment, shard: shard, threads: 1)
    let session = try RunSession(runner, .init(path: folder, force: false, resumes: false))
    _ = try await session.run { _ in }
    try session.finish(session.prepare(), words: \.untold, wallTime: 0)
    return folder
  }

  /// The tables by name.
  private func files(_ folder: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".csv")
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try InputFile.contents(path: "\(folder)/\($0)", displayName: $0, countMax: .max))
      })
  }

  /// The story of one device at the last design point.
  private func stories(_ experiment: Experiment) throws -> [String] {
    try Explanation(
      point: experiment.points.count - 1, strategy: experiment.base.strategies[0].name,
      replication: 1, device: 3, message: nil
    ).lines(experiment)
  }
}

extension Array {
  fileprivate func asyncMap<Other>(
    _ transform: (Element) async throws -> Other
  ) async rethrows -> [Other] {
    var others: [Other] = []
    for element in self { others.append(try await transform(element)) }
    return others
  }
}
