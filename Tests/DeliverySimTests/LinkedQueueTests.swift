import DeliverySim
import TestSupport
import Testing

/// Values that wait in order, of which any may leave.
@Suite struct LinkedQueueTests {
  /// The queue agrees with an array of those that wait, and one of those that have a number.
  @Test("Whoever leaves, the others wait in their order")
  func order() {
    var random = SplitMix64(state: 31)
    var line = LinkedQueue<Int>()
    var (waiting, left) = ([(number: Int, value: Int)](), [(number: Int, value: Int)]())
    for value in 0..<5000 {
      switch random.below(3) {
      case 0: waiting.append((line.append(value), value))
      case 1 where !waiting.isEmpty:
        let one = waiting.remove(at: random.below(waiting.count))
        line.leave(one.number)
        left.append(one)
      case 2 where !left.isEmpty:
        let one = left.remove(at: random.below(left.count))
        expect(line.remove(one.number), equals: one.value)
      default: break
      }
      expect(line.oldest, equals: waiting.first?.number)
      expect(line.newest, equals: waiting.last?.number)
      expect(waiting.allSatisfy { line.waits($0.number) && line[$0.number] == $0.value })
      expect(left.allSatisfy { !line.waits($0.number) })
    }
    line.removeAll()
    expect(line.oldest == nil && line.newest == nil)
    expect(line.append(7), equals: 0)
  }
}
