import DeliverySim
import Models
import Oracles
import TestSupport

/// The rows of the table: model.md R9, one group after the other.
enum OracleTable {
  static func rows() throws -> [OracleRow] {
    let groups = try [
      newestOnly(), newestOnlyWithLoss(), extraTraffic(), newestSurvives(), delays(), gapRecovery(),
      exact(),
      boundedStores(), digests(),
      hops(), retries(), keys(), power(), fetches(), paces(), devicePaces(),
    ]
    return groups.flatMap { $0 }.enumerated().map { place, row in
      var row = row
      // Rows of their own: chance does not strike the same way in all that share a law.
      row.world.seed += UInt64(place)
      return row
    }
  }

  /// The letters in the rows' names.
  static let legend = """
    x: expiration (none where not given), p: link loss, K: repeat limit, c: capacity, k: earlier \
    messages in a push; 40 messages a day, online 6 h, offline about 30 min
    """

  // MARK: Parameters

  /// 40 a day [1/s].
  private static let rate = 40.0 / 86_400
  /// [s]
  private static let onlineMean = 21_600.0
  /// [s]
  private static let expiration = 1200.0
  private static let loss = 0.1

  /// The steady state: a day of warm-up, so that a saved position and an occupied slot are what
  /// they are in the long run, and a drain in which practically every offline period ends.
  private static func world(
    offline: OfflineLaw?, onlineMean: Double = onlineMean, linkLoss: Double = 0,
    days: Double = 60, change: (inout DeviceSetup) -> Void = { _ in }
  ) -> World {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    // The law of the online time does not matter: not exponential, to be told if it does.
    let online = law(.gamma(mean: onlineMean, shape: 2))
    setup.network.onOff = offline.flatMap { OnOffProcess(up: online, down: $0.sampled) }
    setup.provider.link.loss = Probability(linkLoss) ?? .zero
    change(&setup)
    return World(
      seed: 20_190_828, devices: 2, warmup: .days(1), duration: .days(1 + days), drain: .days(5),
      setup: setup)
  }

  private static func row(
    _ name: String, _ expected: Double, _ world: World,
    _ measure: OracleRow.Measure = .share(.shown), replications: Int = 1800
  ) -> OracleRow {
    OracleRow(
      name: name, expected: expected, measure: measure, world: world, replications: replications)
  }
}

// MARK: - Fire and forget

extension OracleTable {
  private static func newestOnly() throws -> [OracleRow] {
    try OfflineLaw.samples.flatMap { offline in
      let oracle = NewestOnly(arrivalRate: rate, onlineMean: onlineMean, offline: offline)
      return [
        row(
          "newest only, \(offline.name)", try oracle.deliverability(), world(offline: offline)),
        row(
          "newest only, \(offline.name), x = 20 min",
          try oracle.deliverability(expiration: expiration),
          world(offline: offline) { $0.service.expiration = .seconds(expiration) }),
      ]
    }
  }

  /// R3.7: badge updates at half the messages' rate.
  private static func extraTraffic() throws -> [OracleRow] {
    let weibull = OfflineLaw.samples[4]
    func oracle(_ extraRate: Double, linkLoss: Double = 0) throws -> Double {
      try NewestOnly(
        arrivalRate: rate, onlineMean: onlineMean, offline: weibull, linkLoss: linkLoss,
        extraRate: extraRate
      ).deliverability()
    }
    func trapped(_ slot: PushService.Slot, linkLoss: Double = 0) -> World {
      world(offline: weibull, linkLoss: linkLoss) {
        $0.workload.badgeUpdates = ExtraTraffic(rate: law(.constant(value: rate / 2)))
        $0.service.slot = slot
      }
    }
    return [
      row("newest only, Weibull, with badge updates", try oracle(rate / 2), trapped(.shared)),
      row(
        "the same, p = 10 %", try oracle(rate / 2, linkLoss: loss),
        trapped(.shared, linkLoss: loss)),
      row("the same, a slot for each type", try oracle(0), trapped(.perType)),
    ]
  }

  private static func newestOnlyWithLoss() throws -> [OracleRow] {
    let (exponential, weibull) = (OfflineLaw.samples[0], OfflineLaw.samples[4])
    let always = NewestOnly(
      arrivalRate: rate, onlineMean: 1, offline: .constant(value: 0), linkLoss: loss)
    let lossy = { (offline: OfflineLaw) in
      NewestOnly(arrivalRate: rate, onlineMean: onlineMean, offline: offline, linkLoss: loss)
    }
    return [
      row(
        "always online, p = 10 %", try always.deliverability(),
        world(offline: nil, linkLoss: loss)),
      row(
        "newest only, exponential, p = 10 %", try lossy(exponential).deliverability(),
        world(offline: exponential, linkLoss: loss)),
      row(
        "newest only, Weibull, p = 10 %", try lossy(weibull).deliverability(),
        world(offline: weibull, linkLoss: loss)),
      row(
        "newest only, Weibull, p = 10 %, x = 20 min",
        try lossy(weibull).deliverability(expiration: expiration),
        world(offline: weibull, linkLoss: loss) {
          $0.service.expiration = .seconds(expiration)
        }),
    ]
  }

  /// One of the two always survives, so which one does not matter.
  private static func newestSurvives() throws -> [OracleRow] {
    let offline = OfflineLaw.samples[0]
    let expected = try NewestOnly(arrivalRate: rate, onlineMean: onlineMean, offline: offline)
      .deliverability()
    return [0, 0.7].map { share in
      row(
        "exponential, the newest survives with \(share)", expected,
        world(offline: offline) {
          $0.service.newestSurvives.probability = Probability(share) ?? .zero
        })
    }
  }

  private static func delays() throws -> [OracleRow] {
    let places = [0, 2, 5]
    return try places.flatMap { place in
      let offline = OfflineLaw.samples[place]
      let oracle = NewestOnly(arrivalRate: rate, onlineMean: onlineMean, offline: offline)
      return [
        row(
          "stored delay [s], \(offline.name)", try oracle.meanDelayOfStored() ?? .nan,
          world(offline: offline), .delayOfStored),
        row(
          "stored delay [s], \(offline.name), x",
          try oracle.meanDelayOfStored(expiration: expiration) ?? .nan,
          world(offline: offline) { $0.service.expiration = .seconds(expiration) },
          .delayOfStored),
      ]
    }
  }
}

// MARK: - Gap recovery

extension OracleTable {
  private static func gapRecovery() throws -> [OracleRow] {
    let laws = OfflineLaw.samples
    // Long offline periods, 5 arrivals in each on average: else the limit of 20 is never reached.
    let long = OfflineLaw.exponential(mean: 10_800)
    return [
      try recoveryRow(laws[0], limit: 0), try recoveryRow(laws[0], limit: 1),
      try recoveryRow(laws[0], limit: 3),
      try recoveryRow(long, limit: 20, onlineMean: 97_200),
      try recoveryRow(laws[1], limit: 1), try recoveryRow(laws[2], limit: 3),
      try recoveryRow(laws[4], limit: 3), try recoveryRow(laws[5], limit: 1),
      try recoveryRow(laws[3], limit: 3, .summarised),
    ]
  }

  private static func recoveryRow(
    _ offline: OfflineLaw, limit: Int, _ fate: Fate = .shown, onlineMean: Double = onlineMean
  ) throws -> OracleRow {
    let oracle = GapRecovery(
      arrivalRate: rate, onlineMean: onlineMean, offline: offline, repeatLimit: limit)
    let expected = try fate == .shown ? oracle.shown() : oracle.summarised()
    let suffix = fate == .shown ? "" : ", \(fate.name)"
    return row(
      "gap recovery, \(offline.name), K = \(limit)\(suffix)", expected,
      world(offline: offline, onlineMean: onlineMean) {
        $0.strategy = .gapRecovery(Models.GapRecovery(repeatLimit: limit))
      },
      .share(fate))
  }
}

// MARK: - Exact ones

extension OracleTable {
  private static func exact() -> [OracleRow] {
    let (exponential, weibull) = (OfflineLaw.samples[0], OfflineLaw.samples[4])
    var listing = world(offline: nil) {
      $0.strategy = .gapRecovery(Models.GapRecovery(asPrinted: true))
    }
    // From the first push on: the chain of false gaps begins there.
    listing.warmup = .zero
    listing.devices = 1
    return [
      row(
        "as printed, always online: requests/expected", 1, listing,
        .requests(expected: AsPrinted.requests), replications: 200),
      row(
        "keep all, Weibull", KeepAll().deliverability,
        world(offline: weibull) { $0.service.kind = .keepAll }, replications: 200),
      row(
        "keep all, exponential, p = 10 %", KeepAll(linkLoss: loss).deliverability,
        world(offline: exponential, linkLoss: loss) { $0.service.kind = .keepAll }),
    ]
  }
}

// MARK: - Other push services

extension OracleTable {
  private static func boundedStores() throws -> [OracleRow] {
    let laws = OfflineLaw.samples
    return try [
      storeRow(.wnsToast, laws[4]) { $0.shownWithoutStore },
      storeRow(.webPush, laws[0], expiration: expiration) {
        try $0.shown(expiration: expiration)
      },
      storeRow(.webPush, laws[4], expiration: expiration) {
        try $0.shown(expiration: expiration)
      },
      storeRow(.mqtt, laws[0], capacity: 1) { try $0.shownOfQueue(capacity: 1) },
      storeRow(.mqtt, laws[4], capacity: 2) { try $0.shownOfQueue(capacity: 2) },
      storeRow(.apns, laws[0], capacity: 2) { try $0.shownOfNewest(capacity: 2) },
      storeRow(.apns, laws[4], capacity: 4) { try $0.shownOfNewest(capacity: 4) },
      storeRow(.apns, laws[3], capacity: 8) { try $0.shownOfNewest(capacity: 8) },
      storeRow(.apns, laws[4], capacity: 16) { try $0.shownOfNewest(capacity: 16) },
      storeRow(.apns, laws[4], capacity: 100, rate: 100 * rate) {
        try $0.shownOfNewest(capacity: 100)
      },
      storeRow(.apns, laws[4], capacity: 2, expiration: expiration) {
        try $0.shownOfNewest(capacity: 2, expiration: expiration)
      },
      storeRow(.fcm, laws[0], capacity: 1) { try $0.shownOfDiscarding(capacity: 1) },
      storeRow(.fcm, laws[0], capacity: 3) { try $0.shownOfDiscarding(capacity: 3) },
      storeRow(.fcm, laws[3], capacity: 2) { try $0.shownOfDiscarding(capacity: 2) },
      storeRow(.fcm, laws[0], capacity: 2, .synced) { try $0.syncedOfDiscarding(capacity: 2) },
    ]
  }

  /// R8: what a digest loses of an offline period.
  private static func digests() throws -> [OracleRow] {
    let laws = OfflineLaw.samples
    return try [(laws[0], 2), (laws[4], 1), (laws[3], 4)].map { offline, items in
      let oracle = BoundedStore(arrivalRate: rate, onlineMean: onlineMean, offline: offline)
      return row(
        "digest, \(offline.name), k = \(items)", try oracle.shownOfDigest(items: items),
        world(offline: offline) {
          $0.strategy = .fireAndForget.with(Digest(items: items))
        })
    }
  }

  /// A hundred messages in an offline period want more than 40 a day: `rate` [1/s].
  private static func storeRow(
    _ kind: PushService.Kind, _ offline: OfflineLaw, capacity: Int? = nil,
    expiration: Double? = nil, rate: Double = rate, _ fate: Fate = .shown,
    _ answer: (BoundedStore) throws -> Double
  ) throws -> OracleRow {
    let oracle = BoundedStore(arrivalRate: rate, onlineMean: onlineMean, offline: offline)
    let limit =
      (capacity.map { ", c = \($0)" } ?? "") + (expiration == nil ? "" : ", x = 20 min")
      + (rate == Self.rate ? "" : ", 4,000 messages a day")
    let suffix = fate == .shown ? "" : ", \(fate.name)"
    return row(
      "\(kind.rawValue), \(offline.name)\(limit)\(suffix)", try answer(oracle),
      world(offline: offline) {
        $0.workload.arrivals = .poisson(rate: law(.constant(value: rate)))
        $0.service.kind = kind
        $0.service.capacity = capacity
        if let expiration { $0.service.expiration = .seconds(expiration) }
      }, .share(fate))
  }
}
