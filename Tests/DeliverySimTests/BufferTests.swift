import DeliverySim
import TestSupport
import Testing

/// Counts how many of its kind are alive.
private struct Tracked: ~Copyable {
  private let alive: UnsafeMutablePointer<Int>
  var value: Int

  init(_ value: Int, _ alive: UnsafeMutablePointer<Int>) {
    self.value = value
    self.alive = alive
    alive.pointee += 1
  }

  deinit { alive.pointee -= 1 }
}

@Suite("Buffer")
struct BufferTests {
  @Test("It does what an array does")
  func fuzz() {
    var random = SplitMix64(state: 5)
    var buffer = Buffer<Int>(minimumCapacity: 1)
    var array: [Int] = []
    var wrong = 0
    for step in 0..<100_000 {
      switch random.below(16) {
      case 0..<9:
        buffer.append(step)
        array.append(step)
      case 9:
        let count = random.below(4)
        let room = buffer.room(for: count)
        for place in 0..<count { (room + place).initialize(to: step + place) }
        buffer.claim(count)
        array += (0..<count).map { step + $0 }
      case 10..<13:
        if buffer.popLast() != array.popLast() { wrong += 1 }
      case 13..<15:
        guard !array.isEmpty else { continue }
        let place = random.below(array.count)
        buffer[place] += 1
        array[place] += 1
        if buffer[place] != array[place] { wrong += 1 }
      default:
        guard random.below(500) == 0 else { continue }
        buffer.removeAll()
        array.removeAll()
      }
      if buffer.count != array.count || buffer.indices != array.indices { wrong += 1 }
    }
    for place in array.indices where buffer[place] != array[place] { wrong += 1 }
    expect(wrong == 0 && array.count > 100)
  }

  @Test("Elements are given back when they are removed, and with the buffer")
  func lifetimes() {
    let alive = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    alive.initialize(to: 0)
    defer { alive.deallocate() }
    do {
      var buffer = Buffer<Tracked>(minimumCapacity: 2)
      for value in 0..<100 { buffer.append(Tracked(value, alive)) }
      expect(alive.pointee, equals: 100)
      let sum = buffer.indices.reduce(0) { $0 + buffer[$1].value }
      expect(sum, equals: 4950)
      buffer.removeAll()
      expect(alive.pointee, equals: 0)
      buffer.append(Tracked(1, alive))
      expect(alive.pointee, equals: 1)
    }
    expect(alive.pointee, equals: 0)
  }

  @Test("What is not there is refused")
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      var buffer = Buffer<Int>()
      buffer.append(1)
      buffer[1] = 2
    }
    await #expect(processExitsWith: .failure) {
      var buffer = Buffer<Int>()
      buffer.append(1)
      buffer[-1] = 2
    }
  }
}
