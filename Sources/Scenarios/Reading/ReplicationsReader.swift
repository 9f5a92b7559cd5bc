import DeliverySim
import Files
import Vocabulary

final class ReplicationsKeys: KeyGroup {
  let min = Key("min", .integer(in: 2...replicationsMax), leastStandard, "The minimum.")
  let max = Key("max", .integer(in: 2...replicationsMax), 20_000, "The maximum.")
  let until = Key("until", PrecisionKeys(), "The precision at which to stop.")

  static let shared = ReplicationsKeys()
  static let leastStandard = 30
}

final class PrecisionKeys: KeyGroup {
  let metric = Key(
    optional: "metric", .metric.typed(.text), or: "the one that leads", "A metric of metrics.csv.")
  let halfWidth = Key(
    facts: KeyFacts(
      "half_width", .amount, "The half-width of the interval, in the metric's unit; or relative.")
  ) { map, _ in
    { (unit: Metric.Unit) in map.optional("half_width", .width(in: unit)) }
  }
  let relative = Key(
    optional: "relative", .amount(.share, .someOf),
    "The half-width as a share of the estimate.")
  let strategy = Key(
    optional: "strategy", .text(), or: "every strategy", "The strategy whose interval counts.")
  let difference = Key("difference", .bool, false, "The difference from the baseline.")
  let leader = Key(
    "leader", .bool, false,
    "The difference from the strategy that leads; one of six half-widths is known well enough. "
      + "With one strategy: its value.")
  let everyLook = Key(
    "every_look", .bool, false,
    "Intervals hold at every look, so that a run may be stopped for what it shows.")
}

/// The replications with the reader of `until`, for the checks that need the rest of the scenario.
typealias ReadReplications = (replications: Replications, until: Section<PrecisionKeys>?)

private let replicationsMax = RandomSource.replicationLimit

extension ConfigNode {
  /// A scenario whose replications are the fewest that it allows, in place of a precision to reach.
  var withoutPrecision: ConfigNode {
    guard let replications = self["replications"], replications["until"] != nil else { return self }
    let least = replications["min"] ?? .integer(ReplicationsKeys.leastStandard)
    return placing(least, at: "replications")
  }
}

private let exampleOfUntil = "{half_width: 0.1pp, leader: true}"

@Sendable func readReplications(_ root: MapReader, _ reading: Reading) -> ReadReplications {
  guard let child = root.child("replications"), child.node.entries?.isEmpty == false else {
    let count = root.value("replications", .integer(in: 1...replicationsMax), default: 40)
    return (Replications(min: count, max: count, until: nil), nil)
  }
  let section = Section(map: child.map(), keys: ReplicationsKeys.shared, reading: reading)
  let errorsBefore = section.sink.reportCount
  let (least, most) = (section.min, section.max)
  if most < least, section.sink.reportCount == errorsBefore {
    let origin = section.map.keys.contains("min") ? "" : " by default"
    section.report(\.max, allowed: "an integer of at least min, which is \(least)\(origin)")
  }
  let isChoice = root.hasValue("best")
  guard let until = section.until else {
    if isChoice { return (Replications(min: least, max: Swift.max(least, most), until: nil), nil) }
    section.report(
      \.until,
      allowed: "a precision such as \(exampleOfUntil); without one, replications is a number")
    return (Replications(min: 2, max: 2, until: nil), nil)
  }
  if isChoice {
    section.report(\.until, allowed: "nothing beside best, which decides itself when to stop")
  }
  return (Replications(min: least, max: most, until: readPrecision(until)), until)
}

private func readPrecision(_ section: Section<PrecisionKeys>) -> Precision? {
  let errorsBefore = section.sink.reportCount
  let name = section.metric
  let hasMetric = section.sink.reportCount == errorsBefore
  // A metric that leads by itself is a share.
  let target = readTarget(section, of: hasMetric ? Metric.named(name ?? "deliverability") : nil)
  let strategy = section.says(\.strategy) ? section.strategy : nil
  let scope = readScope(section, strategy)
  let holdsAtEveryLook = section.everyLook
  guard hasMetric, let target else { return nil }
  return Precision(
    metric: name, target: target, strategy: strategy, scope: scope,
    holdsAtEveryLook: holdsAtEveryLook)
}

private func readScope(
  _ section: Section<PrecisionKeys>, _ strategy: String?
) -> Precision.Scope {
  let (isFromBaseline, isFromLeader) = (section.difference, section.leader)
  if isFromLeader, isFromBaseline || strategy != nil {
    section.report(
      \.leader, allowed: "true only without difference and strategy: it compares all of them")
  }
  return isFromLeader ? .differenceFromLeader : isFromBaseline ? .differenceFromBaseline : .value
}

/// - Parameter metric: Nil after an error: then its unit is not known.
private func readTarget(
  _ section: Section<PrecisionKeys>, of metric: Metric?
) -> Precision.Target? {
  let (hasWidth, hasShare) = (section.says(\.halfWidth), section.says(\.relative))
  guard hasWidth != hasShare else {
    let allowed = "either half_width, in the metric's unit, or relative, a share of the estimate"
    if hasWidth {
      section.report(\.relative, found: "half_width and relative", allowed: allowed)
    } else {
      section.reportMissing(\.halfWidth, allowed: allowed)
    }
    return nil
  }
  if hasShare { return section.relative.map { .relative($0) } }
  guard let metric else { return nil }
  return section.halfWidth(metric.unit).map { .halfWidth($0) }
}

/// Checks the part that the other sections decide: which strategies there are.
///
/// - Parameter names: Nil after an error among the strategies.
func checkStrategies(_ read: ReadReplications, strategies names: [String]?, baseline: String) {
  guard let precision = read.replications.until, let until = read.until, let names else { return }
  if let strategy = precision.strategy, !names.contains(strategy) {
    until.report(
      \.strategy, allowed: "a strategy of this scenario: \(names.joined(separator: ", "))",
      suggestion: NearestName.nearest(to: strategy, among: names))
  }
  guard precision.scope == .differenceFromBaseline, names.contains(baseline) else { return }
  if precision.strategy == baseline {
    until.report(\.strategy, allowed: "a strategy other than the baseline, for its difference")
  }
  if names == [baseline] {
    until.report(\.difference, allowed: "true only beside a strategy other than the baseline")
  }
}

extension ScalarFormat<Double> {
  /// Half of an interval's width, or another distance.
  static func width(in unit: Metric.Unit) -> Self {
    .amount(unit.difference, unit == .share ? .someOf : .above(0)).typed(.amount)
  }
}
