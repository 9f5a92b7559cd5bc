import Files
import Scenarios
import Start
import TestSupport
import Testing

/// The figures that `start` takes for guesses.
@Suite struct AssumptionTests {
  private static func tree(_ preset: Preset) throws -> ConfigNode {
    let node = try ConfigNode.parse(yaml: Array(preset.text.utf8), file: preset.rawValue)
    return try Experiment.make(node, file: preset.rawValue, folder: ".").resolved
  }

  @Test("Each of them is in a preset, and has a place on its scale")
  func eachIsInAPreset() throws {
    let trees = try Preset.allCases.map(Self.tree)
    for assumption in Assumption.all {
      let found = trees.contains { tree in
        (try? Varied(assumption.path, in: tree)).map {
          assumption.scale.value($0.value)?.isFinite == true
        } ?? false
      }
      expect(found, "\(assumption.path)")
      expect(assumption.spread > 0 && !assumption.wouldTell.isEmpty)
    }
    expect(Set(Assumption.all.map(\.path)).count, equals: Assumption.all.count)
  }

  @Test("What the log tells is no guess")
  func knownPathsAreLeftOut() throws {
    let tree = try Self.tree(.messenger)
    let all = Assumption.estimates(in: tree, besides: []).map(\.parameter.path)
    expect(all.contains("network.offline.weibull.scale") && all.contains("provider.link.loss"))
    let rest = Assumption.estimates(in: tree, besides: ["network", "provider.link"])
    expect(!rest.map(\.parameter.path).contains { $0.hasPrefix("network.") })
    expect(!rest.map(\.parameter.path).contains("provider.link.loss"))
  }

  @Test(
    "The preset follows the number of messages",
    arguments: [
      (nil, Preset.messenger), (40.0, .messenger), (8.0, .mail), (0.5, .marketing),
    ] as [(Double?, Preset)])
  func guess(perDay: Double?, preset: Preset) {
    expect(AppGuess.preset(perDay: perDay) == preset)
  }
}
