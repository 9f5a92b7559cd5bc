import DeliverySim
import Synchronization

/// What replications count for control variates (docs/statistics.md): runs of consecutive messages
/// of a device that are all created inside one absence. Their mean, given when the messages are
/// created, is known exactly: so the surplus over it has the mean 0, and where much is lost, there
/// are many runs.
///
/// Only the on-off process itself is looked at, of a device or of its region: neither reconnecting
/// nor what comes on top matters for count or mean.
public final class AbsenceRuns: Sendable {
  /// Whose absences.
  public enum Source: Int, Sendable, CaseIterable {
    case own, region
  }

  /// How many messages make a run; ascending, each at least 1.
  public let lengths: [Int]
  private let tables = Mutex<RunTables?>(nil)

  /// - Precondition: Each length is at least 1, and larger than the one before.
  public init(lengths: [Int]) {
    precondition(lengths.first ?? 1 >= 1, "a run has a message at least")
    precondition(zip(lengths, lengths.dropFirst()).allSatisfy { $0 < $1 }, "lengths ascend")
    self.lengths = lengths
  }
}

extension AbsenceRuns {
  /// The place of what was counted in ``Tally/runs``.
  ///
  /// - Precondition: `length` is one of ``lengths``.
  public func place(of source: Source, length: Int) -> Int {
    guard let place = lengths.firstIndex(of: length) else {
      preconditionFailure("runs of this length are counted")
    }
    return source.rawValue * lengths.count + place
  }

  /// How many places there are.
  public var placeCount: Int { Source.allCases.count * lengths.count }

  /// For all who simulate this world; made when the first one asks.
  func tables(_ world: World) -> RunTables {
    tables.withLock { tables in
      if let tables { return tables }
      let made = RunTables(world, lengths: lengths)
      tables = made
      return made
    }
  }
}

extension Tally {
  /// By ``AbsenceRuns/place(of:length:)``, all of them.
  public func runs(of absences: AbsenceRuns) -> [RunCount] {
    runs + Array(repeating: RunCount(), count: absences.placeCount - runs.count)
  }
}

extension World {
  /// The same world, of which no runs are counted.
  public var withoutRuns: World {
    var world = self
    world.runs = nil
    return world
  }

  /// The absences that runs can be counted in: in equilibrium at all times, and told to the end.
  public var absenceSources: [AbsenceRuns.Source] {
    guard !hasUninstalls else { return [] }
    let hasOwn = !allSetups { $0.network.stationary == nil }
    return (hasOwn ? [.own] : []) + (regions == nil ? [] : [.region])
  }
}

extension Network {
  /// Its on-off process, unless the hour changes it.
  var stationary: OnOffProcess? { paces.isClock ? onOff : nil }
}

/// How many runs there are, and the mean of that number given when messages are created.
public struct RunCount: Sendable, Equatable {
  public var count: UInt64 = 0
  /// In units of 2^-32.
  public var expected: UInt128 = 0

  public init(count: UInt64 = 0, expected: UInt128 = 0) {
    (self.count, self.expected) = (count, expected)
  }

  static func += (left: inout RunCount, right: RunCount) {
    left.count += right.count
    left.expected += right.expected
  }

  /// The mean of ``count``.
  public var mean: Double { Double(expected) * 0x1p-32 }

  /// What there is more than the mean.
  public var surplus: Double {
    let whole = Int64(truncatingIfNeeded: expected >> 32)
    let fraction = Double(expected & 0xFFFF_FFFF) * 0x1p-32
    return Double(Int64(count) - whole) - fraction
  }
}
