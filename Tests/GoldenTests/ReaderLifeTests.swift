import Experiments
import Files
import Testing

/// What a reading leaves behind: a sweep reads the scenario at each of up to 100,000 design points.
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
      #expect(section != nil && element != nil)
      #expect(root.finish() == tree)
    }
    #expect(section == nil)
    #expect(element == nil)
  }
}
