import Answers
import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `network.online_pace` and `network.offline_pace`: what is read is what is simulated.
@Suite struct PaceReadingTests {
  private static func list(_ weight: (_ hour: Int) -> String) -> String {
    "[" + (0..<168).map(weight).joined(separator: ", ") + "]"
  }

  private static let rising = list { "\($0)" }
  private static let clock = list { _ in "1" }
  private static let nights = list { $0 % 24 < 7 ? "0.1" : "1" }

  private func read(_ lines: String = "", _ settings: [String] = []) throws -> Experiment {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    return try experiment(ScenarioText.frame + ScenarioText.strategies + lines, options)
  }

  private func paces(_ settings: String...) throws -> Paces {
    try read("", settings).points[0].scenario.frame.setup.network.paces
  }

  @Test func everyKeyReachesTheNetwork() throws {
    let both = try paces(
      "network.online_pace=\(Self.rising)", "network.offline_pace=\(Self.nights)")
    expect(both.online?.weights, equals: (0..<168).map(Double.init))
    expect(both.offline?.weights, equals: (0..<168).map { $0 % 24 < 7 ? 0.1 : 1 })
    let online = try paces("network.online_pace=\(Self.rising)")
    expect(online.online != nil && online.offline == nil)
    let offline = try paces("network.offline_pace=\(Self.rising)")
    expect(offline.online == nil && offline.offline != nil)
  }

  private func bursts(_ hours: String) throws -> Workload.Bursts? {
    let law = "{exponential: {mean: 1h}}"
    let setting =
      "workload.arrivals={bursts: {between: \(law), size: {constant: {value: 2}}, "
      + "within: \(law)\(hours)}}"
    let arrivals = try read("", [setting]).points[0].scenario.frame.setup.workload.arrivals
    if case .bursts(let bursts) = arrivals { return bursts }
    return nil
  }

  @Test("The hours of bursts are those of a week, or of each day, with a mean of 1")
  func hoursOfBursts() throws {
    expect(try bursts("")?.pace, equals: nil)
    let week = try bursts(", hours: \(Self.list { $0 % 24 < 8 ? "0" : "3" })")?.pace
    let day = (0..<24).map { $0 < 8 ? "0" : "6" }.joined(separator: ", ")
    expect(try bursts(", hours: [\(day)]")?.pace, equals: week)
    expect(week?.weights, equals: (0..<168).map { $0 % 24 < 8 ? 0 : 1.5 })
    let short = Array(repeating: "1", count: 25).joined(separator: ", ")
    #expect(throws: InputError.self) { try bursts(", hours: [\(short)]") }
    #expect(throws: InputError.self) { try bursts(", hours: \(Self.list { _ in "0" })") }
  }

  @Test func whatIsLeftOutIsTheClock() throws {
    try expect(paces().isClock)
  }

  @Test func weightsStayAsTheyAre() throws {
    let written = try read("", ["network.online_pace=\(Self.nights)"])
    let again = try ScenarioText.readAgain(written)
    expect(
      again.points[0].scenario.frame.setup.network.paces,
      equals: written.points[0].scenario.frame.setup.network.paces)
  }

  @Test func aGroupHasPacesOfItsOwn() throws {
    let group = "groups: [{name: night, share: 20%, network: {offline_pace: \(Self.nights)}}]\n"
    let frame = try read(group).points[0].scenario.frame
    expect(frame.setup.network.paces.isClock)
    expect(frame.groups[0].setup.network.paces.offline != nil)
    expect(frame.groups[0].setup.network.onOff != nil)
  }

  @Test func aPaceCanBeSwept() throws {
    let sweep = """
      sweep:
        - factor: pace
          path: network.offline_pace
          values: [\(Self.clock), \(Self.nights)]
          labels: [clock, nights]

      """
    let points = try read(sweep).points
    expect(points.count, equals: 2)
    expect(
      points.map { $0.scenario.frame.setup.network.paces.offline?.weights[3] }, equals: [1, 0.1])
  }

  @Test func aShortWarmupIsToldOf() throws {
    let pace = "network.offline_pace=\(Self.nights)"
    let warning =
      "network: the run starts as if all hours were alike, and needs a week to forget that"
    func warns(_ settings: String...) throws -> Bool {
      try read("", settings).warnings.contains { $0.hasPrefix(warning) }
    }
    try expect(warns(pace))
    try expect(warns(pace, "warmup=6d", "duration=20d"))
    try expect(!warns(pace, "warmup=7d", "duration=20d"))
    try expect(!warns("warmup=0s"))
  }
}
