import DeliverySim
import Models
import TestSupport
import Testing

/// A trace replayed by the simulator and by a dozen lines that know nothing of it but when the
/// device was online. Exact: no statistics, every notification of every device.
@Suite("Trace replay against a direct replay")
struct TraceReplayTests {
  private static let devices = 300

  @Test(
    "Newest only: each notification has the fate, cause and time of the direct replay",
    arguments: [SimTime.days(30), .hours(1), .zero])
  func newestOnly(expiration: SimTime) throws {
    let world = Self.world(expiration: expiration)
    guard case .trace(let trace) = world.setup.workload.arrivals else { return }
    var (compared, lost) = (0, 0)
    for device in 0..<Self.devices {
      let story = try tellStory(world, replication: 3, device: device)
      let times = Self.times(of: trace, device: device, before: world.horizon)
      let replayed = Self.replay(times, Self.changes(of: story), expiration, end: world.horizon)
      expect(story.outcomes.map(\.created), equals: times, "device \(device)")
      expect(story.outcomes.map(Ending.init), equals: replayed, "device \(device)")
      compared += replayed.count
      lost += replayed.count { $0.fate == .lost }
    }
    // Not vacuous: there is enough to compare, and both fates are common.
    expect(compared > 10_000 && lost > compared / 20 && lost < compared / 2)
  }

  private static func world(expiration: SimTime) -> World {
    var random = SplitMix64(state: 7)
    let length = SimTime.days(3)
    let streams = (0..<7).map { stream in
      (0..<10 * (stream + 1)).map { _ in
        SimTime(microseconds: Int64(random.word() % UInt64(length.microseconds)))
      }.sorted()
    }
    let trace = Trace(streams: streams, length: length, hasDevices: true, repeats: true)
    var setup = DeviceSetup(workload: Workload(arrivals: .trace(trace)))
    setup.service.expiration = expiration
    setup.network.onOff = OnOffProcess(
      up: law(.exponential(mean: 7200)), down: law(.weibull(scale: 1800, shape: 0.6)))
    return World(
      seed: 5, devices: devices, duration: .days(10), drain: .hours(7), setup: setup)
  }
}

// MARK: - The direct replay

extension TraceReplayTests {
  private struct Ending: Equatable {
    let fate: Fate
    let cause: Cause
    let shown: SimTime?

    init(fate: Fate, cause: Cause = .none, shown: SimTime? = nil) {
      (self.fate, self.cause, self.shown) = (fate, cause, shown)
    }

    init(_ outcome: DeviceStory.Outcome) {
      self.init(fate: outcome.fate, cause: outcome.cause, shown: outcome.shown)
    }
  }

  /// Device i plays stream i mod n, again and again.
  private static func times(of trace: Trace, device: Int, before end: SimTime) -> [SimTime] {
    let stream = trace.streams[device % trace.streams.count]
    let period = trace.length.microseconds
    let laps = end.microseconds / period + 1
    let all = (0..<laps).flatMap { lap in
      stream.map { SimTime(microseconds: $0.microseconds + lap * period) }
    }
    return all.filter { $0 < end }
  }

  private struct Change {
    let time: SimTime
    let isOnline: Bool
  }

  private static func changes(of story: DeviceStory) -> [Change] {
    story.records.filter { $0.event == .online || $0.event == .offline }
      .map { Change(time: $0.time, isOnline: $0.event == .online) }
  }

  /// While the device is away, only the newest message is kept, until it expires.
  private static func replay(
    _ times: [SimTime], _ changes: [Change], _ expiration: SimTime, end: SimTime
  ) -> [Ending] {
    times.indices.map { place in
      let time = times[place]
      if changes.last(where: { $0.time <= time })?.isOnline ?? true {
        return Ending(fate: .shown, shown: time)
      }
      if expiration == .zero { return Ending(fate: .lost, cause: .pushService(.notStored)) }
      let back = changes.first { $0.time > time && $0.isOnline }?.time ?? end
      let next = place + 1 < times.count ? times[place + 1] : SimTime.never
      if time + expiration <= min(next, back) {
        return Ending(fate: .lost, cause: .pushService(.expired))
      }
      if next < back { return Ending(fate: .lost, cause: .pushService(.overwritten)) }
      return back < end ? Ending(fate: .shown, shown: back) : Ending(fate: .pending)
    }
  }
}
