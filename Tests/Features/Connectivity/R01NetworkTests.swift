import DeliverySim
import Models
import TestSupport
import Testing

/// R1.6 and R1.7: when a device is online, and when it is connected.
@Suite struct R01NetworkTests {
  private func world(_ network: Network = Network(), _ regions: Regions? = nil) -> World {
    var world = smallWorld(at: [], duration: .days(10)) { $0.network = network }
    world.regions = regions
    world.devices = 1000
    return world
  }

  /// When a device is online: [start, end) in µs, up to the end of the run.
  private func onlineSpans(_ world: World, device: Int = 0) throws -> [Range<Int64>] {
    var spans: [Range<Int64>] = []
    var start: Int64?
    for record in try tellStory(world, replication: 0, device: device).records {
      let time = record.time.microseconds
      if record.event == .online { start = time }
      if record.event == .offline {
        if let start { spans.append(start..<time) }
        start = nil
      }
    }
    if let start { spans.append(start..<world.horizon.microseconds) }
    return spans
  }

  private func onOff(up: Double, down: Double) throws -> OnOffProcess {
    try unwrap(
      OnOffProcess(up: law(.exponential(mean: up)), down: law(.exponential(mean: down))))
  }

  @Test("R1.6 the start is stationary: the right state and a residual life")
  func startIsStationary() throws {
    // Online for 3 h, offline for 1 h, both constant: online at the start with probability 3/4, and
    // what is left of the first span is uniform in 0 ... 3 h, or 0 ... 1 h. False alarms of the
    // three together: 1e-6.
    let process = try unwrap(OnOffProcess(up: constant(3 * 3600), down: constant(3600)))
    var (up, down): ([Double], [Double]) = ([], [])
    for device in 0..<4000 {
      var short = world(Network(onOff: process))
      short.duration = .hours(4)
      let records = try tellStory(short, replication: 0, device: device).records
      try #require(records.count > 1)
      let rest = records[1].time.seconds / 3600
      if records[0].event == .online { up.append(rest) } else { down.append(rest) }
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let uniform = (1.0 / 12).squareRoot()
    let table = [
      Agreement(
        "online at the start", expected: 0.75, observed: Double(up.count) / 4000,
        standardError: (0.75 * 0.25 / 4000).squareRoot(), tableSize: 3),
      Agreement(
        "rest of the first online span [h]", expected: 1.5, observed: mean(up),
        standardError: 3 * uniform / Double(up.count).squareRoot(), tableSize: 3),
      Agreement(
        "rest of the first offline span [h]", expected: 0.5, observed: mean(down),
        standardError: uniform / Double(down.count).squareRoot(), tableSize: 3),
    ]
    for row in table { expect(row.holds, "\(row)") }
    expect(up.allSatisfy { $0 <= 3 } && down.allSatisfy { $0 <= 1 })
  }

  @Test("R1.6 online and offline spans have their own laws")
  func spansHaveTheirLaws() throws {
    let process = try unwrap(OnOffProcess(up: constant(3 * 3600), down: constant(3600)))
    let spans = try onlineSpans(world(Network(onOff: process)))
    // The first and the last one are cut.
    let inner = spans.dropFirst().dropLast()
    expect(inner.count > 50)
    expect(inner.allSatisfy { $0.count == 3 * 3_600_000_000 })
    expect(zip(spans, inner).allSatisfy { $1.lowerBound - $0.upperBound == 3_600_000_000 })
  }

  @Test(
    "R1.6 an outage hits all devices of its region, and no others: device i lies in region i mod n")
  func outagesHitTheirRegion() throws {
    let regions = Regions(count: 3, onOff: try onOff(up: 36_000, down: 7200))
    let spans = try (0..<9).map { try onlineSpans(world(Network(), regions), device: $0) }
    for device in 0..<9 { expect(spans[device], equals: spans[device % 3]) }
    expect(Set(spans).count, equals: 3)
    expect(spans.allSatisfy { $0.count > 5 })
    // Devices of one cell share the outages too.
    let apart = try simulate(world(Network(), regions), replication: 0, devices: 0..<9)
    let together = try simulate(
      world(Network(), regions), replication: 0, devices: 0..<9, batchSize: 9)
    expect(apart.fingerprint, equals: together.fingerprint)
  }

  @Test("R1.6 the time between outages runs from the end of one to the start of the next")
  func outagesAreSpacedFromEndToStart() throws {
    let process = try unwrap(OnOffProcess(up: constant(5 * 3600), down: constant(3600)))
    let spans = try onlineSpans(world(Network(), Regions(count: 2, onOff: process)))
    let inner = spans.dropFirst().dropLast()
    expect(inner.count > 30)
    expect(inner.allSatisfy { $0.count == 5 * 3_600_000_000 })
  }

  @Test(
    "R1.6 a device is online when its own on-off process and its region are up; both go on"
  )
  func onlineMeansBothAreUp() throws {
    let own = Network(onOff: try onOff(up: 6000, down: 6000))
    let regions = Regions(count: 2, onOff: try onOff(up: 8000, down: 8000))
    let ownSpans = try onlineSpans(world(own))
    let regionSpans = try onlineSpans(world(Network(), regions))
    let expected = ownSpans.flatMap { mine in
      regionSpans.map { $0.clamped(to: mine) }.filter { !$0.isEmpty }
    }
    expect(expected.count > 50)
    try expect(onlineSpans(world(own, regions)), equals: expected)
  }

  // MARK: R1.7

  @Test("R1.7 until the reconnect delay has passed the service treats the device as away")
  func notConnectedUntilTheDelayHasPassed() throws {
    // Online again at 100, connected at 160: message 0, made in between, overwrites nothing and
    // waits.
    let run = try away(for: 100, at: [130]) { $0.network.reconnect = constant(60) }
    expect(run.times(.stored), equals: [130])
    expect(run.times(.connected), equals: [160])
    expect(run.shown, equals: [160])
  }

  @Test("R1.7 a return that ends before its delay has passed connects nothing")
  func shortReturnsDoNotConnect() throws {
    let run = try away(for: 100, online: 50, at: [10], until: 5000) {
      $0.network.reconnect = constant(60)
    }
    expect(run.times(.online).count > 30)
    expect(run.times(.connected).isEmpty)
    expect(run.fates, equals: [.pending])
  }

  /// The reconnect delay [µs] of each return, in order; nil: the device left before it had passed.
  private func reconnectDelays(_ world: World) throws -> [Int64?] {
    var delays: [Int64?] = []
    var online = SimTime.zero
    for record in try record(world, replication: 1).records {
      switch record.event {
      case .online where record.time > .zero:
        online = record.time
        delays.append(nil)
      case .connected: delays[delays.count - 1] = (record.time - online).microseconds
      default: break
      }
    }
    return delays.dropLast()
  }

  @Test("R1.7 the n-th return uses the n-th delay, for whatever reason the device was away")
  func nthReturnUsesNthDelay() throws {
    let process = try unwrap(OnOffProcess(up: constant(1000), down: constant(500)))
    let reconnect = law(.uniform(min: 1, max: 100))
    let byItself = try reconnectDelays(world(Network(onOff: process, reconnect: reconnect)))
    let byRegion = try reconnectDelays(
      world(Network(reconnect: reconnect), Regions(count: 1, onOff: process)))
    expect(byItself.count > 500)
    expect(zip(byItself, byRegion).allSatisfy { $0 == $1 })
    expect(Set(byItself).count > 500)
  }

  @Test("R1.7 a return that ends too early has used its delay")
  func shortReturnUsesItsDelay() throws {
    // The same delays with online spans of 50 s: those that are longer never pass.
    let long = try unwrap(OnOffProcess(up: constant(1000), down: constant(500)))
    let short = try unwrap(OnOffProcess(up: constant(50), down: constant(500)))
    let reconnect = law(.uniform(min: 1, max: 100))
    let all = try reconnectDelays(world(Network(onOff: long, reconnect: reconnect)))
    let some = try reconnectDelays(world(Network(onOff: short, reconnect: reconnect)))
    let expected = all.map { delay in delay.flatMap { $0 < 50_000_000 ? $0 : nil } }
    expect(all.count > 500 && some.count > 500)
    expect(zip(some, expected).allSatisfy { $0 == $1 })
  }
}
