/// Each replication counts these, whatever is modelled.
public enum CoreCounter: UInt8, Counters {
  /// Notifications that the user wanted when they were created, and how they ended (R0.3).
  case owed = 0
  case shown = 1
  case summarised = 2
  case synced = 3
  case pending = 4
  case lost = 5
  /// Pushes of messages that the user did not want when they were created.
  case unwanted = 6
  /// Showings beside an earlier one.
  case duplicates = 7
  case pushesSent = 8
  case pushesResent = 9
  case resendRequests = 10
  case resendFailures = 11
  case summaries = 12
  case interruptions = 14
  case devicesWithoutLoss = 15
  case awareInTime = 17
  case shownInTime = 18
  /// The delays of all shown [µs].
  case latencySum = 19
  /// Pushes that reached the device.
  case wakeUps = 20
  /// Re-requests and acknowledgements.
  case providerRequests = 21
  /// Squares and products of each device's own counts of shown and owed notifications.
  case shownSquares = 43
  case shownTimesOwed = 44
  case owedSquares = 45
  /// All messages of the run, those outside the counted window too; it has no column.
  case created = 78
  /// All that the client has sent, those that were lost too; it has no column.
  case acknowledgements = 79

  var row: Counter.Row {
    switch self {
    case .owed: .init("owed")
    case .shown: .init("shown") { $0.count(.shown) }
    case .summarised: .init("summarised") { $0.count(.summarised) }
    case .synced: .init("synced") { $0.count(.synced) }
    case .pending: .init("pending") { $0.count(.pending) }
    case .lost: .init("lost") { $0.count(.lost) }
    case .unwanted: .init("unwanted")
    case .duplicates: .init("duplicates")
    case .pushesSent: .init("pushes_sent")
    case .pushesResent: .init("pushes_resent")
    case .resendRequests: .init("resend_requests")
    case .resendFailures: .init("resend_failures")
    case .summaries: .init("summaries")
    case .interruptions: .init("interruptions")
    case .devicesWithoutLoss:
      .init("devices_without_loss_count") { UInt128($0.devicesByLost.first ?? 0) }
    case .awareInTime: .init("aware_in_time", Self.useful)
    case .shownInTime: .init("shown_in_time", Self.useful)
    case .latencySum: .init("latency_sum_us") { $0.latencySum }
    case .wakeUps: .init("device_wake_ups")
    case .providerRequests:
      .init("provider_requests") { $0[.resendRequests] + $0[.acknowledgements] }
    case .shownSquares: .init("shown_squares")
    case .shownTimesOwed: .init("shown_times_owed")
    case .owedSquares: .init("owed_squares")
    case .created, .acknowledgements: .init("")
    }
  }

  /// A sum over some of the groups would be taken for that of all.
  private static let useful = Counter.When(isEmptyElsewhere: true) { world, _ in
    world.allSetups { $0.workload.usefulFor != nil }
  }
}
