import DeliverySim
import TestSupport
import Testing

@Suite("Pool")
struct PoolTests {
  @Test("Numbers are small, given back and used again")
  func reuse() {
    var pool = Pool<String>()
    expect([pool.insert("a"), pool.insert("b"), pool.insert("c")], equals: [0, 1, 2])
    pool.remove(1)
    expect(pool.count, equals: 2)
    expect(pool.insert("d"), equals: 1)
    expect([pool[0], pool[1], pool[2]], equals: ["a", "d", "c"])
    pool[2].append("c")
    expect(pool[2], equals: "cc")
    pool.removeAll()
    expect(pool.count, equals: 0)
    expect(pool.insert("e"), equals: 0)
  }

  /// Against a dictionary: live numbers are distinct, keep their values, and never go beyond the
  /// largest number of live elements.
  @Test("Any mix of insertions and removals")
  func fuzz() {
    var random = SplitMix64(state: 3)
    var pool = Pool<UInt64>()
    var shadow: [Int: UInt64] = [:]
    var live: [Int] = []
    var (wrong, liveMax) = (0, 0)
    for _ in 0..<200_000 {
      if live.isEmpty || random.below(16) < 8 {
        let value = random.word()
        let number = pool.insert(value)
        if shadow.updateValue(value, forKey: number) != nil { wrong += 1 }
        live.append(number)
        liveMax = max(liveMax, live.count)
        if number >= liveMax { wrong += 1 }
      } else {
        live.swapAt(random.below(live.count), live.count - 1)
        let number = live.removeLast()
        if pool[number] != shadow.removeValue(forKey: number) { wrong += 1 }
        pool.remove(number)
      }
      if pool.count != live.count { wrong += 1 }
    }
    expect(liveMax > 100)
    expect(wrong, equals: 0)
    expect(live.allSatisfy { pool[$0] == shadow[$0] })
  }
}
