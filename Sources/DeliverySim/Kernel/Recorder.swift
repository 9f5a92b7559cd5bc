/// Keeps records of what happens in a simulation, in order: all of them, or those that are wanted.
///
/// A model holds an optional recorder and asks first whether there is one. So a run that nobody
/// watches builds no record and pays for one predicted branch.
public struct Recorder<Record> {
  /// The wanted records in the order in which they were noted.
  public private(set) var records: [Record] = []
  private let isWanted: (Record) -> Bool

  /// - Parameter isWanted: The test that says which records to keep.
  public init(where isWanted: @escaping (Record) -> Bool = { _ in true }) {
    self.isWanted = isWanted
  }

  /// Keeps the record if it is wanted; the others are dropped.
  public mutating func note(_ record: Record) {
    if isWanted(record) { records.append(record) }
  }

  /// Forgets what has been kept, and keeps the memory.
  public mutating func removeAll() { records.removeAll(keepingCapacity: true) }
}
