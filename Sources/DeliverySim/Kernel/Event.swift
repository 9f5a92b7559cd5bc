/// A scheduled event, packed into one unsigned 128-bit number whose order is the order of events.
///
/// The number has, from the most significant bit: time (52 bits), owner (16), the owner's insertion
/// number (32), kind (6), payload (22). Two events are compared as one number, so no branch is
/// mispredicted. Kind and payload never decide the order: no two pending events of an owner have
/// the same number. Number 0 is reserved for an event that must precede the owner's other events at
/// the same time; at most one such event is pending.
///
/// The owner is 0 for what several devices share, else 1 + the device's place in its cell. Places
/// follow device numbers, so the order is (time, shared first, device, insertion number) whatever
/// the size of the cell.
@frozen
public struct Event: Sendable, Equatable {
  @usableFromInline let key: UInt128

  @inlinable
  init(key: UInt128) {
    self.key = key
  }

  /// - Precondition: Every part fits its bits; checked in every build, since a cut number would
  ///   silently reorder events.
  @inlinable
  public init(time: SimTime, owner: Int, number: UInt32, kind: UInt8, payload: Int) {
    precondition(
      UInt64(bitPattern: time.microseconds) < 1 << 52 && UInt(bitPattern: owner) < 1 << 16
        && kind < 64 && UInt(bitPattern: payload) < 1 << 22,
      "a part of an event does not fit its bits: check limits before scheduling")
    let high = UInt64(bitPattern: time.microseconds) &<< 12 | UInt64(owner) &>> 4
    let low =
      UInt64(owner) &<< 60 | UInt64(number) &<< 28 | UInt64(kind) &<< 22 | UInt64(payload)
    key = UInt128(_low: low, _high: high)
  }
}

extension Event {
  // MARK: Parts

  /// The owner of events that several devices share.
  @inlinable
  public static var sharedOwner: Int { 0 }

  /// The largest owner: a cell holds at most this many devices.
  @inlinable
  public static var ownerMax: Int { 1 << 16 - 1 }

  /// The largest payload.
  @inlinable
  public static var payloadMax: Int { 1 << 22 - 1 }

  /// The time decides the order of events first.
  @inlinable
  public var time: SimTime { SimTime(microseconds: Int64(key._high &>> 12)) }

  /// It is 0 for what several devices share, else 1 + the device's place in its cell.
  @inlinable
  public var owner: Int { Int((key._high & 0xFFF) &<< 4 | key._low &>> 60) }

  /// The insertion number orders events of the same time and owner.
  @inlinable
  public var number: UInt32 { UInt32(truncatingIfNeeded: key._low &>> 28) }

  /// It tells the model what happens; it is below 64.
  @inlinable
  public var kind: UInt8 { UInt8(truncatingIfNeeded: key._low &>> 22) & 0x3F }

  /// The kind decides what it means; it is from 0 to ``payloadMax``.
  @inlinable
  public var payload: Int { Int(key._low & 0x3F_FFFF) }
}
