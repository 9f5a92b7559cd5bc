import DeliverySim
import TestSupport
import Testing

@Suite("Fingerprints")
struct FingerprintTests {
  private static func value(_ events: [(time: Int64, what: UInt64)]) -> UInt64 {
    var fingerprint = Fingerprint(owner: 0)
    for event in events { fingerprint.add(SimTime(microseconds: event.time), event.what) }
    return fingerprint.value
  }

  /// 4,369 sequences have 4,369 values; by chance two 64-bit values would agree with probability
  /// 5e-13.
  @Test("All sequences of up to three events out of sixteen differ: order, time and kind matter")
  func shortSequences() {
    let events: [(time: Int64, what: UInt64)] = (0..<16).map {
      (time: Int64($0 % 4), what: UInt64($0 / 4))
    }
    var sequences: [[(time: Int64, what: UInt64)]] = [[]]
    for length in 0..<3 {
      for sequence in sequences where sequence.count == length {
        for event in events { sequences.append(sequence + [event]) }
      }
    }
    expect(sequences.count, equals: 1 + 16 + 256 + 4096)
    expect(Set(sequences.map(Self.value)).count, equals: sequences.count)
  }

  @Test("Every bit of a time and of an event counts")
  func everyBit() {
    let base = (time: Int64(0x1234_5678_9ABC), what: UInt64(0xFEDC_BA98_7654_3210))
    var values = [Self.value([base, base])]
    for bit in 0..<63 {
      values.append(Self.value([(base.time ^ 1 << Int64(bit), base.what), base]))
    }
    for bit in 0..<64 {
      values.append(Self.value([(base.time, base.what ^ 1 << UInt64(bit)), base]))
    }
    expect(Set(values).count, equals: 128)
  }

  @Test("Every bit of a number that belongs to an event counts, and so does its being there")
  func everyBitOfAValue() {
    func value(_ number: UInt64?) -> UInt64 {
      var fingerprint = Fingerprint(owner: 0)
      fingerprint.add(.second, 1)
      if let number { fingerprint.add(value: number) }
      fingerprint.add(.second, 2)
      return fingerprint.value
    }
    let base: UInt64 = 0x0123_4567_89AB_CDEF
    let numbers = [base, 0, nil] + (0..<64).map { base ^ 1 << UInt64($0) }
    expect(Set(numbers.map(value)).count, equals: 67)
  }

  @Test("Two owners that swap their histories are told apart")
  func owners() {
    func sum(_ first: UInt64, _ second: UInt64) -> UInt64 {
      [first, second].enumerated().reduce(0) { sum, event in
        var fingerprint = Fingerprint(owner: UInt64(event.offset))
        fingerprint.add(.second, event.element)
        return sum &+ fingerprint.value
      }
    }
    expect(sum(1, 2) != sum(2, 1))
    expect(sum(1, 2), equals: sum(1, 2))
  }

  @Test("Equal histories are equal, also as values of the type")
  func equality() {
    var (one, other) = (Fingerprint(owner: 0), Fingerprint(owner: 0))
    for fingerprint in [0, 1, 2] as [UInt64] {
      one.add(.second, fingerprint)
      other.add(.second, fingerprint)
    }
    expect(one == other && one.value == other.value)
    other.add(.second, 3)
    expect(one != other && one.value != other.value)
  }

  /// Devices in cells of any size, in any order: the wrapping sum is the same, but an event that
  /// moves from one device to another changes it.
  @Test("The sum over devices depends on what each did, not on the order of devices")
  func sum() {
    typealias Record = (time: Int64, what: UInt64)
    let histories = (0..<100).map { (device: Int64) -> [Record] in
      (0..<5).map { (number: Int64) -> Record in (device * 7 + number, UInt64(number)) }
    }
    let values = histories.map(Self.value)
    let forth = values.reduce(0, &+)
    let cells: [UInt64] = stride(from: 0, to: 100, by: 7).map { start in
      let cell = values[start..<min(100, start + 7)]
      return cell.reversed().reduce(0, &+)
    }
    expect(cells.reversed().reduce(0, &+), equals: forth)
    var moved = histories
    moved[4].append(moved[3].removeLast())
    expect(moved.map(Self.value).reduce(0, &+) != forth)
    var swapped = histories
    (swapped[10][2], swapped[90][2]) = (histories[90][2], histories[10][2])
    expect(swapped.map(Self.value).reduce(0, &+) != forth)
  }
}
