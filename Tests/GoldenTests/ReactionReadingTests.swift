import DeliverySim
import Files
import Models
import Scenarios
import TestSupport
import Testing

/// `user.reactions`: what is read is what is simulated.
@Suite struct ReactionReadingTests {
  private func reactions(_ text: String) throws -> Reactions? {
    try ScenarioText.read(text).points[0].scenario.frame.setup.user?.reactions
  }

  private static let all = """
    app: {opens: {poisson: {rate: 3/d}}}
    user:
      reactions:
        annoyance: {useful: 1%, late: 20%, redundant: 30%, duplicate: 40%}
        memory: 7d
        patience: {geometric: {mean: 10}}
        then: {quietly: 10%, alerts_off: 20%, uninstall: 30%, nothing: 40%}
        missed: 5%
        trust: 3
        distrust: {opens_less: 60%, factor: 0.25, uninstall: 15%}

    """

  @Test func everyKeyIsRead() throws {
    let read = try unwrap(try reactions(Self.all))
    let kinds = Reactions.Kind.allCases.map { read.annoyance[$0].value }
    expect(kinds, equals: [0.01, 0.2, 0.3, 0.4])
    expect(read.memory, equals: .days(7))
    expect(read.patience.law == .geometric(mean: 10) && read.trust.law == .constant(value: 3))
    let acts = [read.acts.quietly, read.acts.alertsOff, read.acts.uninstall].map(\.value)
    expect(acts, equals: [0.1, 0.2, 0.3])
    expect(read.missed.value, equals: 0.05)
    let distrust = [read.distrust.opensLess, read.distrust.factor, read.distrust.uninstall]
    expect(distrust.map(\.value), equals: [0.6, 0.25, 0.15])
  }

  @Test func theResolvedScenarioSaysTheSame() throws {
    let read = try ScenarioText.read(Self.all)
    let again = try ScenarioText.readAgain(read)
    expect(again.resolved.yaml(), equals: read.resolved.yaml())
    let reactions = try unwrap(again.points[0].scenario.frame.setup.user?.reactions)
    expect(reactions.acts.uninstall.value == 0.3 && reactions.memory == .days(7))
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let text = """
      user: {reactions: {annoyance: {duplicate: 1}, patience: 2, then: {quietly: 1}}}

      """
    let read = try unwrap(try reactions(text))
    expect(read.annoyance.useful.value == 0 && read.missed.value == 0 && read.memory == .never)
    expect(read.acts.uninstall.value == 0 && read.distrust.opensLess.value == 0)
    try expect(reactions("user: {taps: 10%}\n") == nil)
    try expect(reactions("user: {reactions: {}}\n") == nil)
    // Half of the openings are left where nothing is said.
    let half = Self.all.replacing("factor: 0.25, ", with: "")
    try expect(reactions(half)?.distrust.factor.value, equals: 0.5)
  }

  @Test func groupsHaveReactionsOfTheirOwn() throws {
    let text =
      Self.all + """
        groups:
          - {name: calm, share: 0.5, user: {reactions: {patience: 100, then: {nothing: null}}}}
          - {name: stoic, share: 0.2, user: {reactions: null}}

        """
    let world = try ScenarioText.read(text).points[0].scenario.frame
    let calm = try unwrap(world.groups[0].setup.user?.reactions)
    expect(calm.patience.law == .constant(value: 100) && calm.annoyance.late.value == 0.2)
    expect(world.groups[1].setup.user?.reactions == nil)
  }

  @Test func keysThatNothingUsesAreNamed() throws {
    let lonely = """
      format: 1
      name: small
      seed: 1
      duration: 2d
      workload: {arrivals: {poisson: {rate: 40/d}}}
      strategies: [fire-and-forget]
      user:
        pickups: {poisson: {rate: 40/d}}
        reactions:
          annoyance: {late: 1%}
          patience: 3
          then: {uninstall: 1}
          missed: 1%
          trust: 3
          distrust: {uninstall: 1}

      """
    let lines = UnusedKeys(try experiment(lonely)).lines
    expect(lines.count, equals: 3, "\(lines)")
    for key in ["user.pickups", "user.reactions.annoyance.late", "user.reactions.missed"] {
      expect(lines.contains { $0.hasPrefix("\(key): ") }, "\(key)")
    }
    let quiet = lonely.replacing("uninstall: 1}", with: "quietly: 1}", maxReplacements: 1)
    expect(!UnusedKeys(try experiment(quiet)).lines.contains { $0.contains("pickups") })
  }
}
