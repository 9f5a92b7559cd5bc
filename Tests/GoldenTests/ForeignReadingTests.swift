import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `foreign`: a strategy whose code only some program has.
@Suite struct ForeignReadingTests {
  private struct Rule: ClientRule {
    mutating func receive(_ push: ArrivedPush) -> [Int] { [] }
  }

  private static let known = ["newest-three", "pages"].map { ForeignStrategy(name: $0) { Rule() } }

  private static func read(
    _ strategies: String, _ known: [ForeignStrategy] = known, besides: String = ""
  ) throws -> Experiment {
    var options = Experiment.Options()
    options.foreign = known
    return try experiment(
      """
      format: 1
      name: foreign
      seed: 1
      duration: 7d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      strategies: [\(strategies)]
      \(besides)
      """, options)
  }

  private static func errors(
    _ strategies: String, _ known: [ForeignStrategy] = known
  ) throws -> InputError {
    try unwrap(#expect(throws: InputError.self) { try read(strategies, known) })
  }

  @Test("R8 The program's own code is what is run")
  func known() throws {
    let experiment = try Self.read(
      "{foreign: {name: pages}}, {name: mine, foreign: {name: newest-three}}",
      besides: "expect: [mine.deliverability > pages.deliverability]")
    let strategies = experiment.points[0].scenario.strategies
    expect(strategies.map(\.name), equals: ["pages", "mine"])
    expect(strategies.map { $0.strategy.foreign?.name }, equals: ["pages", "newest-three"])
    expect(experiment.resolved.yaml(), contains: "foreign")
  }

  @Test("R8 A fleet may switch to it")
  func stages() throws {
    let experiment = try Self.read(
      "{schedule: {changes: [{at: 1d, to: {foreign: {name: pages}}}]}}")
    let strategy = experiment.points[0].scenario.strategies[0]
    expect(strategy.name, equals: "schedule")
    expect(strategy.strategy.adoptions.map(\.strategy.foreign?.name), equals: ["pages"])
  }

  @Test("R8 Without the code a scenario is refused where it names the strategy")
  func withoutTheCode() throws {
    let error = try Self.errors("fire-and-forget, {foreign: {name: pages}}", [])
    expect(error.exitCode, equals: 65)
    expect(
      error.description,
      equals: "scenario.yml:6:48: strategies[1].foreign.name: pages is a foreign strategy: its "
        + "code is in another program, which must run it")
  }

  @Test func aMistypedNameIsNearToAnother() throws {
    let error = try unwrap(Self.errors("{foreign: {name: page}}").diagnostics.first)
    expect(error.suggestion, equals: "pages")
    expect(error.allowed, equals: "newest-three, pages")
  }

  @Test(arguments: ["foreign", "{foreign: {}}", "{foreign: {name: -x}}"])
  func aNameIsNeeded(strategy: String) throws {
    let error = try Self.errors(strategy)
    expect(error.diagnostics.map(\.path), equals: ["strategies[0].foreign.name"], "\(error)")
  }
}
