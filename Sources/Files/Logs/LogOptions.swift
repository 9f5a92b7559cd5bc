/// What the user says about a log's form; what is nil is found out.
package struct LogOptions: Sendable {
  /// Of times that are plain numbers.
  package var unit: LogUnit?
  /// The form of all times.
  package var pattern: TimePattern?
  /// Of times without a zone; nil: UTC.
  package var zone: LogZone?
  /// Columns by their role.
  package var columns: [LogRole: String] = [:]

  package init() {}
}
