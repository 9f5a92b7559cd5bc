import DeliverySim

/// The measurements that the team itself can make (model.md R7): receipts that wait on the device
/// until the app is opened.
public struct Telemetry: Sendable {
  /// Who writes a receipt.
  public enum Receipts: String, Sendable, CaseIterable {
    /// The service extension, for each push that reaches it.
    case serviceExtension = "extension"
    /// The app itself, for what arrives while it is in the foreground.
    case app
  }

  /// Who writes them.
  public var receipts: Receipts

  public init(receipts: Receipts = .serviceExtension) { self.receipts = receipts }
}

/// The findings of telemetry, and the truth, in one replication (R7.2).
///
/// Covers the messages created in the counted window. The cohort contains the device-days with an
/// opening of the app on that day or the next.
public struct TelemetryCounts: Sendable, Equatable {
  /// Messages whose first push the provider has sent; of everyone.
  public internal(set) var pushes: UInt64 = 0
  /// The number of them whose receipt was uploaded before the end of the run.
  public internal(set) var receipts: UInt64 = 0
  /// Messages whose first push was sent on a device-day of the cohort.
  public internal(set) var cohortPushes: UInt64 = 0
  /// The number of them whose receipt was uploaded by the end of the next day.
  public internal(set) var cohortReceipts: UInt64 = 0
  /// Notifications owed on a device-day of the cohort.
  public internal(set) var cohortOwed: UInt64 = 0
  /// The number of them that were shown.
  public internal(set) var cohortShown: UInt64 = 0

  /// Nothing yet.
  public init() {}
}

extension TelemetryCounts {
  mutating func add(_ other: TelemetryCounts) {
    pushes += other.pushes
    receipts += other.receipts
    cohortPushes += other.cohortPushes
    cohortReceipts += other.cohortReceipts
    cohortOwed += other.cohortOwed
    cohortShown += other.cohortShown
  }
}

extension Telemetry: StationPlan {
  /// The fast way leaves receipts behind.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
