import Answers
import Files
import Models
import Runs
import Scenarios
import Statistics
import Vocabulary

extension Summary {
  /// Whether fewer devices in more replications would say more for the same work: where devices
  /// share outages, more devices hardly add precision. Empty where it is not sure, or gains little.
  /// Where devices differ in what is spread evenly over them, both figures are too small.
  var advice: [String] {
    let experiment = outcome.experiment
    guard experiment.points.count == 1, !experiment.isGivenTrace,
      let series = outcome.series.first.map({ outcome.baseline(of: $0) ?? $0 }),
      case let world = outcome.scenario(series).frame, !world.isDealtByShards,
      world.devices >= Self.fewer * Self.devicesMin, series.records.count >= 2,
      let split = VarianceSplit(
        series.records.map(\.deviceSums), devices: world.devices, confidence: Self.sureness),
      split.sharedShareMin > 0, case let gain = split.gain(dividingDevicesBy: Double(Self.fewer)),
      gain >= Self.gainMin
    else { return [] }
    let share = HumanText.percent(split.sharedShare, decimals: 0)
    let least = DeviceTrait.areDrawn(in: world) ? "at least " : ""
    let sentence =
      "Devices share \(least)\(share) of the variance of \(outcome.name(series))'s "
      + "deliverability: \(world.devices / Self.fewer) devices in "
      + "\(series.records.count * Self.fewer) replications would make it "
      + "\(least)\(HumanText.digits(gain, 2)) times smaller in about the same time."
    return [""] + TextWrap.lines(sentence)
  }

  /// So many times fewer devices are proposed, and at least ``devicesMin``: with very few, what a
  /// replication costs besides its devices counts too.
  private static let fewer = 10
  private static let devicesMin = 20
  private static let gainMin = 1.5
  /// The confidence of the claim that devices share anything, one-sided.
  private static let sureness = 0.99
}

extension ReplicationRecord {
  /// The sums of shown and owed notifications.
  fileprivate var deviceSums: VarianceSplit.Sums {
    VarianceSplit.Sums(
      x: Double(self[.shown]), y: Double(self[.owed]), xx: Double(self[.shownSquares]),
      xy: Double(self[.shownTimesOwed]), yy: Double(self[.owedSquares]))
  }
}

extension Summary {
  /// The first table says what controls are worth; empty where there are none.
  var controls: [String] {
    let factors = series.flatMap {
      [
        measured($0)?.varianceReductionControls, comparison($0)?.varianceReductionControls,
      ]
    }.compactMap { $0 }.filter { $0 >= 1 }
    guard let least = factors.min(), let most = factors.max() else { return [] }
    let range =
      least < most ? "\(Self.times(least)) to \(Self.times(most))" : Self.times(most)
    return TextWrap.lines(
      "controls: intervals as with \(range) times the replications (\(Manual.statistics))",
      indent: 2)
  }

  private static func times(_ factor: Double) -> String {
    factor < 10_000 ? HumanText.digits(factor, 2) : "more than 10,000"
  }
}
