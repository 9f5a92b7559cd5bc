import DeliverySim
import TestSupport
import Testing

/// Words that lie evenly over the devices of a replication.
@Suite struct KroneckerSequenceTests {
  private let source = RandomSource(seed: 0xDEAD_BEEF_0123_4567, replication: 11)
  private let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private func word(_ device: Int, index: UInt32 = 0) -> UInt64 {
    source.evenWord(purpose: 72, index: index, step: step, device: device)
  }

  @Test("From a draw of the address that no device has, by equal steps around the circle")
  func layout() {
    for index in [UInt32(0), 1, 5] {
      var draws = source.stream(purpose: 72, device: 1 << 32 - 1).draws(index: index)
      let start = draws.word()
      expect(word(0, index: index), equals: start)
      for device in [1, 2, 1000, 1 << 32 - 2] {
        let product = UInt128(step) * UInt128(device)
        let sum = (product + UInt128(start)) % (1 << 64)
        expect(UInt128(word(device, index: index)), equals: sum)
      }
    }
  }

  @Test("Other purposes, indices, replications and seeds start elsewhere")
  func apart() {
    let others = [
      word(3, index: 1), source.evenWord(purpose: 73, index: 0, step: step, device: 3),
      RandomSource(seed: 0xDEAD_BEEF_0123_4567, replication: 12)
        .evenWord(purpose: 72, index: 0, step: step, device: 3),
      RandomSource(seed: 0xDEAD_BEEF_0123_4568, replication: 11)
        .evenWord(purpose: 72, index: 0, step: step, device: 3),
    ]
    expect(Set(others + [word(3)]).count, equals: 5)
  }
}
