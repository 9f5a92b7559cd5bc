import DeliverySim
import TestSupport
import Testing

@Suite("Philox4x32-10")
struct PhiloxTests {
  private struct Vector {
    let counter: Philox.Block
    let key: (UInt32, UInt32)
    let expected: Philox.Block
  }

  /// The three "philox4x32 10" lines of the authors' file tests/kat_vectors (Random123 1.14.0).
  private let published = [
    Vector(
      counter: (0, 0, 0, 0), key: (0, 0),
      expected: (0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8)),
    Vector(
      counter: (.max, .max, .max, .max), key: (.max, .max),
      expected: (0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd)),
    Vector(
      counter: (0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344),
      key: (0xa409_3822, 0x299f_31d0),
      expected: (0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1)),
  ]

  @Test("The published known-answer vectors come out")
  func knownAnswers() {
    for vector in published {
      expect(Philox.block(counter: vector.counter, key: vector.key) == vector.expected)
    }
  }
}
