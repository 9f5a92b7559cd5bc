import DeliverySim
import Foundation
import Models
import Statistics
import TestSupport
import Testing

/// Properties of devices are spread evenly over them (docs/explanation/statistics.md, R1.4, R1.8,
/// R4.1).
@Suite struct DeviceTraitTests {
  private static let primes: [DeviceTrait: UInt64] = [
    .group: 941, .rate: 7247, .settings: 12577, .presentation: 3659, .extensionAbsent: 11047,
    .openingRate: 19387, .lowPower: 317, .switchedOffAtNight: 24631, .killer: 17203,
    .backgroundRefresh: 47149, .pickupRate: 59791, .homeScreen: 39769, .permission: 17657,
    .badgeUpdateRate: 8839, .readReceiptRate: 25913, .patience: 751, .trust: 911,
    .otherServiceRate: 51283, .appStopped: 30727, .networkPace: 35227,
  ]
  /// Those that scenarios combine most.
  private static let main: [DeviceTrait] = [
    .group, .rate, .settings, .presentation, .extensionAbsent, .openingRate, .lowPower,
    .switchedOffAtNight,
  ]

  /// The places of devices.
  private static func places(
    _ trait: DeviceTrait, _ devices: StrideTo<Int>, replication: Int = 0
  ) -> [Double] {
    let source = RandomSource(seed: 7, replication: replication)
    return devices.map { source.uniform(trait, device: $0) }
  }

  /// The amount by which the share of places in an arc of the circle may miss its length: the
  /// largest distance above the diagonal plus the largest below (Kuiper's statistic). At least the
  /// star discrepancy; the same wherever the circle starts.
  private static func discrepancy(_ places: [Double]) -> Double {
    let size = Double(places.count)
    let (above, below) = places.sorted().enumerated().reduce((0.0, 0.0)) { ends, next in
      let (place, value) = (Double(next.offset), next.element)
      return (max(ends.0, (place + 1) / size - value), max(ends.1, value - place / size))
    }
    return above + below
  }

  /// The mean of it for so many independent numbers: √(π/2) / √n.
  private static func independent(_ count: Int) -> Double {
    (Double.pi / 2 / Double(count)).squareRoot()
  }

  @Test("Steps are fractional parts of square roots of different primes, made odd")
  func steps() throws {
    expect(Self.primes.count, equals: DeviceTrait.allCases.count)
    expect(Set(Self.primes.values).count, equals: DeviceTrait.allCases.count)
    for (trait, prime) in Self.primes {
      expect((2..<prime).allSatisfy { $0 * $0 > prime || prime % $0 != 0 }, "\(prime)")
      expect(trait.step % 2, equals: 1)
      // The last bit may have been added.
      let isRoot = [trait.step, trait.step - 1].contains { Self.isRoot($0, of: prime) }
      expect(isRoot, "\(trait)")
    }
  }

  /// root² ≤ prime · 2^128 < (root + 1)².
  private static func isRoot(_ fraction: UInt64, of prime: UInt64) -> Bool {
    let root = UInt128(Double(prime).squareRoot().rounded(.down)) << 64 | UInt128(fraction)
    let (low, high) = (
      root.multipliedFullWidth(by: root), (root + 1).multipliedFullWidth(by: root + 1)
    )
    return low.high < prime && high.high >= prime
  }

  @Test(
    "Of 1,000 devices in 1 to 16 regions or shards, those of each one lie evenly",
    arguments: DeviceTrait.allCases)
  func residues(trait: DeviceTrait) {
    var relative: [Double] = []
    for modulus in 1...16 {
      for residue in 0..<modulus {
        let places = Self.places(trait, stride(from: residue, to: 1000, by: modulus))
        relative.append(Self.discrepancy(places) / Self.independent(places.count))
      }
    }
    // The worst of 136 would be about 1.6 for independent numbers.
    expect((relative.max() ?? 1) <= 0.9, "at most \(relative.max() ?? 1)")
    expect(relative.reduce(0, +) / Double(relative.count) <= 0.6)
    // All devices together.
    expect(relative[0] <= 0.6)
  }

  @Test("Independent numbers would not pass: the bounds mean something")
  func power() {
    let source = RandomSource(seed: 7, replication: 0)
    let relative = (0..<100).map { purpose in
      let places = (0..<1000).map { device in
        var draws = source.stream(purpose: UInt8(purpose), device: device).draws(index: 0)
        return draws.uniform()
      }
      return Self.discrepancy(places) / Self.independent(1000)
    }
    // Kuiper's statistic is below 0.3 times its mean with a probability of 1e-11 (1e-9 for 100).
    expect((relative.min() ?? 0) > 0.3)
    // 1 with a standard deviation of 0.22: the mean of 100 misses it by 0.12 with a probability
    // below 1e-6.
    expect(abs(relative.reduce(0, +) / 100 - 1) < 0.12)
  }

  @Test("However many devices: a share has its number of them to within 24")
  func shares() {
    for trait in DeviceTrait.allCases {
      for count in [10, 30, 57, 100, 400, 2000] + (isNightly ? [20_000] : []) {
        let missing = Self.discrepancy(Self.places(trait, stride(from: 0, to: count, by: 1)))
        expect(missing * Double(count) <= 24, "\(trait), \(count): \(missing * Double(count))")
      }
    }
  }

  @Test("No two traits are related: no combination with small factors is nearly whole")
  func pairs() {
    for (place, one) in DeviceTrait.allCases.enumerated() {
      for other in DeviceTrait.allCases[..<place] {
        let areMain = Self.main.contains(one) && Self.main.contains(other)
        let found = Self.combination(one.step, other.step)
        expect(found >= (areMain ? 0.017 : 0.006), "\(one) and \(other): \(found)")
      }
    }
    // One and the same is what that notices.
    expect(Self.combination(DeviceTrait.group.step, DeviceTrait.group.step), equals: 0)
  }

  /// The least h · k · (distance of h·α ± k·β from whole numbers), for h and k up to 8. Shares of
  /// two traits have frequencies of sizes 1/h and 1/k; where a combination is nearly whole, many
  /// devices in turn are in both or in neither.
  private static func combination(_ a: UInt64, _ b: UInt64) -> Double {
    var least = 1.0
    for (h, k) in (1...8).flatMap({ h in (1...8).map { (UInt64(h), UInt64($0)) } }) {
      for sum in [h &* a &+ k &* b, h &* a &- k &* b] {
        least = min(least, Double(h * k) * Double(min(sum, 0 &- sum)) * 0x1p-64)
      }
    }
    return least
  }

  @Test("Main traits combined: so many devices have both as should, rather than at random")
  func both() {
    for (place, one) in Self.main.enumerated() {
      for other in Self.main[..<place] {
        for count in [30, 100, 400] {
          let devices = stride(from: 0, to: count, by: 1)
          let counts = (0..<400).map { replication in
            zip(
              Self.places(one, devices, replication: replication),
              Self.places(other, devices, replication: replication)
            ).count { $0 < 0.3 && $1 < 0.2 }
          }
          let mean = 0.06 * Double(count)
          let squares = counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / 400
          // Independent: 1. Those of 400 replications have a standard error of 7 %.
          let ratio = squares / (mean * 0.94)
          expect(ratio < 1.75, "\(one) and \(other), \(count) devices: \(ratio)")
        }
      }
    }
  }

  @Test("A device's own place is uniform over replications", arguments: DeviceTrait.allCases)
  func uniform(trait: DeviceTrait) {
    for device in [0, 1, 999] {
      let places = (0..<4000).flatMap {
        Self.places(trait, stride(from: device, to: device + 1, by: 1), replication: $0)
      }.sorted()
      let size = Double(places.count)
      let distance = places.enumerated().reduce(0.0) { largest, next in
        max(
          largest, (Double(next.offset) + 1) / size - next.element,
          next.element - Double(next.offset) / size)
      }
      // One of 54 tests that share a false-alarm probability of 1e-6.
      expect(Kolmogorov.pValue(distance: distance, count: 4000) > 1e-6 / 54)
    }
  }
}

// MARK: - In the model

extension DeviceTraitTests {
  /// A world with a group of 30 %, a fifth denied and a tenth with alerts off.
  private static func world(devices: Int) -> World {
    var world = smallWorld(at: [10]) {
      $0.settings = NotificationSettings(denied: share(0.2), alertsOff: share(0.1))
    }
    world.devices = devices
    world.groups = [DeviceGroup(name: "some", share: share(0.3), setup: world.setup)]
    return world
  }

  @Test(
    "R1.8 R4.1 groups and settings have the places of the layout, however many devices"
  )
  func places() throws {
    for replication in 0..<3 {
      let source = RandomSource(seed: Self.world(devices: 1).seed, replication: replication)
      // Independently of the engine: the number of the purpose is
      // docs/explanation/determinism.md's.
      func place(_ purpose: UInt8, _ prime: UInt64, _ device: Int) -> Double {
        var start = source.stream(purpose: purpose, device: 1 << 32 - 1).draws(index: 0)
        let root = Double(prime).squareRoot()
        let sum = start.uniform() + (root - root.rounded(.down)) * Double(device)
        return sum - sum.rounded(.down)
      }
      for device in 0..<30 {
        let stories = try [30, 57].map {
          try tellStory(Self.world(devices: $0), replication: replication, device: device)
        }
        expect(stories[0].tally, equals: stories[1].tally)
        expect(stories[0].group, equals: place(120, 941, device) < 0.3 ? 0 : 1)
        let setting = place(72, 12577, device)
        let cause: Cause =
          setting < 0.2 ? .phone(.disabled) : setting < 0.3 ? .phone(.alertsOff) : .none
        expect(stories[0].outcomes[0].cause, equals: cause)
      }
    }
  }

  @Test("R1.8 R4.1 each replication has nearly its share of each kind, and of both at once")
  func counts() throws {
    var sums: [Double] = []
    for replication in 0..<40 {
      let tally = try simulate(Self.world(devices: 100), replication: replication, devices: 0..<100)
      // Independently drawn their standard deviations would be 4.6, 4 and 3.
      expect(abs(Double(tally.groups[0].deviceCount) - 30) <= 6)
      func lost(_ cause: Cause, _ tally: Tally) -> Double {
        Double(tally.fates[Tally.fateIndex(.lost, cause, .none)])
      }
      expect(abs(lost(.phone(.disabled), tally) - 20) <= 6)
      expect(abs(lost(.phone(.alertsOff), tally) - 10) <= 6)
      sums.append(lost(.phone(.disabled), tally.groups[0]))
    }
    // 6 of 100 are in the group and denied. Independent ones would have a variance of 5.64.
    let mean = sums.reduce(0, +) / 40
    let variance = sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39
    expect(variance < 0.8 * 5.64, "variance \(variance)")
    // False-alarm probability 1e-6, with that variance.
    expect(abs(mean - 6) < 4.9 * (0.8 * 5.64 / 40).squareRoot())
  }

  @Test("R1.4 rates of devices are spread evenly, and their mean is the law's")
  func rates() throws {
    let mean = 40 / 86_400.0
    var world = smallWorld(at: [], duration: .days(1))
    world.devices = 200
    let laws = [law(.gamma(mean: mean, shape: 0.5)), law(.uniform(min: 0, max: 2 * mean))]
    for (place, rate) in laws.enumerated() {
      world.setup.workload.arrivals = .poisson(rate: rate)
      let counts = try (0..<40).map { replication in
        Double(try simulate(world, replication: replication, devices: 0..<200)[.owed])
      }
      let average = counts.reduce(0, +) / 40
      let variance = counts.reduce(0) { $0 + ($1 - average) * ($1 - average) } / 39
      // Of the messages' chance alone it is 1, in units of 200 · 40; of rates drawn independently
      // 40 · 2 or 40/3 more. What is left of the first law is in its tail.
      expect(variance / 8000 < (place == 0 ? 30 : 5), "\(rate.law): variance \(variance / 8000)")
      let row = Agreement(
        "\(rate.law)", expected: 8000, observed: average,
        standardError: (variance / 40).squareRoot(), tableSize: 2)
      print(row)
      expect(row.holds, "\(row)")
    }
  }
}
