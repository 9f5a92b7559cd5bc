import DeliverySim
import Models
import Statistics
import TestSupport
import Testing

/// The first counted day and those that are compared with it (docs/explanation/statistics.md).
@Suite struct FirstDayTests {
  private static func world(
    warmup: Double = 7, days: Double = 28, drain: Double = 3,
    change: (inout DeviceSetup) -> Void = { _ in }
  ) -> World {
    var setup = DeviceSetup(
      workload: Workload(arrivals: .poisson(rate: law(.constant(value: 20 / 86_400)))))
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: 21_600)), down: law(.exponential(mean: 7200)))
    change(&setup)
    return World(
      seed: 24, devices: 3, warmup: .days(warmup), duration: .days(warmup + days),
      drain: .days(drain), setup: setup)
  }

  @Test("The last seven whole days, for which a day is left before the run ends")
  func days() throws {
    let plain = try unwrap(FirstDay(Self.world()))
    expect(plain.first, equals: .days(7)..<(.days(8)))
    expect(plain.later, equals: [.days(28)..<(.days(35))])
    expect(plain.within, equals: .days(3))
    // Without a drain the last day would have no time to be shown.
    let short = try unwrap(FirstDay(Self.world(drain: 0)))
    expect(short.later, equals: [.days(27)..<(.days(34))])
    expect(short.within, equals: .days(1))
    expect(FirstDay(Self.world(days: 2, drain: 0)) == nil)
    let two = try unwrap(FirstDay(Self.world(days: 2.5, drain: 0.75)))
    expect(two.later, equals: [.days(8)..<(.days(9))])
    expect(two.within, equals: .days(1.25))
    expect(FirstDay(Self.world(days: 1.9, drain: 5)) == nil)
  }

  @Test("Where something follows the week, the same weekday of later weeks")
  func weeks() throws {
    let night = WeeklyHours([.init(from: .hours(22), to: .hours(7))])
    let changes: [(inout DeviceSetup) -> Void] = [
      { $0.presentation = PresentationSchedule(quiet: night) },
      { $0.user = User(asleep: night) },
      {
        $0.network.paces = Paces(online: WeeklyPace(hours: [2] + Array(repeating: 1, count: 167)))
      },
    ]
    for change in changes {
      let days = try unwrap(FirstDay(Self.world(change: change)))
      expect(days.later, equals: [14, 21, 28].map { .days($0)..<(.days($0 + 1)) })
      expect(days.within, equals: .days(9))
      expect(FirstDay(Self.world(days: 7, change: change)) == nil)
    }
  }

  @Test("What is counted is what the stories tell")
  func counts() throws {
    for world in [Self.world(), Self.world(drain: 0)] {
      let days = try unwrap(FirstDay(world))
      let stories = try (0..<3).map { try tellStory(world, replication: 0, device: $0) }
      let all = stories.flatMap(\.outcomes)
      func owed(_ spans: [Range<SimTime>]) -> [DeviceStory.Outcome] {
        all.filter { outcome in spans.contains { $0.contains(outcome.created) } }
      }
      func shown(_ spans: [Range<SimTime>]) -> Int {
        owed(spans).count { outcome in
          outcome.shown.map { $0 - outcome.created <= days.within } ?? false
        }
      }
      let tally = try simulate(world, replication: 0, devices: 0..<3)
      expect(tally[WorldCounter.firstDayOwed], equals: UInt128(owed([days.first]).count))
      expect(tally[WorldCounter.firstDayShown], equals: UInt128(shown([days.first])))
      expect(tally[WorldCounter.laterDaysOwed], equals: UInt128(owed(days.later).count))
      expect(tally[WorldCounter.laterDaysShown], equals: UInt128(shown(days.later)))
      expect(
        tally[WorldCounter.firstDayShown] > 0
          && tally[WorldCounter.laterDaysShown] > tally[WorldCounter.firstDayShown])
    }
  }

  // MARK: The test

  /// Each replication of a resample is drawn by itself.
  private static func resampling(_ seed: UInt64) -> Resampling {
    Resampling { number, indices in
      var random = SplitMix64(state: seed &* 1_000_003 &+ UInt64(number))
      for place in indices.indices { indices[place] = UInt32(random.below(indices.count)) }
    }
  }

  /// The number of such runs of 20 replications with 10 devices that differ at the level 1e-3.
  private func alarms(_ world: World, runs: Int) throws -> Int {
    try (0..<runs).count { run in
      var world = world
      (world.devices, world.seed) = (10, UInt64(run))
      let tallies = try (0..<20).map {
        try simulate(world, replication: $0, devices: 0..<10)
      }
      func sample(_ shown: Counter, _ owed: Counter) -> RatioSample {
        RatioSample(
          numerators: tallies.map { Double($0[shown]) },
          denominators: tallies.map { Double($0[owed]) })
      }
      let test = FirstDayTest(
        first: sample(Counter(WorldCounter.firstDayShown), Counter(WorldCounter.firstDayOwed)),
        later: sample(Counter(WorldCounter.laterDaysShown), Counter(WorldCounter.laterDaysOwed)),
        resampling: Self.resampling(UInt64(run)))
      return (test?.pValue ?? 1) < 1e-3
    }
  }

  @Test("A stationary world raises no alarm, whatever is left of its messages at the end")
  func noFalseAlarm() throws {
    // At a level of 1e-3 more than 5 of 200 runs alarm with a probability of 7e-8.
    for drain in [0.0, 2] {
      let count = try alarms(Self.world(warmup: 0, days: 9, drain: drain), runs: 200)
      print("alarms in 200 stationary runs, drain \(drain) d: \(count)")
      expect(count <= 5)
    }
  }

  @Test("Queues that start empty and fill do")
  func fillingQueues() throws {
    let world = Self.world(warmup: 0, days: 20, drain: 10) {
      $0.service.kind = .mqtt
      $0.service.capacity = 20
      $0.network.onOff = OnOffProcess(
        up: law(.exponential(mean: 86_400)), down: law(.exponential(mean: 5 * 86_400)))
    }
    // In the first day hardly a queue is full.
    expect(try alarms(world, runs: 10) >= 9)
    var late = world
    (late.warmup, late.duration) = (.days(40), .days(60))
    expect(try alarms(late, runs: 10) <= 1)
  }
}
