import DeliverySim
import Models
import Oracles
import TestSupport

/// R3.10, fcm: collapse keys and the throttle.
extension OracleTable {
  /// 40 a day [1/s].
  private static let rate = 40.0 / 86_400
  /// [s]
  private static let onlineMean = 21_600.0

  static func keys() throws -> [OracleRow] {
    let laws = OfflineLaw.samples
    return try [
      newestOfEach(laws[0], keys: 1, share: 1), newestOfEach(laws[4], keys: 3, share: 1),
      newestOfEach(laws[0], keys: 2, share: 0.5), throttled(burst: 1, load: 0.5),
      throttled(burst: 3, load: 0.8), throttled(burst: 20, load: 0.9),
      refused(burst: 1, load: 0.5), refused(burst: 5, load: 0.9),
    ]
  }

  /// Up to four keys, and no throttle: each is a newest-only slot for its own Poisson messages; all
  /// others are kept.
  private static func newestOfEach(
    _ offline: OfflineLaw, keys: Int, share: Double
  ) throws -> OracleRow {
    let slot = NewestOnly(
      arrivalRate: rate * share / Double(keys), onlineMean: onlineMean, offline: offline)
    return row(
      "fcm, \(offline.name), \(keys) keys, collapsible \(share)",
      try 1 - share + share * slot.deliverability()
    ) {
      $0.network.onOff = OnOffProcess(
        up: law(.gamma(mean: onlineMean, shape: 2)), down: offline.sampled)
      $0.service.collapseKeys = .init(share: Probability(share) ?? .one, count: keys)
      $0.service.throttle = Throttle(burst: 20, refill: .zero)
      $0.service.capacity = 100_000
    }
  }

  /// A device that is always online, all messages collapsible.
  private static func throttled(burst: Int, load: Double) -> OracleRow {
    let bucket = TokenBucket(burst: burst, load: load)
    return row("fcm, throttle, B = \(burst), load \(load)", 1 - bucket.refused) {
      $0.service.collapseKeys = .init(share: .one, count: 1)
      $0.service.throttle = Throttle(burst: burst, refill: .seconds(load / rate))
    }
  }

  /// R2.7, 429: the same bucket for all pushes to a token.
  private static func refused(burst: Int, load: Double) -> OracleRow {
    let bucket = TokenBucket(burst: burst, load: load)
    return row("429, B = \(burst), load \(load)", 1 - bucket.refused) {
      $0.service.kind = .apns
      $0.service.perToken = Throttle(burst: burst, refill: .seconds(load / rate))
    }
  }

  private static func row(
    _ name: String, _ expected: Double, change: (inout DeviceSetup) -> Void
  ) -> OracleRow {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    setup.service.kind = .fcm
    change(&setup)
    return OracleRow(
      name: name, expected: expected, measure: .share(.shown),
      world: World(
        seed: 20_190_828, devices: 2, warmup: .days(10), duration: .days(70), drain: .days(5),
        setup: setup),
      replications: 1800)
  }
}
