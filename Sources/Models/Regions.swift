public import DeliverySim

/// Regional outages, shared by all devices of a region: device i lies in region i mod `count`.
public struct Regions: Sendable {
  public let count: Int
  /// Up: from the end of an outage to the start of the next one. Down: an outage.
  public let alternation: Alternation

  /// - Precondition: `count` is positive.
  public init(count: Int, alternation: Alternation) {
    precondition(count > 0, "at least one region is needed")
    self.count = count
    self.alternation = alternation
  }

  func streams(region: Int, _ random: RandomSource) -> Alternation.Streams {
    Alternation.Streams(
      start: random.stream(.regionStart, device: region),
      up: random.stream(.regionUp, device: region),
      down: random.stream(.regionDown, device: region))
  }
}

/// The regions that one cell plays: the same outages in each cell, since they hang on the region
/// alone.
struct RegionSet {
  private let regions: Regions
  /// The regions' numbers, ascending.
  private let numbers: [Int]
  private var states: [Alternation.State] = []
  private var fingerprints: [Fingerprint] = []
  /// For each region, the flips since `windowStarts`.
  private var flips: [Int] = []
  private var windowStarts: [SimTime] = []

  /// The regions of the devices `devices`.
  init(_ regions: Regions, devices: Range<Int>) {
    self.regions = regions
    numbers =
      devices.count >= regions.count
      ? Array(0..<regions.count) : Set(devices.map { $0 % regions.count }).sorted()
  }
}

extension RegionSet {
  /// Starts every region; returns when each first changes.
  mutating func start(_ random: RandomSource) -> [SimTime] {
    numbers.map { number in
      let streams = regions.streams(region: number, random)
      let (state, end) = regions.alternation.start(streams)
      states.append(state)
      flips.append(0)
      windowStarts.append(.zero)
      // Devices have the smaller numbers.
      fingerprints.append(Fingerprint(owner: 1 &<< 32 | UInt64(number)))
      return end
    }
  }

  /// Flips the region at `place`; returns how long it stays so.
  mutating func flip(_ place: Int, at time: SimTime, _ random: RandomSource) -> SimTime {
    let streams = regions.streams(region: numbers[place], random)
    let span = states[place].flip(regions.alternation, streams)
    fingerprints[place].add(time, states[place].isUp ? 1 : 0)
    return span
  }

  /// The limit on events holds for a region as for a device; it is told of the region's first
  /// device, so that it does not hang on the cell.
  mutating func limitExceeded(
    _ place: Int, at time: SimTime, _ limits: World.Limits
  ) -> LimitExceeded? {
    flips[place] += 1
    guard flips[place] > limits.eventsPerDeviceDay else { return nil }
    defer { (flips[place], windowStarts[place]) = (0, time) }
    return time - windowStarts[place] < .day
      ? LimitExceeded(limit: .outagesPerRegionDay, device: numbers[place], time: time) : nil
  }

  func isUp(_ place: Int) -> Bool { states[place].isUp }

  func isUp(forDevice device: Int) -> Bool {
    let number = device % regions.count
    return numbers.firstIndex(of: number).map { states[$0].isUp } ?? true
  }

  func contains(_ device: Int, place: Int) -> Bool { device % regions.count == numbers[place] }

  /// The sum over the regions whose first device lies in this cell, so that each region counts
  /// once.
  func fingerprint(devices: Range<Int>) -> UInt64 {
    zip(numbers, fingerprints).reduce(0) { $0 &+ (devices.contains($1.0) ? $1.1.value : 0) }
  }
}
