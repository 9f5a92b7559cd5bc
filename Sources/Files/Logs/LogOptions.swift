/// The user says this about a log's form; where it is nil, the reader finds it out.
package struct LogOptions: Sendable {
  /// Times that are plain numbers have this unit.
  package var unit: LogUnit?
  /// The form of all times.
  package var pattern: TimePattern?
  /// Times without a zone are in this one; nil: UTC.
  package var zone: LogZone?
  /// Columns by their role.
  package var columns: [LogRole: String] = [:]
  /// The user may name another form of times.
  package var hasTimeFormat = false

  package init() {}
}
