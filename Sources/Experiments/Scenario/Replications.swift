import DeliverySim
import Files

/// How many replications each design point gets: a fixed number, or as many as a precision needs.
package struct Replications: Sendable, Equatable {
  /// At least 2 with a precision, at least 1 without.
  package let min: Int
  /// Equal to ``min`` without a precision.
  package let max: Int
  /// When it is enough; nil: a fixed number.
  package let until: Precision?

  package init(min: Int, max: Int, until: Precision?) {
    self.min = min
    self.max = max
    self.until = until
  }
}

/// An interval narrow enough to stop at (contract, "Precision").
package struct Precision: Sendable, Equatable {
  /// The largest half of an interval's width.
  package enum Target: Sendable, Equatable {
    /// In the metric's unit, above 0.
    case halfWidth(Double)
    /// A share of the estimate's magnitude, above 0.
    case relative(Double)
  }

  /// One of the catalogue's names.
  package let metric: String
  package let target: Target
  /// Nil: every listed strategy has to reach the target.
  package let strategy: String?
  /// The interval is that of the difference to the baseline.
  package let isDifference: Bool

  package init(metric: String, target: Target, strategy: String?, isDifference: Bool) {
    self.metric = metric
    self.target = target
    self.strategy = strategy
    self.isDifference = isDifference
  }
}

extension ScenarioReader {
  // MARK: replications

  private static let exampleOfUntil = "{metric: deliverability, half_width: 0.001}"

  /// - Returns: With the reader of `until`, for the checks that need the rest of the scenario.
  func readReplications(_ root: MapReader) -> (Replications, until: MapReader?) {
    let limit = RandomSource.replicationLimit
    guard let child = root.child("replications"), child.node.entries?.isEmpty == false else {
      let count = root.value("replications", .integer(in: 1...limit), default: 40)
      return (Replications(min: count, max: count, until: nil), nil)
    }
    let map = child.map()
    let errorsBefore = sink.reportCount
    let least = map.value("min", .integer(in: 2...limit), default: 30)
    let most = map.required("max", .integer(in: 2...limit))
    if most < least, sink.reportCount == errorsBefore {
      let origin = map.keys.contains("min") ? "" : " by default"
      map.report("max", allowed: "an integer of at least min, which is \(least)\(origin)")
    }
    guard let until = map.section("until") else {
      map.report(
        "until",
        allowed: "a precision such as \(Self.exampleOfUntil); without one, replications is a number"
      )
      return (Replications(min: 2, max: 2, until: nil), nil)
    }
    return (Replications(min: least, max: most, until: readPrecision(until)), until)
  }

  private func readPrecision(_ map: MapReader) -> Precision? {
    let errorsBefore = sink.reportCount
    let name = map.required("metric", .metric)
    let hasMetric = sink.reportCount == errorsBefore
    let target = readTarget(map, of: hasMetric ? Metric.named(name) : nil)
    let strategy = map.hasValue("strategy") ? map.optional("strategy", .text()) : nil
    let isDifference = map.value("difference", .bool, default: false)
    guard hasMetric, let target else { return nil }
    return Precision(
      metric: name, target: target, strategy: strategy, isDifference: isDifference)
  }

  /// - Parameter metric: Nil after an error: then its unit is not known.
  private func readTarget(_ map: MapReader, of metric: Metric?) -> Precision.Target? {
    let (hasWidth, hasShare) = (map.hasValue("half_width"), map.hasValue("relative"))
    guard hasWidth != hasShare else {
      let allowed =
        "either half_width, in the metric's unit, or relative, a share of the estimate"
      if hasWidth {
        map.report("relative", found: "half_width and relative", allowed: allowed)
      } else {
        map.reportMissing("half_width", allowed: allowed)
      }
      return nil
    }
    if hasShare { return map.optional("relative", .relative).map { .relative($0) } }
    guard let metric else { return nil }
    return map.optional("half_width", .width(in: metric.unit)).map { .halfWidth($0) }
  }

  /// What the other sections decide: which strategies there are.
  ///
  /// - Parameter names: Nil after an error among the strategies.
  func check(
    _ precision: Precision?, _ until: MapReader?, strategies names: [String]?, baseline: String
  ) {
    guard let precision, let until, let names else { return }
    if let strategy = precision.strategy, !names.contains(strategy) {
      until.report(
        "strategy", allowed: "a strategy of this scenario: \(names.joined(separator: ", "))",
        suggestion: NearestName.nearest(to: strategy, among: names))
    }
    guard precision.isDifference, names.contains(baseline) else { return }
    if precision.strategy == baseline {
      until.report("strategy", allowed: "a strategy other than the baseline, for its difference")
    }
    if names == [baseline] {
      until.report("difference", allowed: "true only beside a strategy other than the baseline")
    }
  }
}

extension ScalarFormat<Double> {
  /// A share of a magnitude.
  fileprivate static var relative: Self {
    var format = ScalarFormat(
      allowed: "a share above 0 and at most 1, such as 0.05 or 5%", fallback: 1,
      parse: { text, isQuoted in
        guard !isQuoted || text.hasSuffix("%"), let share = Units.probability(text), share > 0,
          share <= 1
        else { return nil }
        return share
      },
      render: { .number($0) })
    format.suggest = Units.asPercentage
    return format
  }

  /// Half of an interval's width.
  fileprivate static func width(in unit: Metric.Unit) -> Self {
    let most = unit == .share ? 1 : Double.infinity
    var format = ScalarFormat(
      allowed: unit.allowed(unit == .share ? " above 0 and at most 1" : " above 0"), fallback: 1,
      parse: { text, isQuoted in
        if isQuoted, Units.number(text) != nil { return nil }
        return unit.amount(text).flatMap { $0 > 0 && $0 <= most ? $0 : nil }
      },
      render: { .number($0) })
    if unit == .share { format.suggest = Units.asPercentage }
    return format
  }
}
