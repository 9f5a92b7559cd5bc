import DeliverySim
import Foundation
import Models
import Statistics
import TestSupport
import Testing

/// Numbers with a known mean, which control variates are made of (docs/explanation/statistics.md,
/// "Controls").
@Suite struct SurplusTests {
  private static let numbers: [Surplus] = [
    .runs(1), .runs(2), .runs(3), .runs(7), .firstRuns(1), .firstRuns(2),
    .firstAbsences(2), .linkLosses, .failedRequests, .intakeLosses, .repeatLosses,
  ]

  // MARK: Counts

  /// An independent path: the changes of state that a story tells, and pairs, triples and so on of
  /// messages, one by one.
  @Test("Runs are those of a device's story")
  func counts() throws {
    for seed in 0..<30 as Range<UInt64> {
      var worlds = SurplusWorlds(seed: seed, hasRegions: false)
      var world = worlds.next()
      world.devices = 3
      world.surplus = SurplusPlan(Self.numbers)
      for device in 0..<world.devices {
        let story = try tellStory(world, replication: 0, device: device)
        let counted = story.tally.surplus
        for (place, number) in Self.numbers.enumerated() {
          switch number {
          case .runs(let length):
            expect(counted[place].count, equals: Self.runs(length, story, world, from: nil))
          case .firstRuns(let length):
            expect(counted[place].count, equals: Self.runs(length, story, world, from: 0))
          case .firstAbsences(let length):
            let runs = Self.runs(length, story, world, from: 0)
            expect(counted[place].count, equals: min(1, runs))
          case .reachable, .linkLosses, .failedRequests, .intakeLosses, .repeatLosses: continue
          }
        }
      }
    }
  }

  /// - Parameter first: All messages from this one on must be inside; nil: those of the run.
  private static func runs(
    _ length: Int, _ story: DeviceStory, _ world: World, from first: Int?
  ) -> UInt64 {
    let created = story.outcomes.map(\.created)
    let changes = story.records.filter { [.online, .offline].contains($0.event) }
    let returns = changes.filter { $0.event == .online }.map(\.time)
    // The absence with the return after it; nil: none.
    let absences = changes.filter { $0.event == .offline }.map { change in
      (start: change.time, back: returns.first { $0 > change.time })
    }
    let runs = created.indices.filter { place in
      guard world.isCounted(created[place]), place + length <= created.count else { return false }
      let (begin, end) = (created[first ?? place], created[place + length - 1])
      // Offline since before the first of them, and not back before the last.
      return absences.contains { $0.start < begin && ($0.back ?? end) >= end }
    }
    return UInt64(runs.count)
  }

  // MARK: Both ways

  @Test("R1.6 absences count, whether they are one step or several events")
  func bothWays() throws {
    var worlds = SurplusWorlds(seed: 4, hasRegions: false)
    var expected = 0.0
    for _ in 0..<20 {
      var world = worlds.next()
      world.surplus = SurplusPlan([.runs(1), .runs(2)])
      let tallies = try [true, false].map {
        try simulate(
          world, replication: 0, devices: 0..<world.devices, batchSize: 1, maySkipEvents: $0)
      }
      expect(tallies[0], equals: tallies[1])
      expected += tallies[0].surplus[0].mean
    }
    expect(expected > 0)
  }

  // MARK: Means

  /// False-alarm probability: |z| < 5 for each kind, 6e-7 each. By day a sixtieth of the worlds.
  @Test("The mean of each kind is the one that is expected", arguments: [false, true])
  func means(hasRegions: Bool) throws {
    try check(
      [
        .runs(1), .runs(2), .runs(3), .runs(7), .reachable, .linkLosses, .failedRequests,
        .intakeLosses, .repeatLosses,
      ],
      isNightly ? 8000 : 130, SurplusWorlds(seed: hasRegions ? 2 : 1, hasRegions: hasRegions))
  }

  /// Likewise, of devices at their beginning.
  @Test("The mean of runs from the first message on is the one that is expected")
  func meansOfFirst() throws {
    try check(
      [.firstRuns(1), .firstRuns(2), .firstAbsences(2)], isNightly ? 18_000 : 100,
      SurplusWorlds(seed: 3, hasRegions: false, areFresh: true))
  }

  private func check(_ numbers: [Surplus], _ count: Int, _ worlds: SurplusWorlds) throws {
    var worlds = worlds
    var sums = numbers.map { _ in (surplus: 0.0, squares: 0.0, expected: 0.0) }
    for _ in 0..<count {
      var world = worlds.next()
      let plan = SurplusPlan(numbers)
      world.surplus = plan
      let tally = try simulate(world, replication: 0, devices: 0..<world.devices, batchSize: 20)
      for (place, found) in tally.surplus.enumerated() {
        sums[place].surplus += found.surplus
        sums[place].squares += found.surplus * found.surplus
        sums[place].expected += found.mean
      }
    }
    for (number, sum) in zip(numbers, sums) {
      let error = sum.squares.squareRoot()
      let name = "\(number)".padding(toLength: 22, withPad: " ", startingAt: 0)
      let relative = String(format: "%.3f %%", 100 * error / sum.expected)
      print("\(name) z \(String(format: "%6.2f", sum.surplus / error)), error \(relative)")
      expect(abs(sum.surplus) < 5 * error, "\(number): \(sum.surplus / error)")
      // Of seven messages in one absence there are fewer.
      guard isNightly, number != .runs(7) else { continue }
      expect(error <= 0.0015 * sum.expected, "\(number): \(relative)")
      let wrong = abs(sum.surplus - 0.01 * sum.expected)
      expect(wrong > 5 * error, "a mean that is wrong by 1 % is found: \(number)")
    }
  }

  @Test("Messages in absences that hold at least m are m runs of m less m - 1 of m + 1")
  func messages() {
    for held in 0..<40 {
      for least in 1..<12 {
        let runs = { length in Double(max(0, held - length + 1)) }
        let sum = Double(least) * runs(least) - Double(least - 1) * runs(least + 1)
        expect(sum, equals: held >= least ? Double(held) : 0)
      }
    }
  }

  // MARK: Counted devices

  @Test("Neither batches nor other strategies change what is counted")
  func isOfTheWorld() throws {
    var worlds = SurplusWorlds(seed: 5, hasRegions: true)
    for _ in 0..<5 {
      var world = worlds.next()
      world.surplus = SurplusPlan(Self.numbers)
      var other = world
      other.setup.strategy = .fireAndForget
      let alone = try [world, other].map {
        try simulate($0, replication: 0, devices: 0..<$0.devices, batchSize: 7)
      }
      let together = try simulate([world, other], replication: 0, devices: 0..<world.devices)
      expect(alone[0] == together[0] && alone[1] == together[1])
      let pairs = zip(alone[0].surplus, alone[1].surplus)
      for (number, pair) in zip(Self.numbers, pairs) where number.isOfWorld {
        expect(pair.0 == pair.1, "\(number)")
      }
    }
  }

  @Test("Without a plan nothing is counted, and no result changes")
  func without() throws {
    var worlds = SurplusWorlds(seed: 6, hasRegions: true)
    var world = worlds.next()
    let plain = try simulate(world, replication: 0, devices: 0..<world.devices)
    world.surplus = SurplusPlan(Self.numbers)
    let counted = try simulate(world, replication: 0, devices: 0..<world.devices)
    expect(plain.surplus.isEmpty)
    expect(plain.fingerprint, equals: counted.fingerprint)
    expect(plain[.shown], equals: counted[.shown])
  }
}

/// Random worlds with absences.
struct SurplusWorlds {
  private var random: SplitMix64
  private let hasRegions: Bool
  /// Many devices, from their first message on.
  private let areFresh: Bool

  init(seed: UInt64, hasRegions: Bool, areFresh: Bool = false) {
    (random, self.hasRegions, self.areFresh) = (SplitMix64(state: seed), hasRegions, areFresh)
  }

  mutating func next() -> World {
    let hour = 3600 * exp(2 * uniform() - 1)
    var setup = DeviceSetup(
      workload: Workload(arrivals: arrivals(hour)), strategy: .gapRecovery(.init(repeatLimit: 30)))
    setup.network = Network(
      onOff: OnOffProcess(up: span(4 * hour), down: span(hour)),
      reconnect: law(.exponential(mean: 0.1 * hour)))
    setup.provider.link = Hop(loss: chance(0.2), latency: law(.exponential(mean: 30)))
    setup.provider.resend.failure = chance(0.5)
    setup.provider.intake = Hop(loss: chance(0.1))
    setup.settings = NotificationSettings(denied: chance(0.3), alertsOff: chance(0.3))
    setup.service.latency = law(.exponential(mean: 0.05 * hour))
    var world = World(
      seed: random.next(), devices: 12, warmup: .hours(24 * uniform()), duration: .days(6),
      drain: .hours(uniform() < 0.5 ? 0 : 200), setup: setup)
    if areFresh {
      (world.devices, world.warmup, world.duration) = (300, .zero, .hours(12))
      world.drain = .hours(12)
    }
    if hasRegions {
      world.regions = OnOffProcess(up: span(6 * hour), down: span(hour)).map {
        Regions(count: 6, onOff: $0)
      }
    }
    return world
  }

  private mutating func arrivals(_ hour: Double) -> Workload.Arrivals {
    switch random.below(4) {
    case 0: return .poisson(rate: law(.constant(value: 3 / hour)))
    case 1: return .poisson(rate: law(.uniform(min: 1 / hour, max: 5 / hour)))
    case 2:
      return .bursts(
        .init(
          between: smooth(hour), size: law(.geometric(mean: 3)), within: smooth(0.1 * hour)))
    default:
      return .bursts(
        .init(
          between: smooth(hour), size: law(.uniform(min: 1, max: 5)), within: smooth(0.1 * hour)))
    }
  }

  private mutating func span(_ mean: Double) -> Distribution {
    random.below(7) == 0 ? law(.constant(value: mean)) : smooth(mean)
  }

  /// Gaps that are as long as an absence would be on the edge of what is right.
  private mutating func smooth(_ mean: Double) -> Distribution {
    switch random.below(6) {
    case 0: law(.exponential(mean: mean))
    case 1: law(.weibull(scale: mean / tgamma(1 + 1 / 0.7), shape: 0.7))
    case 2: law(.lognormal(logMedian: log(mean) - 0.32, sigma: 0.8))
    case 3: law(.uniform(min: 0.5 * mean, max: 1.5 * mean))
    case 4: law(.gamma(mean: mean, shape: 2))
    default: law(.hyperexponential(weights: [1, 1], means: [0.5 * mean, 1.5 * mean]))
    }
  }

  private mutating func chance(_ most: Double) -> Probability { share(most * uniform()) }

  private mutating func uniform() -> Double { Double(random.next() >> 11) * 0x1p-53 }
}
