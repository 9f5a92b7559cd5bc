/// A hash of what happened, in order: two runs with equal fingerprints played the same events.
///
/// Each device and each shared process hashes its own events; the fingerprint of a replication is
/// their wrapping sum, so it hangs neither on cells nor on threads. Not cryptographic.
@frozen
public struct Fingerprint: Sendable, Equatable {
  @usableFromInline var state: UInt64 = 0x6A09_E667_F3BC_C908

  /// - Parameter owner: Whose events: two that swap their histories are told apart.
  @inlinable
  public init(owner: UInt64) {
    state ^= owner &* 0xD1B5_4A32_D192_ED03
  }

  /// Adds one event.
  @inlinable
  public mutating func add(_ time: SimTime, _ what: UInt64) {
    let mixed = (state ^ UInt64(bitPattern: time.microseconds)) &* 0x9E37_79B9_7F4A_7C15
    state = (mixed ^ mixed &>> 29 ^ what) &* 0xBF58_476D_1CE4_E5B9
  }

  /// The hash, well mixed, to be summed.
  @inlinable
  public var value: UInt64 {
    let mixed = (state ^ state &>> 31) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed &>> 30
  }
}
