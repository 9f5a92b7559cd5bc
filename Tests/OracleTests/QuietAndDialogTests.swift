import DeliverySim
import Models
import Oracles
import Statistics
import TestSupport
import Testing

/// R12.1 and R12.5 against their closed forms, with a false-alarm probability of 1e-6 for all
/// comparisons together.
@Suite("Spells of quiet and a dialog, against their closed forms")
struct QuietAndDialogTests {
  private static let devices = 400

  @Test("Limits: no alerts, a look at once, spells without end")
  func limits() {
    expect(OneDialog(rate: 0).shareSeen(after: 60), equals: 1)
    expect(OneDialog(rate: 2).shareSeen(afterMean: 0), equals: 1)
    expect(abs(OneDialog(rate: 2).shareSeen(after: 0.5) - 0.367_879_441_171_442_33) < 1e-15)
    expect(abs(QuietSpells(between: 1, length: 1e12).share - 1) < 1e-11)
  }

  /// Each device is alone, so all are independent.
  private static func tallies(_ change: (inout DeviceSetup) -> Void) throws -> [Tally] {
    let rate = 1.0 / 600
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: rate)))))
    // Far more than a look takes.
    setup.workload.usefulFor = .days(2)
    change(&setup)
    let world = World(
      seed: 12, devices: devices, duration: .days(1), drain: .days(2), setup: setup)
    return try (0..<devices).map {
      try Models.simulate(world, replication: 0, devices: $0..<$0 + 1)
    }
  }

  private static func check(
    _ name: String, _ expected: Double, _ counter: Counter, _ tallies: [Tally]
  ) throws {
    let sample = RatioSample(
      numerators: tallies.map { Double($0[counter]) },
      denominators: tallies.map { Double($0[.owed]) })
    let row = Agreement(
      name, expected: expected, observed: try unwrap(sample.ratio),
      standardError: try unwrap(sample.standardError), tableSize: 3)
    print(row)
    expect(row.holds, "\(row)")
  }

  @Test("R12.1 the share of silent arrivals is that of the time in spells")
  func spells() throws {
    let oracle = QuietSpells(between: 7200, length: 2400)
    let tallies = try Self.tallies { setup in
      setup.presentation = PresentationSchedule()
      setup.presentation?.spells = OnOffProcess(
        up: law(.exponential(mean: oracle.between)), down: law(.exponential(mean: oracle.length)))
    }
    try Self.check("silent in spells", oracle.share, Counter(PhoneCounter.silenced), tallies)
  }

  @Test("R12.5 a dialog is a slot of one look", arguments: [true, false])
  func dialog(isConstant: Bool) throws {
    let oracle = OneDialog(rate: 1.0 / 600)
    let tallies = try Self.tallies { setup in
      setup.centre.isDialog = true
      setup.user = User(
        sees: isConstant ? law(.constant(value: 300)) : law(.exponential(mean: 300)))
    }
    let expected = isConstant ? oracle.shareSeen(after: 300) : oracle.shareSeen(afterMean: 300)
    try Self.check("seen in a dialog", expected, Counter(UserCounter.seenInTime), tallies)
  }
}
