import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// The section `extension`: what is read is what is simulated.
@Suite struct ExtensionReadingTests {
  private func read(_ section: String, strategy: String = "gap-recovery") throws -> Experiment {
    try ScenarioText.read("extension: \(section)\n", strategies: "strategies: [\(strategy)]\n")
  }

  private func values(_ section: String) throws -> ServiceExtension {
    try read(section).base.frame.setup.serviceExtension
  }

  @Test func everyKeyReachesTheModel() throws {
    let values = try values(
      """
      {absent: 5%, run_time: {constant: {value: 2s}}, time_limit: 20s, overlap: false, \
      memory: {use: {uniform: {min: 1e6, max: 9e6}}, limit: 12MB}, \
      crash: {p: 1%, shows: nothing}, double_invocation: 0.25, decorates: true}
      """)
    expect(values.decorates)
    expect(values.absent.value, equals: 0.05)
    expect(values.runTime.mean, equals: 2)
    expect(values.timeLimit, equals: .seconds(20))
    expect(!values.overlaps)
    expect(values.memory?.use.mean, equals: 5e6)
    expect(values.memory?.limit, equals: 12e6)
    expect(values.crash.probability.value, equals: 0.01)
    expect(values.crash.shows, equals: .nothing)
    expect(values.doubleInvocation.value, equals: 0.25)
  }

  @Test func whatIsLeftOutIsIdeal() throws {
    let values = try values("{}")
    expect(!values.decorates)
    expect(values.absent == .zero && values.doubleInvocation == .zero)
    expect(values.runTime.isZero && values.memory == nil && values.overlaps)
    expect(values.crash.probability == .zero && values.crash.shows == .original)
    expect(values.timeLimit, equals: .never)
  }

  @Test func aRunTimeHasTheLimitOfApple() throws {
    let experiment = try read("{run_time: {constant: {value: 2s}}}")
    expect(experiment.base.frame.setup.serviceExtension.timeLimit, equals: .seconds(30))
    expect(experiment.resolved["extension"]?["time_limit"]?.scalarText, equals: "30s")
    let again = try ScenarioText.readAgain(experiment)
    expect(again.base.frame.setup.serviceExtension.timeLimit, equals: .seconds(30))
  }

  @Test func sizesHaveUnits() throws {
    for (text, bytes) in [("24MB", 24e6), ("900kB", 9e5), ("1.5MB", 1.5e6), ("24e6", 24e6)] {
      let section =
        "{memory: {use: {constant: {value: 1e6}}, limit: \(text)}, crash: {shows: nothing}}"
      let experiment = try read(section)
      expect(experiment.base.frame.setup.serviceExtension.memory?.limit, equals: bytes)
      let again = try ScenarioText.readAgain(experiment)
      expect(again.base.frame.setup.serviceExtension.memory?.limit, equals: bytes)
    }
  }

  @Test func decorationIsWorkForTheExtension() throws {
    for (decorates, lines) in [("true", 0), ("false", 1)] {
      let experiment = try read(
        "{absent: 5%, decorates: \(decorates)}", strategy: "fire-and-forget")
      expect(UnusedKeys(experiment).lines.count, equals: lines)
    }
  }

  @Test func keysThatNothingUsesAreNamed() throws {
    let section = """
      {absent: 5%, run_time: {constant: {value: 2s}}, overlap: false, crash: {p: 1%}, \
      double_invocation: 1%, memory: {use: {constant: {value: 1e6}}, limit: 12MB}, time_limit: 20s}
      """
    let unused = { (strategy: String) in
      let experiment = try self.read(section, strategy: strategy)
      return UnusedKeys(experiment).lines.map { $0.prefix { $0 != ":" } }
    }
    expect(try unused("gap-recovery").isEmpty)
    expect(try unused("retry-until-acked").isEmpty)
    expect(try unused("digest").isEmpty)
    try expect(
      unused("fire-and-forget"),
      equals: [
        "extension.absent", "extension.run_time", "extension.time_limit", "extension.overlap",
        "extension.memory", "extension.crash", "extension.double_invocation",
      ])
  }
}
