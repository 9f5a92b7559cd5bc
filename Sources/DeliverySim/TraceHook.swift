/// Watches every event of a simulation. A run that is not watched is compiled without it
/// (``NoTrace``).
public protocol TraceHook<Record> {
  associatedtype Record

  /// False when records are not wanted at all, so that building them is skipped by the compiler.
  static var isActive: Bool { get }

  mutating func note(_ record: @autoclosure () -> Record)
}

/// Watches nothing, at no cost.
public struct NoTrace<Record>: TraceHook {
  public init() {}

  @inlinable
  public static var isActive: Bool { false }

  @inlinable
  public mutating func note(_ record: @autoclosure () -> Record) {}
}

/// Keeps every record, in order, or those that somebody wants.
public struct RecordingTrace<Record>: TraceHook {
  public private(set) var records: [Record] = []
  private let isWanted: (Record) -> Bool

  /// - Parameter isWanted: A choice made here, not by another hook: each hook makes the compiler
  ///   build the whole simulation once more.
  public init(where isWanted: @escaping (Record) -> Bool = { _ in true }) {
    self.isWanted = isWanted
  }

  @inlinable
  public static var isActive: Bool { true }

  public mutating func note(_ record: @autoclosure () -> Record) {
    let record = record()
    if isWanted(record) { records.append(record) }
  }

  /// Forgets what has been kept, and keeps the memory.
  public mutating func removeAll() { records.removeAll(keepingCapacity: true) }
}
