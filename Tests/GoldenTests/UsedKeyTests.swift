import Answers
import Files
import Models
import Results
import Runs
import Scenarios
import TestSupport
import Testing

/// A push service or strategy uses a key where the simulation does so.
@Suite struct UsedKeyTests {
  /// By key of `push_service`: two ways to write it, and what else is written so that it matters.
  private static let examples: [String: (one: String, other: String, besides: String)] = [
    "expiration": ("30d", "10m", ""), "capacity": ("1", "3", ""),
    "collapse_in_store": (
      "false", "true", "capacity: 5, collapse_keys: {share: 90%, keys: 1}"
    ),
    "newest_survives": ("{p: 1}", "{p: 10%}", ""), "slot": ("shared", "per-type", ""),
    "latency": ("{constant: {value: 1s}}", "{constant: {value: 2m}}", ""),
    "in_flight": ("0%", "100%", "latency: {constant: {value: 20m}}"),
    "half_open": ("{}", "{detect: {constant: {value: 20m}}}", ""),
    "collapse_keys": ("{}", "{share: 90%, keys: 1}", ""),
    "throttle": (
      "{burst: 20, refill: 1m}", "{burst: 1, refill: 12h}", "collapse_keys: {share: 100%, keys: 1}"
    ),
    "payload_limit": ("4096", "500", ""), "per_token": ("{}", "{burst: 1, refill: 6h}", ""),
    "opt_in": ("{}", "{allowed: 30%}", ""), "web": ("false", "true", "opt_in: {allowed: 30%}"),
    "web_silent_max": ("1000000", "1", "web: true"),
    "quota": ("{}", "{count: 2, per: hour}", ""),
    "deleted_callback": ("true", "false", "capacity: 2"),
    "inactive_after": ("30d", "1h", ""), "token_expires_after": ("270d", "1h", ""),
  ]

  private func fingerprints(_ kind: PushService.Kind, _ line: String) async throws -> String {
    let made = try experiment(
      """
      format: 1
      name: used
      seed: 5
      duration: 3d
      devices: 3
      replications: 1
      workload:
        arrivals: {poisson: {rate: 60/d}}
        payload: {constant: {value: 900}}
        badge_updates: {rate: 30/d}
      network: {online: {exponential: {mean: 2h}}, offline: {exponential: {mean: 3h}}}
      app: {opens: {poisson: {rate: 3/d}}}
      strategies: [gap-recovery, retry-until-acked]
      push_service: {kind: \(kind.rawValue), \(line)}
      """)
    let text = try unwrap(
      try await Runner(made, threads: 1).run { _ in }.prepared().csv("replications.csv"))
    let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
    let place = try unwrap(rows[0].firstIndex(of: "fingerprint"))
    return rows.dropFirst().map { String($0[place]) }.joined(separator: " ")
  }

  @Test("A key of push_service changes what happens with just the services that use it")
  func keysOfPushServices() async throws {
    let section = try unwrap(KeyFacts.ofScenarios.first { $0.name == "push_service" })
    for key in section.below where key.name != "kind" {
      guard let (one, other, besides) = Self.examples[key.name] else {
        Issue.record("no example of push_service.\(key.name)")
        continue
      }
      for kind in PushService.Kind.allCases {
        let lines = [one, other].map { value in
          [besides, "\(key.name): \(value)"].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        let map = try ConfigNode.parse(yaml: "{\(lines[1])}", file: "used.yml")
        let (before, after) = try await (
          fingerprints(kind, lines[0]), fingerprints(kind, lines[1])
        )
        expect(before != after, equals: key.isUsed(by: kind, in: map), "\(kind): \(lines[1])")
      }
    }
    expect(section.below.count - 1, equals: Self.examples.count)
  }

  @Test("A strategy extends just those that its key on names, and each of them in its own way")
  func strategiesThatExtendOthers() throws {
    let kinds = try unwrap(KeyFacts.shapes.first { $0.name == "@strategy" }).keys
    var lists = 0
    for kind in kinds {
      for key in kind.below {
        guard case .inner(let names) = key.type else { continue }
        lists += 1
        let settings = kind.name == "escalate" ? "unless: opened, " : ""
        var strategies: [Strategy] = []
        for inner in kinds.map(\.name) where inner != "foreign" {
          let text = "{\(kind.name): {\(settings)\(key.name): \(inner)}}"
          let read = Result {
            try ScenarioText.read(
              "app: {opens: {poisson: {rate: 3/d}}}\n", strategies: "strategies: [\(text)]\n")
          }
          let strategy = (try? read.get())?.base.strategies[0].strategy
          expect(strategy != nil, equals: names.contains(inner), "\(text): \(read)")
          guard let strategy else { continue }
          expect(!strategies.contains(strategy), "\(text) is another one by another name")
          strategies.append(strategy)
        }
      }
    }
    expect(lists, equals: 7)
  }
}
