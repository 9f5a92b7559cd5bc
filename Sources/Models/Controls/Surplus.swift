/// Numbers that replications count for control variates (docs/explanation/statistics.md,
/// "Controls"): their mean is known exactly, given when messages are created. The number less its
/// mean, the surplus, has the mean 0; and where it is large, much is lost.
///
/// Of absences only the on-off process itself is looked at, of a device or of its region: neither
/// reconnecting nor what comes on top matters for count or mean.
public enum Surplus: Sendable, Hashable {
  /// Runs of so many consecutive messages of a device, at least 1, that are all created inside one
  /// absence.
  case runs(Int)
  /// Of them, those that go on from the device's first message: all up to it are created inside one
  /// absence.
  case firstRuns(Int)
  /// Devices that have any of these.
  case firstAbsences(Int)
  /// Messages that are owed to devices that draw alerts.
  case reachable
  /// First sends of messages that the second hop loses by chance, had they all been sent.
  case linkLosses
  /// Messages that are asked for in re-requests that fail by chance.
  case failedRequests
  /// Messages that the first hop loses by chance, had each been handed in when it is reachable.
  case intakeLosses
  /// Repeats of messages that the second hop loses by chance.
  case repeatLosses
}

extension Surplus {
  /// It depends on the world alone, so that all strategies count the same.
  public var isOfWorld: Bool { self != .failedRequests && self != .repeatLosses }
}

/// A number and its mean.
public struct SurplusCount: Sendable, Equatable {
  /// It is what the simulation counted; ``expected`` is the mean of that.
  public private(set) var count: UInt64 = 0
  /// The mean, in units of 2^-32.
  public private(set) var expected: UInt128 = 0

  public init(count: UInt64 = 0, expected: UInt128 = 0) {
    (self.count, self.expected) = (count, expected)
  }

  static func += (left: inout SurplusCount, right: SurplusCount) {
    left.count += right.count
    left.expected += right.expected
  }

  /// The mean of ``count``.
  public var mean: Double { Double(expected) * 0x1p-32 }

  /// The count less its mean.
  public var surplus: Double {
    let whole = Int64(truncatingIfNeeded: expected >> 32)
    let fraction = Double(expected & 0xFFFF_FFFF) * 0x1p-32
    return Double(Int64(truncatingIfNeeded: count) - whole) - fraction
  }
}
