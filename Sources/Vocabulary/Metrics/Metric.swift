package import Models
import Statistics

/// A metric of the contract: its name, its kind, and how a replication contributes to it.
package struct Metric: Sendable {
  package enum Kind: Sendable {
    /// ΣX/ΣY over the replications; a share when X counts a part of what Y counts.
    case ratio(
      x: @Sendable (ReplicationRecord) -> Double, y: @Sendable (ReplicationRecord) -> Double,
      isShare: Bool)
    /// A quantile of all delays together.
    case quantile(Double, of: Population)
  }

  /// The notifications whose delays are ranked.
  package enum Population: Sendable {
    case shown
    /// What is not shown has an infinite delay.
    case owed
  }

  /// Which way is good.
  package enum Direction: Sendable { case higher, lower }

  /// How controls may move a metric.
  package enum Controlled: Sendable {
    /// A share of what is owed: all such shares, and those of `fates.csv`, have the same controls
    /// or none, so that they add up.
    case together
    /// A cost of repairs, or a share of something else, by itself.
    case alone
  }

  package let name: String
  package let better: Direction
  /// What it is made of, besides what is always counted.
  package var counts: [Counter] = []
  package let kind: Kind
  /// It is about some of the devices: a share has no more independent trials than replications.
  package var isOfSomeDevices = false
  /// Nil: what was there to lose explains nothing of it, so that controls would only add noise.
  package var controlled: Controlled?
  /// The key without which it is not modelled; nil: it always is.
  package var needs: String?

  package init(
    name: String, better: Direction, counts: [Counter] = [], kind: Kind,
    isOfSomeDevices: Bool = false, controlled: Controlled? = nil, needs: String? = nil
  ) {
    (self.name, self.better, self.counts, self.kind) = (name, better, counts, kind)
    self.isOfSomeDevices = isOfSomeDevices
    (self.controlled, self.needs) = (controlled, needs)
  }
}

extension Metric {
  // MARK: The catalogue

  /// - Precondition: The catalogue has a metric of that name.
  package static func named(_ name: String) -> Metric {
    guard let metric = all.first(where: { $0.name == name }) else {
      preconditionFailure("no metric \(name)")
    }
    return metric
  }

  /// Whether there is a share of that name.
  package static func isShare(_ name: String) -> Bool {
    all.contains { $0.name == name && $0.isShare }
  }

  /// In the order of the results. A new metric is one line here.
  package static let all: [Metric] = [
    share("deliverability", [.shown], .higher),
    share("awareness", [.shown, .summarised, .synced], besides: [.escalated], .higher),
    share("awareness_in_time", [.awareInTime], .higher, needs: "workload.useful_for"),
    share("timeliness", [.shownInTime], .higher, needs: "workload.useful_for"),
    share("push_loss", [.summarised, .synced, .lost], besides: [.escalated], .lower),
    share("loss", [.lost], .lower),
    perNotification("duplicates_per_notification", .duplicates),
    perNotification("pushes_per_notification", .pushesSent, .alone),
    perNotification(
      "payload_bytes_per_notification", .payloadBytes, .alone, needs: "workload.payload"),
    Metric(
      name: "latency_mean_s", better: .lower, counts: [.latencySum],
      kind: .ratio(
        x: { Double($0[.latencySum]) / 1e6 }, y: { Double($0[.shown]) }, isShare: false)),
    Metric(name: "latency_p50_s", better: .lower, kind: .quantile(0.5, of: .shown)),
    Metric(name: "latency_p90_s", better: .lower, kind: .quantile(0.9, of: .shown)),
    Metric(name: "latency_p99_s", better: .lower, kind: .quantile(0.99, of: .shown)),
    Metric(name: "delay_p50_s", better: .lower, kind: .quantile(0.5, of: .owed)),
    Metric(name: "delay_p90_s", better: .lower, kind: .quantile(0.9, of: .owed)),
    perDeviceDay("resend_requests_per_device_day", .resendRequests, .alone),
    perDeviceDay("summaries_per_device_day", .summaries, .alone),
    perDeviceDay("interruptions_per_device_day", .interruptions),
    perDeviceDay("extension_runs_per_device_day", .extensionRuns),
    Metric(
      name: "devices_without_loss", better: .higher, counts: [.devicesWithoutLoss],
      kind: .ratio(
        x: { Double($0[.devicesWithoutLoss]) }, y: { Double($0.devices) }, isShare: true)),
    perDeviceDay("device_wake_ups_per_device_day", .wakeUps),
    perDeviceDay("provider_requests_per_device_day", .providerRequests, .alone),
    Metric(
      name: "extension_seconds_per_device_day", better: .lower, counts: [.extensionTime],
      kind: .ratio(
        x: { Double($0[.extensionTime]) / 1e6 }, y: \.deviceDays, isShare: false),
      controlled: .alone),
    perDeviceDay("heartbeats_per_device_day", .heartbeats),
    perDeviceDay("extra_pushes_per_device_day", .extraPushes),
    perDeviceDay(
      "resend_timeouts_per_device_day", .resendTimeouts, needs: "provider.resend.capacity"),
    Metric(
      name: "resend_wait_mean_s", better: .lower, counts: [.resendWaitSum],
      kind: .ratio(
        x: { Double($0[.resendWaitSum]) / 1e6 }, y: { Double($0[.resendRequests]) },
        isShare: false), needs: "provider.resend.capacity"),
    Metric(
      name: "reachable_deliverability", better: .higher, counts: [.owedReachable, .shownReachable],
      kind: .ratio(
        x: { Double($0[.shownReachable]) }, y: { Double($0[.owedReachable]) }, isShare: true),
      isOfSomeDevices: true, controlled: .alone, needs: "device.denied or device.alerts_off"),
    perDeviceDay("app_openings_per_device_day", .openings, needs: "app"),
    perDeviceDay("app_fetches_per_device_day", .fetches, needs: "app, or a strategy that fetches"),
    Metric(
      name: "observed_deliverability", better: .higher, counts: [.cohortReceipts, .cohortPushes],
      kind: .ratio(
        x: { Double($0[.cohortReceipts]) }, y: { Double($0[.cohortPushes]) }, isShare: true),
      isOfSomeDevices: true, controlled: .alone, needs: "telemetry"),
    share("seen_in_time", [.seenInTime], .higher, needs: "user and workload.useful_for"),
    perDeviceDay("taps_per_device_day", .taps, better: .higher, needs: "user"),
    perDeviceDay(
      "redundant_interruptions_per_device_day", .redundantInterruptions,
      needs: "app, user, or a strategy whose extension shares its cursor"),
    Metric(
      name: "degraded_share", better: .lower, counts: [.degraded],
      kind: .ratio(
        x: { Double($0[.degraded]) }, y: { Double($0[.shown]) }, isShare: true),
      needs: "extension.decorates"),
    perThousandDevices("opt_outs_per_1000_devices", .optOuts, needs: "user.reactions"),
    perThousandDevices("uninstalls_per_1000_devices", .uninstalls, needs: "user.reactions"),
    Metric(
      name: "reachable_share_at_end", better: .higher, counts: [.reachableAtEnd],
      kind: .ratio(
        x: { Double($0[.reachableAtEnd]) }, y: { Double($0.devices) }, isShare: true),
      needs: "user.reactions"),
    perNotification(
      "escalations_per_notification", .escalations, needs: "a strategy that escalates"),
    Metric(
      name: "needless_escalation_share", better: .lower,
      counts: [.needlessEscalations, .escalations],
      kind: .ratio(
        x: { Double($0[.needlessEscalations]) }, y: { Double($0[.escalations]) }, isShare: true),
      needs: "a strategy that escalates"),
    Metric(
      name: "escalation_cost_per_1000_notifications", better: .lower, counts: [.escalationCost],
      kind: .ratio(
        x: { Double($0[.escalationCost]) / 1000 }, y: { Double($0[.owed]) }, isShare: false),
      needs: "a strategy that escalates"),
  ]

  /// A part of the owed.
  ///
  /// - Parameter others: What counts too, where it is modelled.
  private static func share(
    _ name: String, _ parts: [Counter], besides others: [Counter] = [], _ better: Direction,
    needs: String? = nil
  ) -> Metric {
    let all = parts + others
    return Metric(
      name: name, better: better, counts: parts,
      kind: .ratio(
        x: { record in Double(all.reduce(0) { $0 + record[$1] }) }, y: { Double($0[.owed]) },
        isShare: true),
      controlled: .together, needs: needs)
  }

  private static func perNotification(
    _ name: String, _ count: Counter, _ controlled: Controlled? = nil, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, better: .lower, counts: [count],
      kind: .ratio(x: { Double($0[count]) }, y: { Double($0[.owed]) }, isShare: false),
      controlled: controlled, needs: needs)
  }

  private static func perThousandDevices(
    _ name: String, _ count: Counter, needs: String
  ) -> Metric {
    Metric(
      name: name, better: .lower, counts: [count],
      kind: .ratio(
        x: { 1000 * Double($0[count]) }, y: { Double($0.devices) }, isShare: false),
      needs: needs)
  }

  private static func perDeviceDay(
    _ name: String, _ count: Counter, _ controlled: Controlled? = nil,
    better: Direction = .lower, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, better: better, counts: [count],
      kind: .ratio(x: { Double($0[count]) }, y: \.deviceDays, isShare: false),
      controlled: controlled, needs: needs)
  }
}

extension Metric {
  // MARK: Values

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

  package var isShare: Bool {
    if case .ratio(_, _, let isShare) = kind { isShare } else { false }
  }

  /// One of all notifications, which no mean of the replications gives.
  package var isQuantile: Bool {
    if case .quantile = kind { true } else { false }
  }

  /// The metric of one replication; nil where it has none, infinite where that is its value.
  package func value(of record: ReplicationRecord) -> Double? {
    switch kind {
    case .ratio(let x, let y, _): y(record) > 0 ? x(record) / y(record) : nil
    case .quantile(let q, .shown): record.latency(q)
    case .quantile(let q, .owed): record[.owed] > 0 ? record.delay(q) ?? .infinity : nil
    }
  }
}

extension Metric {
  /// Amounts of a metric are written in this.
  package enum Unit {
    case share, seconds, number
  }

  package var unit: Unit { isShare ? .share : name.hasSuffix("_s") ? .seconds : .number }
}
