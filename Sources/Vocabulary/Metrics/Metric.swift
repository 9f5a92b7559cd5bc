package import Models
import Statistics

/// A metric of the results: its name, its words, and how a replication contributes to it.
package struct Metric: Sendable {
  package enum Kind: Sendable {
    /// ΣX/ΣY over the replications.
    case ratio(
      x: @Sendable (ReplicationRecord) -> Double, y: @Sendable (ReplicationRecord) -> Double)
    /// A quantile of all delays together.
    case quantile(Double, of: Population)
  }

  /// The notifications whose delays are ranked.
  package enum Population: Sendable {
    case shown
    /// Messages that are due; one that is not shown has an infinite delay.
    case owed
  }

  /// The good direction.
  package enum Direction: String, Sendable { case higher, lower }

  /// The ways in which controls may move a metric.
  package enum Controlled: Sendable {
    /// A share of what is owed: all such shares, and those of `fates.csv`, have the same controls
    /// or none, so that they add up.
    case together
    /// A cost of repairs, or a share of something else, by itself.
    case alone
  }

  package let name: String
  /// The text for people: what it counts, or what it is a share of; ``words`` has the rest.
  package let what: String
  package let measure: Measure
  package let better: Direction
  /// The counters that it is made of, besides those that are always counted.
  package var counts: [Counter] = []
  package private(set) var kind: Kind
  /// It is about some of the devices: a share has no more independent trials than replications.
  package var isOfSomeDevices = false
  /// Nil: what was there to lose explains nothing of it, so that controls would only add noise.
  package var controlled: Controlled?
  /// The key without which it is not modelled; nil: it always is.
  package var needs: String?
  /// Nil: a reader finds it who asks for it.
  package var prominence: Prominence?
  /// Its place among the prices of a strategy: the first that differs is told.
  package var cost: Int?

  package init(
    name: String, _ what: String, _ measure: Measure, better: Direction,
    counts: [any CounterCode] = [], kind: Kind, isOfSomeDevices: Bool = false,
    controlled: Controlled? = nil, needs: String? = nil
  ) {
    (self.name, self.what, self.measure, self.better) = (name, what, measure, better)
    (self.kind, self.isOfSomeDevices) = (kind, isOfSomeDevices)
    self.counts = counts.map { Counter($0) }
    (self.controlled, self.needs) = (controlled, needs)
  }
}

extension Metric {
  // MARK: Values

  /// The same metric, made of other counts.
  package func with(kind: Kind) -> Metric {
    var metric = self
    metric.kind = kind
    return metric
  }

  /// The same metric of a part of the population.
  package var ofSomeDevices: Metric {
    var metric = self
    metric.isOfSomeDevices = true
    return metric
  }

  /// A metric appears only where its station is modelled.
  package func isModelled(_ frame: World, _ strategies: [Strategy]) -> Bool {
    counts.allSatisfy { $0.isModelled(frame, strategies) }
  }

  /// One of all notifications, which no mean of the replications gives.
  package var isQuantile: Bool {
    if case .quantile = kind { true } else { false }
  }

  /// It is about how long notifications take to be shown.
  package var isDelay: Bool { isQuantile || counts.contains(Counter(.latencySum)) }

  /// Its value is infinite where not all of the owed are shown.
  package var mayNeverEnd: Bool {
    if case .quantile(_, .owed) = kind { true } else { false }
  }

  /// The metric of one replication; nil where it has none, infinite where that is its value.
  package func value(of record: ReplicationRecord) -> Double? {
    switch kind {
    case .ratio(let x, let y): y(record) > 0 ? x(record) / y(record) : nil
    case .quantile(let q, .shown): record.latency(q)
    case .quantile(let q, .owed): record[.owed] > 0 ? record.delay(q) ?? .infinity : nil
    }
  }
}
