import Models
import Statistics

/// A metric of the contract: its name, its kind, and how a replication contributes to it.
struct Metric: Sendable {
  enum Kind: Sendable {
    /// ΣX/ΣY over the replications; a share when X counts a part of what Y counts.
    case ratio(
      x: @Sendable (ReplicationRecord) -> Double, y: @Sendable (ReplicationRecord) -> Double,
      isShare: Bool)
    /// The mean of a value per replication; nil where a replication has none.
    case mean(@Sendable (ReplicationRecord) -> Double?)
  }

  let name: String
  let kind: Kind
  /// A metric appears only where its station is modelled.
  var isModelled: @Sendable (Scenario) -> Bool = { _ in true }
}

extension Metric {
  // MARK: The catalogue

  /// In the order of the results. A new metric is one line here.
  static let all: [Metric] = [
    share("deliverability", \.shown),
    share("awareness") { Double($0.shown + $0.summarised + $0.synced) },
    share("awareness_in_time", { Double($0.awareInTime) }, where: hasUsefulTime),
    share("timeliness", { Double($0.shownInTime) }, where: hasUsefulTime),
    share("push_loss") { Double($0.summarised + $0.synced + $0.lost) },
    share("loss", \.lost),
    ratio("duplicates_per_notification", \.duplicates),
    ratio("pushes_per_notification", \.pushesSent),
    Metric(
      name: "payload_bytes_per_notification",
      kind: .ratio(x: { Double($0.payloadBytes) }, y: { Double($0.owed) }, isShare: false),
      isModelled: { $0.frame.setup.workload.payload != nil }),
    Metric(
      name: "latency_mean_s",
      kind: .ratio(x: \.latencySum, y: { Double($0.shown) }, isShare: false)),
    Metric(name: "latency_p50_s", kind: .mean { $0.latencyQuantiles[0] }),
    Metric(name: "latency_p90_s", kind: .mean { $0.latencyQuantiles[1] }),
    Metric(name: "latency_p99_s", kind: .mean { $0.latencyQuantiles[2] }),
    Metric(name: "delay_p50_s", kind: .mean { $0.delayQuantiles[0] }),
    Metric(name: "delay_p90_s", kind: .mean { $0.delayQuantiles[1] }),
    perDeviceDay("resend_requests_per_device_day", \.resendRequests),
    perDeviceDay("summaries_per_device_day", \.summaries),
    perDeviceDay("interruptions_per_device_day", \.interruptions),
    perDeviceDay("extension_runs_per_device_day", \.extensionRuns),
    Metric(
      name: "devices_without_loss",
      kind: .ratio(
        x: { Double($0.devicesWithoutLoss) }, y: { Double($0.devices) }, isShare: true)),
  ]

  private typealias Count = @Sendable (ReplicationRecord) -> Double
  private typealias Counter = @Sendable (ReplicationRecord) -> UInt64

  @Sendable private static func hasUsefulTime(_ scenario: Scenario) -> Bool {
    scenario.frame.setup.workload.usefulFor != nil
  }

  private static func share(
    _ name: String, _ x: @escaping Count,
    where isModelled: @escaping @Sendable (Scenario) -> Bool = { _ in true }
  ) -> Metric {
    Metric(
      name: name, kind: .ratio(x: x, y: { Double($0.owed) }, isShare: true),
      isModelled: isModelled)
  }

  private static func share(_ name: String, _ x: @escaping Counter) -> Metric {
    share(name) { Double(x($0)) }
  }

  private static func ratio(_ name: String, _ x: @escaping Counter) -> Metric {
    Metric(
      name: name,
      kind: .ratio(x: { Double(x($0)) }, y: { Double($0.owed) }, isShare: false))
  }

  private static func perDeviceDay(_ name: String, _ x: @escaping Counter) -> Metric {
    Metric(
      name: name,
      kind: .ratio(x: { Double(x($0)) }, y: \.deviceDays, isShare: false))
  }
}

extension Metric {
  // MARK: Values

  var isShare: Bool {
    if case .ratio(_, _, let isShare) = kind { isShare } else { false }
  }

  /// The metric of one replication; nil where it has none.
  func value(of record: ReplicationRecord) -> Double? {
    switch kind {
    case .ratio(let x, let y, _): y(record) > 0 ? x(record) / y(record) : nil
    case .mean(let value): value(record)
    }
  }

  /// The replications as a sample; nil where one has no value, so that no mean of a part is taken
  /// for the whole.
  func sample(_ records: [ReplicationRecord]) -> RatioSample? {
    switch kind {
    case .ratio(let x, let y, _):
      return RatioSample(numerators: records.map(x), denominators: records.map(y))
    case .mean(let value):
      let values = records.map(value)
      guard !values.contains(where: { $0 == nil }) else { return nil }
      return RatioSample(values: values.compactMap { $0 })
    }
  }

  /// The estimate with its interval; nil where there is nothing to estimate.
  func estimate(_ records: [ReplicationRecord], _ scenario: Scenario) -> Estimate? {
    let trials = isShare ? scenario.shareTrials(records.count) : nil
    return sample(records)?.estimate(confidence: scenario.confidence, shareTrials: trials)
  }
}

extension Scenario {
  /// The number of independent trials behind a share that is 0 or 1 in all replications: devices
  /// count where they share nothing random.
  func shareTrials(_ replications: Int) -> Int {
    devicesAreIndependent ? replications * frame.devices : replications
  }
}
