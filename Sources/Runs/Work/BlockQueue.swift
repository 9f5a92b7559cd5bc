import Models
import Scenarios

/// The work of a round, cut into blocks: what one task simulates. A block is a range of devices, or
/// of provider shards where devices wait for each other.
///
/// The strategies of a design point play a replication's devices together, so that the world's
/// draws are made once; so do those of other design points with the same world, where enough blocks
/// are left to share out. Each unit keeps an account of its own all the same.
struct BlockQueue: Sendable {
  /// A part of the population of some units whose worlds differ in their strategies alone.
  struct Block: Sendable {
    let units: ArraySlice<Unit>
    let portion: Portion
    let deviceCount: Int
    let isLast: Bool

    var replication: Int { units[units.startIndex].replication }
  }

  /// The units, by world, then replication, design point and strategy.
  private let units: [Unit]
  private let experiment: Experiment
  private let groups: [Range<Int>]
  /// The smallest size of a block in devices. Smaller are only the last block of a unit, and
  /// provider shards.
  private let sizeMin: Int
  /// The number of each group's first block, then the number of all.
  private let firstBlocks: [Int]

  /// - Parameter threads: The number of threads that take blocks at once; it never changes a
  ///   result.
  init(_ units: [Unit], _ experiment: Experiment, threads: Int) {
    let units = units.sorted {
      (experiment.world(ofPoint: $0.point), $0.replication, $0.point, $0.strategy)
        < (experiment.world(ofPoint: $1.point), $1.replication, $1.point, $1.strategy)
    }
    func blockCounts(_ groups: [Range<Int>], _ sizeMin: Int) -> [Int] {
      groups.map {
        Self.blockCount(experiment.simulated[units[$0.lowerBound].point].scenario.frame, sizeMin)
      }
    }
    let ofPoints = Self.groups(units)
    let enough = threads * Self.blocksOfThread
    let blocks = blockCounts(ofPoints, Self.usualSizeMin).reduce(0, +)
    let groups = Self.joined(ofPoints, units, experiment, pointsMax: blocks / enough)
    self.units = units
    self.experiment = experiment
    self.groups = groups
    // Each block has counters of its own. To add them up takes as long as some ten devices: so
    // blocks are larger where there are enough groups for all threads.
    sizeMin = groups.count < enough ? Self.usualSizeMin : Self.largeSizeMin
    firstBlocks = blockCounts(groups, sizeMin).reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1)
    }
  }

  /// The strategies of one replication at one design point.
  private static func groups(_ units: [Unit]) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    for (place, unit) in units.enumerated() {
      if let last = groups.last, units[last.lowerBound].isTogether(with: unit) {
        groups[groups.count - 1] = last.lowerBound..<place + 1
      } else {
        groups.append(place..<place + 1)
      }
    }
    return groups
  }

  /// Groups whose worlds are the same. Where devices wait for an endpoint, strategies run one by
  /// one, and share nothing.
  private static func joined(
    _ groups: [Range<Int>], _ units: [Unit], _ experiment: Experiment, pointsMax: Int
  ) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    var points = 0
    for group in groups {
      let unit = units[group.lowerBound]
      if let last = joined.last, case let first = units[last.lowerBound], points < pointsMax,
        last.count + group.count <= unitsMax, first.replication == unit.replication,
        experiment.world(ofPoint: first.point) == experiment.world(ofPoint: unit.point),
        !experiment.simulated[unit.point].scenario.frame.isDealtByShards
      {
        joined[joined.count - 1] = last.lowerBound..<group.upperBound
        points += 1
      } else {
        joined.append(group)
        points = 1
      }
    }
    return joined
  }

  /// Enough that the draws cost little; each takes memory, in each block that waits.
  private static var unitsMax: Int { 16 }
  /// So that all threads have work to the end.
  private static var blocksOfThread: Int { 8 }
}

extension Unit {
  fileprivate func isTogether(with other: Unit) -> Bool {
    (point, replication) == (other.point, other.replication)
  }
}

extension BlockQueue {
  var count: Int { firstBlocks[groups.count] }

  /// All devices of all units.
  var deviceCount: Int {
    units.reduce(0) { $0 + experiment.simulated[$1.point].scenario.frame.devices }
  }

  /// Blocks are numbered by group of units, then first device or shard.
  func block(_ index: Int) -> Block {
    var (place, end) = (0, groups.count)
    while place + 1 < end {
      let middle = (place + end) / 2
      if firstBlocks[middle] <= index { place = middle } else { end = middle }
    }
    let members = units[groups[place]]
    let frame = experiment.simulated[members[members.startIndex].point].scenario.frame
    let size = Self.blockSize(frame, sizeMin)
    let first = (index - firstBlocks[place]) * size
    let portion = frame.portion(first..<min(frame.pieces, first + size))
    return Block(
      units: members, portion: portion, deviceCount: frame.deviceCount(portion),
      isLast: index + 1 == firstBlocks[place + 1])
  }

  /// At most 64 blocks for a unit: enough to share out, few enough to add up.
  private static func blockSize(_ frame: World, _ sizeMin: Int) -> Int {
    max(frame.isDealtByShards ? 1 : sizeMin, (frame.pieces + 63) / 64)
  }

  private static func blockCount(_ frame: World, _ sizeMin: Int) -> Int {
    let size = blockSize(frame, sizeMin)
    return (frame.pieces + size - 1) / size
  }

  private static var usualSizeMin: Int { 256 }
  private static var largeSizeMin: Int { 1024 }
}
