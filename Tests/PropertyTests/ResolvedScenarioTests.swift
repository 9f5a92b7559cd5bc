import Files
import Scenarios
import TestSupport
import Testing

/// A scenario that is accepted is resolved to one that is accepted, and that is its own resolved
/// form: results are verified, explained and merged by what their manifest holds.
@Suite struct ResolvedScenarioTests {
  /// The whole path, and what presets leave out.
  private static let texts =
    Preset.allCases.map(\.text) + [
      """
      format: 1
      name: others
      seed: 1
      duration: 7d
      workload:
        arrivals: {poisson: {rate: {constant: {value: 40/d}}}}
        payload: {geometric: {mean: 9}}
      provider:
        link:
          retry: {attempts: 3, first: 1s}
          incidents: {every: {constant: {value: 1d}}, last: {constant: {value: 1h}}}
        resend: {capacity: {servers: 1, service: {exponential: {mean: 1s}}}}
        shards: 2
      push_service:
        kind: fcm
        capacity: 5
        payload_limit: 4096
        collapse_keys: {share: 0.1, keys: 3}
        opt_in: {allowed: 0.5}
      network:
        online:
          mixture: {weights: [1, 2], of: [{constant: {value: 1h}}, {gamma: {mean: 1h, shape: 2}}]}
        offline: {hyperexponential: {weights: [1], means: [1h]}}
      app: {opens: {poisson: {rate: 3/d}}}
      telemetry: {receipts: app}
      groups:
        - name: new
          share: 0.2
          workload: {payload: {constant: {value: 10}}}
          push_service: {payload_limit: ios9}
      strategies:
        - {name: a, gap-window: {wait: {constant: {value: 1s}}}}
        - heartbeat: {on: {gap-recovery: {repeat_limit: 3}}}
        - schedule: {start: fire-and-forget, changes: [{at: 1d, to: {digest: {on: gap-recovery}}}]}
        - poll
      replications: {min: 2, max: 3, until: {metric: deliverability, half_width: 1%}}
      expect: [a.deliverability >= 50%]
      sweep: [{factor: f, path: provider.link.loss, values: [1%, 2 %]}]

      """
    ]

  /// The values that are written in the place of others.
  private static let values = [
    "{}", "null", "[]", "0", "1", "2", "0.5", "5%", "1s", "1h30m", "1d", "20/min", "true", "''",
    "x", "-1", "{constant: {value: 1h}}", "{exponential: {mean: 1h}}", "[1h]", "[{}]", "1e3",
  ]

  private let trees: [ConfigNode]
  private let values: [ConfigNode]

  init() throws {
    trees = try Self.texts.map { try ConfigNode.parse(yaml: $0, file: "s.yml") }
    values = try Self.values.map {
      try ConfigNode.parse(yaml: "v: \($0)", file: "v.yml")["v"] ?? .null
    }
  }

  /// - Returns: Whether the scenario is accepted.
  private func check(_ tree: ConfigNode, _ what: String) -> Bool {
    guard let first = try? Experiment.make(tree, file: "s.yml", folder: ".") else { return false }
    do {
      let text = first.resolved.yaml()
      let again = try Experiment.make(
        ConfigNode.parse(yaml: text, file: "resolved.yml"), file: "resolved.yml", folder: ".")
      expect(again.resolved, equals: first.resolved, "\(what)")
      expect(again.resolved.yaml(), equals: text, "\(what)")
    } catch {
      Issue.record("\(what): accepted, but not its resolved form: \(error)")
    }
    return true
  }

  @Test func scenariosThatAreWholeResolveToThemselves() {
    for (tree, text) in zip(trees, Self.texts) {
      let isAccepted = check(tree, "whole")
      expect(isAccepted, "\(text.prefix(60))")
    }
  }

  /// One map or value after the other is emptied, or taken away.
  @Test func whatIsEmptyIsTheSameAsWhatIsAbsent() {
    var accepted = 0
    // The other presets are much the same as the first one.
    for tree in [trees[0], trees[trees.count - 1]] {
      for place in tree.places {
        for value in [ConfigNode.map([]), .null, nil] {
          let changed = tree.replacing(place[...], with: value)
          if check(changed, "\(place) is \(value?.yaml() ?? "gone")") { accepted += 1 }
        }
      }
    }
    expect(accepted > 60, "\(accepted)")
  }

  /// Some places are written anew at once, with what stands elsewhere or with usual values.
  @Test func randomScenariosResolveToThemselves() {
    var random = SplitMix64(state: 9)
    var accepted = 0
    for number in 0..<(isNightly ? 10_000 : 600) {
      var tree = trees[random.below(trees.count)]
      for _ in 0...random.below(3) {
        let places = tree.places
        let place = places[random.below(places.count)]
        let other = tree.node(at: places[random.below(places.count)][...])
        let value = random.below(4) == 0 ? other : values[random.below(values.count)]
        tree = tree.replacing(place[...], with: value)
      }
      if check(tree, "scenario \(number)") { accepted += 1 }
    }
    expect(accepted > 20, "\(accepted)")
  }
}

extension ConfigNode {
  /// The ways to all maps, lists and values, as keys and indices; of long lists the first ones.
  fileprivate var places: [[String]] {
    let parts =
      entries?.map { ($0.key, $0.value) }
      ?? elements?.prefix(4).enumerated().map { (String($0), $1) } ?? []
    return parts.flatMap { name, value in [[name]] + value.places.map { [name] + $0 } }
  }

  fileprivate func node(at place: ArraySlice<String>) -> ConfigNode? {
    guard let first = place.first else { return self }
    let part = self[first] ?? elements.flatMap { elements in Int(first).map { elements[$0] } }
    return part?.node(at: place.dropFirst())
  }

  /// The node with another value at a place, or without one.
  fileprivate func replacing(_ place: ArraySlice<String>, with value: ConfigNode?) -> ConfigNode {
    guard let first = place.first else { return value ?? self }
    let rest = place.dropFirst()
    let isGone = rest.isEmpty && value == nil
    if let entries {
      let changed = entries.compactMap { entry in
        entry.key != first
          ? entry : isGone ? nil : Entry(entry.key, entry.value.replacing(rest, with: value))
      }
      return ConfigNode(.mapping(changed), at: location)
    }
    let changed = (elements ?? []).enumerated().compactMap { index, element in
      String(index) != first ? element : isGone ? nil : element.replacing(rest, with: value)
    }
    return ConfigNode(.sequence(changed), at: location)
  }
}
