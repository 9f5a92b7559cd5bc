public import DeliverySim

/// Regional outages, shared by all devices of a region: device i lies in region i mod `count`.
public struct Regions: Sendable {
  /// It is at least 1.
  public let count: Int
  /// Up: from the end of an outage to the start of the next one. Down: an outage.
  public let onOff: OnOffProcess

  /// - Precondition: `count` is positive.
  public init(count: Int, onOff: OnOffProcess) {
    precondition(count > 0, "at least one region is needed")
    self.count = count
    self.onOff = onOff
  }

  func streams(region: Int, _ random: RandomSource) -> OnOffProcess.Streams {
    OnOffProcess.Streams(
      start: random.stream(ConnectivityStream.regionStart, device: region),
      up: random.stream(ConnectivityStream.regionUp, device: region),
      down: random.stream(ConnectivityStream.regionDown, device: region))
  }
}

/// The regions that one batch plays: the same outages in each batch, since they depend on the
/// region alone.
struct RegionSet {
  private struct Region {
    let number: Int
    /// The place of its first device in the batch.
    let firstPlace: Int
    var state: OnOffProcess.State
    var log: TransitionLog
    var fingerprint: Fingerprint
    /// The number of transitions since `windowStart`.
    var transitions = 0
    var windowStart = SimTime.zero
  }

  private let law: Regions
  private let deviceCount: Int
  /// The distance of one device of a region to its next one, in places of the batch.
  private let period: Int
  /// The regions, by number, ascending.
  private var regions: [Region] = []
  /// The place in ``regions`` of the first devices' regions; then they recur.
  private var regionOfPlace: [Int]

  /// The regions of the devices `devices`, in their stationary start; `ends` are the times at which
  /// they first change.
  init(_ law: Regions, devices: DeviceSet, _ random: RandomSource, ends: inout [SimTime]) {
    self.law = law
    deviceCount = devices.count
    period = law.count / greatestCommonDivisor(law.count, devices.step)
    let numbers = (0..<min(period, deviceCount)).map { devices[$0] % law.count }
    regionOfPlace = Array(repeating: 0, count: numbers.count)
    for place in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      let number = numbers[place]
      let (state, end) = law.onOff.start(law.streams(region: number, random))
      // Devices have the smaller owners.
      let fingerprint = Fingerprint(owner: 1 &<< 32 | UInt64(number))
      regionOfPlace[place] = regions.count
      regions.append(
        Region(
          number: number, firstPlace: place, state: state, log: TransitionLog(startsUp: state.isUp),
          fingerprint: fingerprint))
      ends.append(end)
    }
  }
}

private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
  other == 0 ? one : greatestCommonDivisor(other, one % other)
}

extension RegionSet {
  /// Flips a region; returns how long it stays so.
  mutating func flip(_ place: Int, at time: SimTime, _ random: RandomSource) -> SimTime {
    let streams = law.streams(region: regions[place].number, random)
    let span = regions[place].state.flip(law.onOff, streams)
    regions[place].log.add(time)
    regions[place].fingerprint.add(time, regions[place].state.isUp ? 1 : 0)
    return span
  }

  /// The limit on events holds for a region as for a device; it is told of the region's first
  /// device, so that it does not depend on the batch.
  mutating func limitExceeded(
    _ place: Int, at time: SimTime, _ limits: World.Limits
  ) -> LimitExceeded? {
    regions[place].transitions += 1
    guard regions[place].transitions > limits.eventsPerDeviceDay else { return nil }
    defer { (regions[place].transitions, regions[place].windowStart) = (0, time) }
    return time - regions[place].windowStart < .day
      ? LimitExceeded(limit: .outagesPerRegionDay, device: regions[place].number, time: time) : nil
  }

  func isUp(_ place: Int) -> Bool { regions[place].state.isUp }

  /// - Parameter device: Its place in the batch.
  func isUp(forDeviceAt device: Int) -> Bool { isUp(regionOfPlace[device % period]) }

  /// Likewise: when its region has changed.
  func log(ofDeviceAt device: Int) -> TransitionLog { regions[regionOfPlace[device % period]].log }

  /// The places of a region's devices in the batch.
  func places(of place: Int) -> StrideTo<Int> {
    stride(from: regions[place].firstPlace, to: deviceCount, by: period)
  }

  /// The sum over the regions whose first device lies in this batch, so that each region counts
  /// once.
  func fingerprint(devices: DeviceSet) -> UInt64 {
    regions.reduce(0) { $0 &+ (devices.contains($1.number) ? $1.fingerprint.value : 0) }
  }
}
