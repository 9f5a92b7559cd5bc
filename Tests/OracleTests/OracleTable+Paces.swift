import DeliverySim
import Models
import Oracles
import TestSupport

/// R1.9: connectivity by the hour, against the periodic solution of a chain of two states.
extension OracleTable {
  /// 100 a day [1/s].
  private static let rate = 100.0 / 86_400
  /// [s]
  private static let (onlineMean, offlineMean) = (7200.0, 600.0)

  private static let nights: Set<Int> = Set((0..<168).filter { $0 % 24 < 7 })
  private static let commutes: Set<Int> = Set(
    (0..<120).filter { [7, 8, 17, 18].contains($0 % 24) })
  private static let all: Set<Int> = Set(0..<168)

  static func paces() -> [OracleRow] {
    let chain = pacedChain(offlineAtNight: 0.2)
    let without = chain.offlineShares.map { 1 - $0 }
    let stored = chain.newestOnlyLoss(arrivalRate: rate).map { 1 - $0 }
    let asleep = pacedChain(offlineAtNight: 0).newestOnlyLoss(arrivalRate: rate).map { 1 - $0 }
    return [
      row("online at night", without, nights) { $0.service.kind = .wnsToast },
      row("online when commuting", without, commutes) { $0.service.kind = .wnsToast },
      row("newest only, created at night", stored, nights),
      row("newest only, created when commuting", stored, commutes),
      row("newest only, all hours", stored, all),
      row("newest only, no return at night", asleep, all) { setup in
        setup.network.paces.offline = WeeklyPace(hours: offlinePace(atNight: 0))
      },
    ]
  }

  /// R1.6: devices whose online spans are divided by 1/4 or 4, over their mean. One is offline with
  /// its own share of time, and what is overwritten in an absence depends on the absence alone.
  static func devicePaces() -> [OracleRow] {
    let numbers = [0.25, 4.0]
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let shares = numbers.map { offlineMean / (onlineMean * mean / $0 + offlineMean) }
    let overwritten = rate / (rate + 1 / offlineMean)
    let lost = shares.reduce(0, +) / Double(shares.count) * overwritten
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    setup.network = Network(
      onOff: OnOffProcess(
        up: law(.exponential(mean: onlineMean)), down: law(.exponential(mean: offlineMean))),
      devicePace: law(.empirical(values: numbers)))
    return [
      OracleRow(
        name: "device paces 0.25 and 4", expected: 1 - lost, measure: .share(.shown),
        world: World(
          seed: 20_190_828, devices: 4, warmup: .days(1), duration: .days(61), drain: .days(5),
          setup: setup),
        replications: 1800)
    ]
  }

  private static func pacedChain(offlineAtNight pace: Double) -> PeriodicChain {
    PeriodicChain(
      onlineMean: onlineMean, offlineMean: offlineMean, onlinePace: onlinePace,
      offlinePace: offlinePace(atNight: pace))
  }

  private static var onlinePace: [Double] {
    (0..<168).map { nights.contains($0) ? 0.25 : commutes.contains($0) ? 6 : 1 }
  }

  private static func offlinePace(atNight pace: Double) -> [Double] {
    (0..<168).map { nights.contains($0) ? pace : commutes.contains($0) ? 2 : 1 }
  }

  /// - Parameter shown: The share shown by hour of creation.
  private static func row(
    _ name: String, _ shown: [Double], _ hours: Set<Int>,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) -> OracleRow {
    let arrivals = Workload.Arrivals.poisson(rate: law(.constant(value: rate)))
    var setup = DeviceSetup(workload: Workload(arrivals: arrivals))
    setup.network = Network(
      onOff: OnOffProcess(
        up: law(.exponential(mean: onlineMean)), down: law(.exponential(mean: offlineMean))),
      paces: Paces(
        online: WeeklyPace(hours: onlinePace),
        offline: WeeklyPace(hours: offlinePace(atNight: 0.2))))
    change(&setup)
    // Whole weeks, so that each hour counts alike; the start has been forgotten after the first.
    return OracleRow(
      name: "paces: \(name)", expected: hours.reduce(0) { $0 + shown[$1] } / Double(hours.count),
      measure: .shownInHours(hours),
      world: World(
        seed: 20_190_828, devices: 6, warmup: .days(7), duration: .days(63), drain: .days(5),
        timelineStep: .hours(1), setup: setup),
      replications: 1800)
  }
}
