import Models

/// The work of a round, cut into blocks of devices: what one task simulates.
struct BlockQueue: Sendable {
  /// A range of devices of a unit.
  struct Block: Sendable {
    let unit: Unit
    let devices: Range<Int>
    let isLast: Bool
  }

  private let units: [Unit]
  private let experiment: Experiment
  /// For each unit the number of its first block, then the number of all.
  private let firstBlocks: [Int]

  init(_ units: [Unit], _ experiment: Experiment) {
    self.units = units
    self.experiment = experiment
    var first = 0
    firstBlocks =
      [0]
      + units.map { unit in
        first += Self.blockCount(experiment.points[unit.point].scenario.frame)
        return first
      }
  }
}

extension BlockQueue {
  var count: Int { firstBlocks[units.count] }

  /// All devices of all units.
  var deviceCount: Int {
    units.reduce(0) { $0 + experiment.points[$1.point].scenario.frame.devices }
  }

  /// Blocks are numbered by unit, then first device.
  func block(_ index: Int) -> Block {
    var (place, end) = (0, units.count)
    while place + 1 < end {
      let middle = (place + end) / 2
      if firstBlocks[middle] <= index { place = middle } else { end = middle }
    }
    let unit = units[place]
    let frame = experiment.points[unit.point].scenario.frame
    let size = Self.blockSize(frame)
    let first = (index - firstBlocks[place]) * size
    return Block(
      unit: unit, devices: first..<min(frame.devices, first + size),
      isLast: index + 1 == firstBlocks[place + 1])
  }

  /// At most 64 blocks for a unit: enough to share out, few enough to add up.
  private static func blockSize(_ frame: World) -> Int { max(256, (frame.devices + 63) / 64) }

  private static func blockCount(_ frame: World) -> Int {
    (frame.devices + blockSize(frame) - 1) / blockSize(frame)
  }
}
