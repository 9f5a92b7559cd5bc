/// Philox4x32-10: a counter-based generator. A block is a pure function of a counter and a key.
///
/// Goals, in this order: exactly the published function; speed of one block.
///
/// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as
/// 1, 2, 3", SC'11. Tested against the known-answer vectors that the authors publish.
public enum Philox {
  /// Four 32-bit words.
  public typealias Block = (UInt32, UInt32, UInt32, UInt32)

  /// - Parameters:
  ///   - counter: The number of the block.
  ///   - key: The key of a family of blocks.
  /// - Returns: Four independent, uniformly distributed 32-bit words.
  @inlinable @inline(__always)
  public static func block(counter: Block, key: (UInt32, UInt32)) -> Block {
    var (c0, c1, c2, c3) = counter
    var (k0, k1) = key
    for round in 0..<10 {
      if round > 0 {
        k0 &+= 0x9E37_79B9
        k1 &+= 0xBB67_AE85
      }
      let first = UInt64(c0) &* 0xD251_1F53
      let second = UInt64(c2) &* 0xCD9E_8D57
      c0 = UInt32(truncatingIfNeeded: second &>> 32) ^ c1 ^ k0
      c1 = UInt32(truncatingIfNeeded: second)
      c2 = UInt32(truncatingIfNeeded: first &>> 32) ^ c3 ^ k1
      c3 = UInt32(truncatingIfNeeded: first)
    }
    return (c0, c1, c2, c3)
  }
}
