// The properties of a device for the whole replication (its group, its rate) come from one number
// of the device. Drawn independently, 100 devices with a share of 10 % have 10 ± 3 of a kind, and
// how many they happen to be moves every result. Spread evenly they have 10 ± 1.
//
// Goals, in order: each device's own number is exactly uniform; a device has the same number
// however many devices there are, and it is found without those of the others; the same bits on
// every platform; devices lie evenly, also those of one residue modulo a small number (a region, a
// provider shard).
//
// Source: a Kronecker sequence with a random start: L. Kuipers and H. Niederreiter, "Uniform
// Distribution of Sequences" (1974), chapter 2.3; R. Cranley and T. N. L. Patterson, "Randomization
// of number theoretic methods for multiple integration", SIAM J. Numer. Anal. 13 (1976) 904-914.

extension RandomSource {
  /// The device word of numbers that belong to no device: a run has fewer devices.
  static let noDevice = Int(UInt32.max)

  /// A device's word of a sequence that lies evenly over the devices of the replication: U +
  /// device · step, modulo 2^64, with U a draw of the replication.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the word; U has its address.
  ///   - index: The number of the word among several of the purpose.
  ///   - step: Odd; as a fraction of 2^64 near to a number that is badly approximable by fractions.
  ///   - device: The device's number, from 0.
  public func evenWord(purpose: UInt8, index: UInt32, step: UInt64, device: Int) -> UInt64 {
    var start = stream(purpose: purpose, device: Self.noDevice).draws(index: index)
    return start.word() &+ UInt64(device) &* step
  }
}
