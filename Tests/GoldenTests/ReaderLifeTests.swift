import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// A reading leaves nothing behind: a sweep reads the scenario at each of up to 100,000 design
/// points.
@Suite struct ReaderLifeTests {
  @Test func readersAreGoneWhenTheScenarioIsRead() throws {
    weak var section: MapReader?
    weak var element: ValueReader?
    do {
      let text = "a: {b: {constant: {value: 1s}}}\nc: [{d: 1}]\n"
      let tree = try ConfigNode.parse(yaml: text, file: "s.yml")
      let root = MapReader(root: tree, sink: DiagnosticSink())
      let law = root.section("a")?.oneOf("b", ["constant"])
      _ = law?.parameters.required("value", .duration())
      let list = root.list("c")
      _ = list[0].map().required("d", .integer(in: 0...9))
      (section, element) = (law?.parameters, list[0])
      expect(section != nil && element != nil)
      expect(root.finish(), equals: tree)
    }
    expect(section == nil)
    expect(element == nil)
  }

  /// The same law at all design points is one; a law that varies is not.
  @Test func designPointsShareWhatIsWrittenAlike() throws {
    let lines = "groups: [{name: few, share: 0.1, device: {denied: 0.5}}]\n"
    func laws(_ path: String, _ values: String) throws -> [[Distribution]] {
      let factor = "{factor: f, path: \(path), values: [\(values)]}"
      return try ScenarioText.read(lines + "sweep: [\(factor)]\n").points.map { point in
        let frame = point.scenario.frame
        return try ([frame.setup] + frame.groups.map(\.setup)).map {
          try unwrap($0.network.onOff).down
        }
      }
    }
    let same = try laws("provider.link.loss", "0, 0.1, 0.2")
    for point in same {
      expect(point[0] === same[0][0] && point[1] === same[0][1])
    }
    let others = try laws("network.offline.weibull.scale", "5m, 20m")
    expect(others[0][0].mean * 4, equals: others[1][0].mean)
    expect(others[0][1].mean * 4, equals: others[1][1].mean)
  }
}
