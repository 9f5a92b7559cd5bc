/// Telemetry counts these (R7).
public enum TelemetryCounter: UInt8, Counters {
  /// First pushes that telemetry may have a receipt for, and receipts that were uploaded.
  case measuredPushes = 31
  case measuredReceipts = 32
  /// On device-days on which, or on the next of which, the app was opened.
  case cohortPushes = 33
  case cohortReceipts = 34
  case cohortOwed = 35
  case cohortShown = 36

  var row: Counter.Row {
    switch self {
    case .measuredPushes: Self.row("measured_pushes", \.pushes)
    case .measuredReceipts: Self.row("measured_receipts", \.receipts)
    case .cohortPushes: Self.row("cohort_pushes", \.cohortPushes)
    case .cohortReceipts: Self.row("cohort_receipts", \.cohortReceipts)
    case .cohortOwed: Self.row("cohort_owed", \.cohortOwed)
    case .cohortShown: Self.row("cohort_shown", \.cohortShown)
    }
  }

  private static func row(
    _ name: String, _ count: any KeyPath<TelemetryCounts, UInt64> & Sendable
  ) -> Counter.Row {
    Counter.Row(name, .where(isEmptyElsewhere: true) { $0.telemetry != nil }) {
      UInt128($0.telemetry[keyPath: count])
    }
  }
}
