import DeliverySim
import Models
import Statistics
import Vocabulary

// A unit's result as a line of text, in checkpoints and shards: numbers with one space before each,
// a `;` after each part. The parts are the unit, the fingerprint, the counts, the quantiles (-1:
// none), the delays (for each cell that is not empty, how many empty ones lie before it, and its
// count), those of `Sums`: their length, then place and count wherever the count is not 0; and the
// numbers with a known mean. Then, for each group, the number of its devices, its counts, its
// quantiles and its delays.

extension UnitResult {
  var line: [UInt8] {
    // Enough for most lines.
    var line = Buffer<UInt8>(minimumCapacity: 1 << 14)
    Self.append([unit.point, unit.strategy, unit.replication], to: &line)
    Self.append([record.fingerprint], to: &line)
    Self.append(record.counts, to: &line)
    Self.append(record.quantiles.map { $0?.microseconds ?? -1 }, to: &line)
    Self.append(record.delays, to: &line)
    for values in sums.values { Self.append(Self.sparse(values), to: &line) }
    Self.append(record.surplus.flatMap { [UInt128($0.count), $0.expected] }, to: &line)
    for group in groups {
      Self.append([group.devices], to: &line)
      Self.append(group.counts, to: &line)
      Self.append(group.quantiles.map { $0?.microseconds ?? -1 }, to: &line)
      Self.append(group.delays, to: &line)
    }
    return line.withElements { Array($0) }
  }

  /// - Parameter world: A design point's world; nil where there is no such point.
  /// - Returns: nil for what is no such line.
  init?(line: ArraySlice<UInt8>, world: (_ point: Int) -> World?) {
    var scanner = NumberScanner(line)
    guard let numbers = scanner.part(of: Int.self), numbers.count == 3,
      let world = world(numbers[0]),
      let fingerprint = scanner.part(of: UInt64.self), fingerprint.count == 1,
      let (counts, quantiles, delays) = scanner.countsAndDelays()
    else { return nil }
    var parts: [[UInt64]] = []
    for _ in 0..<Sums.partCount {
      guard let part = scanner.part(of: UInt64.self), let values = Self.dense(part)
      else { return nil }
      parts.append(values)
    }
    guard let surplus = scanner.surplus(world) else { return nil }
    let sums = Sums(parts: parts)
    let record = ReplicationRecord(
      replication: numbers[2], world, counts: counts, quantiles: quantiles, delays: delays,
      fates: sums.fates, devicesByHits: sums.devicesByHits, fingerprint: fingerprint[0],
      surplus: surplus)
    var groups: [ReplicationRecord] = []
    for _ in world.groupNames {
      guard let group = scanner.group(replication: numbers[2], world) else { return nil }
      groups.append(group)
    }
    guard scanner.isAtEnd else { return nil }
    self.init(
      unit: Unit(point: numbers[0], strategy: numbers[1], replication: numbers[2]),
      record: record, sums: sums, groups: groups)
  }

  private static func append(_ numbers: [some BinaryInteger], to line: inout Buffer<UInt8>) {
    for number in numbers {
      line.append(UInt8(ascii: " "))
      if let small = UInt64(exactly: number) {
        append(digitsOf: small, to: &line)
      } else {
        for digit in number.description.utf8 { line.append(digit) }
      }
    }
    line.append(UInt8(ascii: ";"))
  }

  /// Most of a line: no list is made of them.
  private static func append(_ cells: CellCounts, to line: inout Buffer<UInt8>) {
    var next = 0
    for (cell, count) in cells {
      line.append(UInt8(ascii: " "))
      append(digitsOf: UInt64(cell - next), to: &line)
      line.append(UInt8(ascii: " "))
      append(digitsOf: count, to: &line)
      next = cell + 1
    }
    line.append(UInt8(ascii: ";"))
  }

  /// Most are small numbers: each as a string would cost six times as much.
  private static func append(digitsOf number: UInt64, to line: inout Buffer<UInt8>) {
    if number > 9 { append(digitsOf: number / 10, to: &line) }
    line.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private static func sparse(_ values: [UInt64]) -> [UInt64] {
    var numbers = [UInt64(values.count)]
    for (place, value) in values.enumerated() where value > 0 {
      numbers.append(UInt64(place))
      numbers.append(value)
    }
    return numbers
  }

  private static func dense(_ numbers: [UInt64]) -> [UInt64]? {
    guard let count = numbers.first, count <= partMax, numbers.count % 2 == 1 else { return nil }
    var values = [UInt64](repeating: 0, count: Int(count))
    for pair in stride(from: 1, to: numbers.count, by: 2) {
      guard numbers[pair] < count else { return nil }
      values[Int(numbers[pair])] = numbers[pair + 1]
    }
    return values
  }

  /// More than any part has: a damaged length must not take all memory.
  private static let partMax: UInt64 = 1 << 28
}

/// Reads the parts of a line.
private struct NumberScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// The numbers up to the next `;`; nil at the end and where there is none.
  mutating func part<Number: FixedWidthInteger>(of type: Number.Type) -> [Number]? {
    var numbers: [Number] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ";") { return numbers }
      guard byte == UInt8(ascii: " "), let number = number(as: type) else { return nil }
      numbers.append(number)
    }
    return nil
  }

  private mutating func number<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    var isNegative = false
    if Number.isSigned, position < bytes.endIndex, bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    let start = position
    var value: Number = 0
    while position < bytes.endIndex, case let digit = bytes[position] &- UInt8(ascii: "0"),
      digit <= 9
    {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(Number(digit))
      guard !isTooLarge, !overflows else { return nil }
      value = sum
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? 0 - value : value
  }
}

extension NumberScanner {
  fileprivate mutating func countsAndDelays() -> (
    counts: [UInt128], quantiles: [SimTime?], delays: CellCounts
  )? {
    guard let counts = part(of: UInt128.self), counts.count == Counter.columns.count,
      let quantiles = part(of: Int64.self), quantiles.count == ReplicationRecord.quantileCount,
      let delays = part(of: UInt64.self).flatMap({ CellCounts(numbers: $0) }),
      delays.total == counts[CoreCounter.shown.place]
    else { return nil }
    return (counts, quantiles.map { $0 < 0 ? nil : SimTime(microseconds: $0) }, delays)
  }

  fileprivate mutating func surplus(_ world: World) -> [SurplusCount]? {
    guard let numbers = part(of: UInt128.self),
      numbers.count == 2 * (world.surplus?.numbers.count ?? 0)
    else { return nil }
    var counts: [SurplusCount] = []
    for place in stride(from: 0, to: numbers.count, by: 2) {
      guard let count = UInt64(exactly: numbers[place]), numbers[place + 1] >> 96 == 0
      else { return nil }
      counts.append(SurplusCount(count: count, expected: numbers[place + 1]))
    }
    return counts
  }

  fileprivate mutating func group(replication: Int, _ world: World) -> ReplicationRecord? {
    guard let devices = part(of: Int.self), devices.count == 1,
      let (counts, quantiles, delays) = countsAndDelays()
    else { return nil }
    return ReplicationRecord(
      replication: replication, world, devices: devices[0], counts: counts, quantiles: quantiles,
      delays: delays, fates: [], fingerprint: 0)
  }
}

extension CellCounts {
  /// - Parameter numbers: The numbers of a line.
  /// - Returns: nil where cells lie beyond all delays, or hold nothing.
  fileprivate init?(numbers: [UInt64]) {
    guard numbers.count % 2 == 0 else { return nil }
    self.init()
    var next = 0
    for place in stride(from: 0, to: numbers.count, by: 2) {
      let (distance, count) = (numbers[place], numbers[place + 1])
      guard count > 0, distance < LatencyCounts.cellCount - next,
        !total.addingReportingOverflow(count).overflow
      else { return nil }
      add(cell: next + Int(distance), count: count)
      next += Int(distance) + 1
    }
  }
}
