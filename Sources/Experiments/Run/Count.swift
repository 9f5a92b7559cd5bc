import Models

/// What is counted in one replication: the integer columns of `replications.csv`, in their order.
///
/// A new count is one case here; the compiler asks for its line in ``value(in:)`` and
/// ``isModelled(_:)``.
enum Count: String, CaseIterable, Sendable {
  case owed, shown, summarised, synced, pending, lost, unwanted, duplicates
  case pushesSent = "pushes_sent"
  case pushesResent = "pushes_resent"
  case resendRequests = "resend_requests"
  case resendFailures = "resend_failures"
  case summaries
  case extensionRuns = "extension_runs"
  case interruptions
  case devicesWithoutLoss = "devices_without_loss_count"
  /// [byte]
  case payloadBytes = "payload_bytes"
  case awareInTime = "aware_in_time"
  case shownInTime = "shown_in_time"
  /// The delays of all shown [µs].
  case latencySum = "latency_sum_us"
  /// Pushes that reached the device.
  case wakeUps = "device_wake_ups"
  /// Re-requests and acknowledgements.
  case providerRequests = "provider_requests"
  /// How long the extension has worked on gaps [µs].
  case extensionTime = "extension_time_us"
  case heartbeats
  /// Badge updates and read receipts.
  case extraPushes = "extra_pushes"
  case resendTimeouts = "resend_timeouts"
  /// The waits of all requests for a server [µs].
  case resendWaitSum = "resend_wait_sum_us"
  /// Of the devices that draw alerts.
  case owedReachable = "owed_reachable"
  case shownReachable = "shown_reachable"
  /// The app was opened.
  case openings = "app_openings"
  /// The app has asked for what the user does not have.
  case fetches = "app_fetches"
  /// Of those that telemetry may have a receipt for: first pushes, and receipts that were uploaded.
  case measuredPushes = "measured_pushes"
  case measuredReceipts = "measured_receipts"
  /// On device-days on which, or on the next of which, the app was opened.
  case cohortPushes = "cohort_pushes"
  case cohortReceipts = "cohort_receipts"
  case cohortOwed = "cohort_owed"
  case cohortShown = "cohort_shown"
  /// Alerts that were not drawn, because the device was quiet.
  case silenced
  /// The content was seen while it was useful.
  case seenInTime = "seen_in_time_count"
  case taps, dismissals
}

extension Count {
  /// Where each count stands in a record.
  private static let places = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

  var place: Int {
    guard let place = Self.places[self] else { preconditionFailure("every case has a place") }
    return place
  }

  func value(in tally: Tally) -> UInt128 {
    switch self {
    case .owed: UInt128(tally.owed)
    case .shown: UInt128(tally.count(.shown))
    case .summarised: UInt128(tally.count(.summarised))
    case .synced: UInt128(tally.count(.synced))
    case .pending: UInt128(tally.count(.pending))
    case .lost: UInt128(tally.count(.lost))
    case .unwanted: UInt128(tally.unwanted)
    case .duplicates: UInt128(tally.duplicates)
    case .pushesSent: UInt128(tally.pushesSent)
    case .pushesResent: UInt128(tally.pushesResent)
    case .resendRequests: UInt128(tally.resendRequests)
    case .resendFailures: UInt128(tally.resendFailures)
    case .summaries: UInt128(tally.summaries)
    case .extensionRuns: UInt128(tally.extensionRuns)
    case .interruptions: UInt128(tally.interruptions)
    case .devicesWithoutLoss: UInt128(tally.devicesByLost.first ?? 0)
    case .payloadBytes: tally.payloadBytes
    case .awareInTime: UInt128(tally.awareInTime)
    case .shownInTime: UInt128(tally.shownInTime)
    case .latencySum: tally.latencySum
    case .wakeUps: UInt128(tally.wakeUps)
    case .providerRequests: UInt128(tally.resendRequests + tally.acknowledgements)
    case .extensionTime: tally.extensionTime
    case .heartbeats: UInt128(tally.heartbeats)
    case .extraPushes: UInt128(tally.extraPushes)
    case .resendTimeouts: UInt128(tally.resendTimeouts)
    case .resendWaitSum: tally.resendWaitSum
    case .owedReachable: UInt128(tally.owedReachable)
    case .shownReachable: UInt128(tally.shownReachable)
    case .openings: UInt128(tally.openings)
    case .fetches: UInt128(tally.fetches)
    case .silenced, .seenInTime, .taps, .dismissals: UInt128(attention(tally))
    case .measuredPushes, .measuredReceipts, .cohortPushes, .cohortReceipts, .cohortOwed,
      .cohortShown:
      UInt128(value(in: tally.telemetry))
    }
  }

  private func attention(_ tally: Tally) -> UInt64 {
    switch self {
    case .silenced: tally.silenced
    case .seenInTime: tally.seenInTime
    case .taps: tally.taps
    case .dismissals: tally.dismissals
    default: preconditionFailure("\(self) is no count of attention")
    }
  }

  private func value(in telemetry: TelemetryCounts) -> UInt64 {
    switch self {
    case .measuredPushes: telemetry.pushes
    case .measuredReceipts: telemetry.receipts
    case .cohortPushes: telemetry.cohortPushes
    case .cohortReceipts: telemetry.cohortReceipts
    case .cohortOwed: telemetry.cohortOwed
    case .cohortShown: telemetry.cohortShown
    default: preconditionFailure("\(self) is no count of telemetry")
    }
  }

  /// A column is absent where no design point models its station.
  func isModelled(_ scenario: Scenario) -> Bool {
    let frame = scenario.frame
    switch self {
    // A sum over some of the groups would be taken for that of all.
    case .payloadBytes: return frame.allSetups { $0.workload.payload != nil }
    case .awareInTime, .shownInTime: return frame.allSetups { $0.workload.usefulFor != nil }
    case .heartbeats:
      let stages = scenario.strategies.flatMap(\.strategy.stages)
      return stages.contains { $0.provider.heartbeat != nil }
    case .extraPushes: return !frame.allSetups { !$0.workload.hasExtraTraffic }
    case .resendTimeouts, .resendWaitSum: return scenario.hasResendCapacity
    case .openings: return !frame.allSetups { $0.app == nil }
    case .fetches:
      let stages = scenario.strategies.flatMap(\.strategy.stages)
      return !frame.allSetups { $0.app == nil } || stages.contains { $0.fetches }
    case .silenced: return !frame.allSetups { $0.presentation == nil }
    case .seenInTime:
      return !frame.allSetups { $0.user == nil || $0.workload.usefulFor == nil }
    case .taps, .dismissals: return !frame.allSetups { $0.user == nil }
    case .owedReachable, .shownReachable: return !frame.allSetups { $0.settings.isIdeal }
    case .measuredPushes, .measuredReceipts, .cohortPushes, .cohortReceipts, .cohortOwed,
      .cohortShown:
      return !frame.allSetups { $0.telemetry == nil }
    case .owed, .shown, .summarised, .synced, .pending, .lost, .unwanted, .duplicates, .pushesSent,
      .pushesResent, .resendRequests, .resendFailures, .summaries, .extensionRuns, .interruptions,
      .devicesWithoutLoss, .latencySum, .wakeUps, .providerRequests, .extensionTime:
      return true
    }
  }

  /// A column that another design point models has a value here too, so that it is of one type:
  /// most counts are 0 where there is nothing to count. The others are empty, since a 0 would be
  /// wrong.
  func hasValue(_ scenario: Scenario) -> Bool {
    switch self {
    case .payloadBytes, .awareInTime, .shownInTime, .seenInTime, .measuredPushes,
      .measuredReceipts, .cohortPushes, .cohortReceipts, .cohortOwed, .cohortShown:
      isModelled(scenario)
    case .owed, .shown, .summarised, .synced, .pending, .lost, .unwanted, .duplicates, .pushesSent,
      .pushesResent, .resendRequests, .resendFailures, .summaries, .extensionRuns, .interruptions,
      .devicesWithoutLoss, .latencySum, .wakeUps, .providerRequests, .extensionTime, .heartbeats,
      .extraPushes, .resendTimeouts, .resendWaitSum, .owedReachable, .shownReachable, .openings,
      .fetches, .silenced, .taps, .dismissals:
      true
    }
  }
}
