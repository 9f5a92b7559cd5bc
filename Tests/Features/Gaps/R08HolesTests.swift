import Models
import TestSupport
import Testing

/// R8, gap-window: the positions that a client remembers are a set.
@Suite struct R08HolesTests {
  @Test("R8 holes are those of a plain set, whatever is missed, filled or given up")
  func plainSet() {
    var random = SplitMix64(state: 20)
    for _ in 0..<200 {
      var (holes, plain): (Holes, Set<UInt32>) = (Holes(), [])
      for _ in 0..<60 {
        let (start, count) = (UInt32.random(in: 1...40, using: &random), random.next() % 6)
        let missed = start..<start + UInt32(count)
        switch random.next() % 6 {
        case 0, 1:
          holes.add(missed)
          plain.formUnion(missed)
        case 2:
          holes.remove(missed)
          plain.subtract(missed)
        case 3:
          holes.remove(before: start / 4)
          plain = plain.filter { $0 >= start / 4 }
        default:
          holes.fill(start)
          plain.remove(start)
        }
        expect(holes.before(.max), equals: plain.sorted())
        expect(holes.before(start), equals: plain.sorted().filter { $0 < start })
        expect(holes.contains(before: start), equals: plain.contains { $0 < start })
        expect(holes.isEmpty, equals: plain.isEmpty)
      }
    }
  }
}
