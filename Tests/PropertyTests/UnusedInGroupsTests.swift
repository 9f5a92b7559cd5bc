import Files
import Scenarios
import TestSupport
import Testing

/// A key of all devices is of no use only if no population uses it.
@Suite struct UnusedInGroupsTests {
  @Test("What the whole scenario does not use, no population alone uses, and the other way round")
  func populationsAloneSayTheSame() throws {
    var scenarios = RandomScenarios(seed: 11)
    var (tried, told) = (0, 0)
    for number in 0..<(isNightly ? 4000 : 500) {
      let tree = try scenarios.next()
      guard tree["sweep"] == nil, let groups = tree["groups"]?.elements,
        let whole = try? Experiment.make(tree, file: "s.yml", folder: ".")
      else { continue }
      let base = tree.keeping { $0 != "groups" }
      let sections = ["name", "share"]
      let populations =
        [base]
        + groups.map { $0.keeping { !sections.contains($0) }.laid(over: base, oneOf: .init()) }
      let alone = populations.compactMap { try? Experiment.make($0, file: "p.yml", folder: ".") }
      guard alone.count == populations.count else { continue }
      tried += 1
      let lines = Set(ofAll(whole))
      told += lines.count
      let each = alone.map { Set(ofAll($0)) }
      let expected = each.dropFirst().reduce(each[0]) { $0.intersection($1) }
      expect(lines, equals: expected, "scenario \(number):\n\(tree.yaml())")
    }
    expect(tried > (isNightly ? 400 : 50) && told > 20, "\(tried), \(told)")
  }

  /// The lines about all devices.
  private func ofAll(_ made: Experiment) -> [String] {
    UnusedKeys(made).lines.filter { !$0.hasPrefix("groups.") }
  }
}

extension ConfigNode {
  fileprivate func keeping(_ isKept: (String) -> Bool) -> ConfigNode {
    ConfigNode(.mapping((entries ?? []).filter { isKept($0.key) }), at: location)
  }
}
