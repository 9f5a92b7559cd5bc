import DeliverySim
import Models
import TestSupport
import Testing

/// R1.9: connectivity by the hour. `R01_09PaceTests` has the arithmetic of a pace.
@Suite struct R01_09Tests {
  private func pace(_ weight: (_ hourOfDay: Int) -> Double) throws -> WeeklyPace {
    try unwrap(WeeklyPace(hours: (0..<168).map { weight($0 % 24) }))
  }

  private func onOff(_ up: Distribution, _ down: Distribution) throws -> OnOffProcess {
    try unwrap(OnOffProcess(up: up, down: down))
  }

  private func world(_ network: Network) -> World {
    var world = smallWorld(at: [], duration: .days(20)) { $0.network = network }
    world.devices = 100
    return world
  }

  /// When a device comes online or goes offline [µs], the state at the start first.
  private func changes(_ world: World, device: Int = 0) throws -> [(time: Int64, isOnline: Bool)] {
    try tellStory(world, replication: 0, device: device).records
      .filter { [.online, .offline].contains($0.event) }
      .map { ($0.time.microseconds, $0.event == .online) }
  }

  /// The spans of a kind that begin and end in the run, but for the first one [µs].
  private func spans(_ world: World, online: Bool) throws -> [Int64] {
    let changes = try changes(world).dropFirst()
    return zip(changes, changes.dropFirst()).filter { $0.0.isOnline == online }
      .map { $1.time - $0.time }
  }

  @Test("R1.9 online spans are used up at the online pace, offline spans at the offline pace")
  func eachHasItsPace() throws {
    let process = try onOff(constant(3 * 3600), constant(3600))
    let paces = Paces(online: try pace { _ in 6 }, offline: try pace { _ in 0.5 })
    let both = world(Network(onOff: process, paces: paces))
    expect(Set(try spans(both, online: true)), equals: [1_800_000_000])
    expect(Set(try spans(both, online: false)), equals: [7_200_000_000])
    let online = world(Network(onOff: process, paces: Paces(online: paces.online)))
    expect(Set(try spans(online, online: true)), equals: [1_800_000_000])
    expect(Set(try spans(online, online: false)), equals: [3_600_000_000])
    let offline = world(Network(onOff: process, paces: Paces(offline: paces.offline)))
    expect(Set(try spans(offline, online: true)), equals: [10_800_000_000])
    expect(Set(try spans(offline, online: false)), equals: [7_200_000_000])
  }

  @Test("R1.9 the hour decides: no span ends in an hour of pace 0")
  func zeroHours() throws {
    // Nobody comes back before six, nobody leaves after six in the evening.
    let paces = Paces(
      online: try pace { $0 < 18 ? 1 : 0 }, offline: try pace { $0 < 6 ? 0 : 1 })
    let process = try onOff(law(.exponential(mean: 7200)), law(.exponential(mean: 1800)))
    var (returns, departures) = (0, 0)
    for device in 0..<20 {
      let world = world(Network(onOff: process, paces: paces))
      for change in try changes(world, device: device).dropFirst() {
        let hour = change.time / 3_600_000_000 % 24
        if change.isOnline { returns += 1 } else { departures += 1 }
        expect(change.isOnline ? hour >= 6 : hour < 18, "hour \(hour)")
      }
    }
    expect(returns > 1000 && departures > 1000)
  }

  @Test("R1.9 the start is that of pace 1: the same state, and what is left is used up at the pace")
  func start() throws {
    let process = try onOff(law(.exponential(mean: 7200)), law(.exponential(mean: 7200)))
    let paces = Paces(online: try pace { _ in 4 }, offline: try pace { _ in 0.25 })
    var states: Set<Bool> = []
    for device in 0..<20 {
      let plain = try changes(world(Network(onOff: process)), device: device)
      let paced = try changes(world(Network(onOff: process, paces: paces)), device: device)
      expect(paced[0].isOnline, equals: plain[0].isOnline)
      states.insert(paced[0].isOnline)
      let rest = plain[1].time
      let expected = paced[0].isOnline ? (rest + 2) / 4 : 4 * rest
      expect(paced[1].time, equals: expected)
    }
    expect(states.count, equals: 2)
  }

  @Test("R1.9 laws, keyed draws and coupling stay: span n is the same span, used up faster")
  func drawsStay() throws {
    let process = try onOff(
      law(.weibull(scale: 7200, shape: 0.6)), law(.lognormal(logMedian: 8, sigma: 1)))
    let paces = Paces(online: try pace { _ in 2 }, offline: try pace { _ in 0.5 })
    let plain = world(Network(onOff: process))
    let paced = world(Network(onOff: process, paces: paces))
    let online = zip(try spans(plain, online: true), try spans(paced, online: true))
    expect(online.map { _ in 1 }.count > 50)
    expect(online.allSatisfy { ($0 + 1) / 2 == $1 })
    let offline = zip(try spans(plain, online: false), try spans(paced, online: false))
    expect(offline.allSatisfy { 2 * $0 == $1 })
  }

  @Test("R1.9 the pace of the clock in every hour changes nothing")
  func paceOfTheClock() throws {
    let process = try onOff(law(.exponential(mean: 7200)), law(.weibull(scale: 900, shape: 0.6)))
    let clock = try pace { _ in 1 }
    var worlds = [Paces(), Paces(online: clock, offline: clock)].map { paces in
      world(Network(onOff: process, reconnect: law(.exponential(mean: 5)), paces: paces))
    }
    for place in worlds.indices {
      worlds[place].setup.workload.arrivals = .poisson(rate: law(.constant(value: 1e-3)))
    }
    let tallies = try worlds.map { try simulate($0, replication: 0, devices: 0..<20) }
    expect(tallies[0] == tallies[1])
  }

  @Test("R1.9 regions have no pace")
  func regionsHaveNone() throws {
    let outages = try onOff(constant(5 * 3600), constant(3600))
    let paces = Paces(online: try pace { _ in 6 }, offline: try pace { _ in 6 })
    var world = world(Network(paces: paces))
    world.regions = Regions(count: 1, onOff: outages)
    expect(Set(try spans(world, online: false)), equals: [3_600_000_000])
    expect(Set(try spans(world, online: true)), equals: [18_000_000_000])
  }

  @Test("R1.9 a group can have paces of its own")
  func groups() throws {
    var world = world(Network(onOff: try onOff(constant(3 * 3600), constant(3600))))
    var setup = world.setup
    setup.network.paces.offline = try pace { _ in 0.25 }
    world.groups = [DeviceGroup(name: "slow", share: share(0.5), setup: setup)]
    var lengths: Set<Int64> = []
    for device in 0..<20 {
      let changes = try changes(world, device: device).dropFirst()
      let all = zip(changes, changes.dropFirst()).filter { !$0.0.isOnline }
        .map { $1.time - $0.time }
      expect(Set(all).count, equals: 1)
      lengths.formUnion(all)
    }
    expect(lengths, equals: [3_600_000_000, 14_400_000_000])
  }
}
