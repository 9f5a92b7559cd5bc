/// A hash of all events, in order: equal fingerprints mean that two runs had the same events.
///
/// Each device and each shared process hashes its own events; the fingerprint of a replication is
/// their wrapping sum, so it depends neither on cells nor on threads. Not cryptographic.
///
/// The hash of an event is one multiplication of its code with its time and number. The hashes are
/// summed, so that no event waits for the hash of the previous one.
@frozen
public struct Fingerprint: Sendable, Equatable {
  @usableFromInline var sum: UInt64 = 0
  /// The device whose event comes next, and its number.
  @usableFromInline var place: UInt64

  /// - Parameter owner: The owner of the events; two owners that swap their events change the sum.
  @inlinable
  public init(owner: UInt64) {
    place = owner &* 0xD1B5_4A32_D192_ED03 ^ 0x6A09_E667_F3BC_C908
  }

  /// Adds one event.
  @inlinable
  public mutating func add(_ time: SimTime, _ what: UInt64) {
    add(UInt64(bitPattern: time.microseconds), what)
  }

  /// Adds a value that belongs to the previous event, hashed like an event with the code 0.
  ///
  /// - Precondition: No event of this owner has the code 0, so none is mistaken for a value.
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
