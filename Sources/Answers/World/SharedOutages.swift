import DeliverySim
import Files
import Models
import Scenarios

/// Outages that many devices have together. They decide the tail of all delays, and a run has few
/// of them: fewer than ``claimedMin`` in all replications are too few to claim the coverage of an
/// interval of a quantile (docs/explanation/statistics.md).
struct SharedOutages {
  let name: String
  /// Expected in the counted time of all replications.
  let count: Double

  static let claimedMin = 100.0

  var warning: String {
    "\(name) in all replications: about \(HumanText.rounded(count.rounded())); with fewer than "
      + "\(HumanText.fixed(Self.claimedMin, 0)), intervals of latency and delay quantiles may not "
      + "reach the stated confidence"
  }
}

extension Experiment {
  /// Warnings of what the design of the experiment cannot show.
  package var warnings: [String] {
    // The number of replications that a precision will need is not known yet: the verdict warns.
    let known =
      base.replications.isFixed ? sizeWarnings(points.map { _ in base.replications.min }) : []
    let given = "intervals hold for the users of this trace: they do not cover the choice of users"
    return known + (isGivenTrace ? [given] : []) + recordingWarnings + earlyStarts
      + leftPrecision + distantInputs + heavyTails
  }

  /// Warnings of what so few replications cannot show.
  ///
  /// - Parameter counts: The number of replications by design point.
  func sizeWarnings(_ counts: [Int]) -> [String] {
    var warnings: [String] = []
    if let least = counts.min(), least < 30 {
      let replications = Replications.text(counts)
      let needed = points.map(\.scenario.controls.replicationsNeeded).max() ?? 0
      let plain = least < needed ? "; with fewer than \(needed), some metrics have no controls" : ""
      warnings.append(
        "\(replications): with fewer than 30, intervals tend to be too narrow\(plain)")
    }
    if let rare = rareSharedOutages(counts) { warnings.append(rare.warning) }
    return warnings
  }

  /// Intervals do not cover the choice of users.
  package var isGivenTrace: Bool {
    points.contains { $0.scenario.isGivenTrace } && inputDraws?.estimates.drawsUsers != true
  }

  /// The outages at the design point with the fewest; nil where there are enough of each kind, or
  /// none at all.
  ///
  /// - Parameter replications: The number of replications by design point.
  func rareSharedOutages(_ replications: [Int]) -> SharedOutages? {
    zip(points, replications).flatMap { $0.scenario.sharedOutages(replications: $1) }
      .filter { $0.count < SharedOutages.claimedMin }
      .min { $0.count < $1.count }
  }
}

extension Scenario {
  fileprivate func sharedOutages(replications: Int) -> [SharedOutages] {
    let hops = [frame.setup.provider.intake, frame.setup.provider.link]
    let time = frame.countedDays * 86_400 * Double(replications)
    let regions = frame.regions.map {
      SharedOutages(
        name: "regional outages", count: time * Double($0.count) / $0.onOff.cycle)
    }
    let others = hops.flatMap { hop in
      [("incidents of a hop", hop.incidents), ("bursts of loss on a hop", hop.bursts?.spans)]
        .compactMap { name, spans in
          spans.map { SharedOutages(name: name, count: time / $0.cycle) }
        }
    }
    return (regions.map { [$0] } ?? []) + others
  }
}

extension OnOffProcess {
  /// From the start of one outage to that of the next, in the mean [s].
  fileprivate var cycle: Double { up.mean + down.mean }
}
