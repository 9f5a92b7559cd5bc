/// A hash of what happened, in order: two runs with equal fingerprints played the same events.
///
/// Each device and each shared process hashes its own events; the fingerprint of a replication is
/// their wrapping sum, so it hangs neither on cells nor on threads. Not cryptographic.
///
/// Every event is hashed by one multiplication of what it is with its time and its number, and the
/// hashes are summed: no event waits for the hash of the one before.
@frozen
public struct Fingerprint: Sendable, Equatable {
  @usableFromInline var sum: UInt64 = 0
  /// Whose event comes next, and its number.
  @usableFromInline var place: UInt64

  /// - Parameter owner: Whose events: two that swap their histories are told apart.
  @inlinable
  public init(owner: UInt64) {
    place = owner &* 0xD1B5_4A32_D192_ED03 ^ 0x6A09_E667_F3BC_C908
  }

  /// Adds one event.
  @inlinable
  public mutating func add(_ time: SimTime, _ what: UInt64) {
    add(UInt64(bitPattern: time.microseconds), what)
  }

  /// Adds a number that belongs to the event before, as if it were another one.
  ///
  /// - Precondition: No event of this owner is 0; so none is taken for a number.
  @inlinable
  public mutating func add(value: UInt64) { add(value, 0) }

  @inlinable
  mutating func add(_ word: UInt64, _ what: UInt64) {
    place &+= 0x9E37_79B9_7F4A_7C15
    let product = (word ^ place).multipliedFullWidth(by: what ^ 0xBF58_476D_1CE4_E5B9)
    sum &+= product.high ^ product.low
  }

  /// The hash, well mixed, to be summed.
  @inlinable
  public var value: UInt64 {
    let mixed = (sum ^ place ^ sum &>> 31) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed &>> 30
  }
}
