/// What is counted in a replication, each in a column of its own in results: those with a name, in
/// the order of the columns, then the others.
///
/// A new counter is a case here; the compiler asks for its row.
public enum Counter: Int, CaseIterable, Sendable {
  /// Notifications that the user wanted when they were created, and how they ended (R0.3).
  case owed, shown, summarised, synced, pending, lost
  /// Pushes of messages that the user did not want when they were created.
  case unwanted
  /// Showings beside an earlier one.
  case duplicates
  case pushesSent, pushesResent, resendRequests, resendFailures, summaries, extensionRuns
  case interruptions, devicesWithoutLoss
  /// [byte]
  case payloadBytes
  case awareInTime, shownInTime
  /// The delays of all shown [µs].
  case latencySum
  /// Pushes that reached the device.
  case wakeUps
  /// Re-requests and acknowledgements.
  case providerRequests
  /// The extension's own work, and its waits for late pushes and answers [µs].
  case extensionTime
  case heartbeats
  /// Badge updates and read receipts.
  case extraPushes
  /// Re-requests that left the endpoint's queue unserved.
  case resendTimeouts
  /// The waits of all requests for a server [µs].
  case resendWaitSum
  /// Of the devices that draw alerts.
  case owedReachable, shownReachable
  /// The app was opened.
  case openings
  /// The app has asked for what the user does not have.
  case fetches
  /// Of those that telemetry may have a receipt for: first pushes, and receipts that were uploaded.
  case measuredPushes, measuredReceipts
  /// On device-days on which, or on the next of which, the app was opened.
  case cohortPushes, cohortReceipts, cohortOwed, cohortShown
  /// Alerts that were not drawn, because the device was quiet.
  case silenced
  /// Owed notifications whose content was seen while they were useful.
  case seenInTime
  /// The user has tapped a notification, or taken it away.
  case taps, dismissals
  /// Alerts for messages that the user had from the app or from an earlier alert.
  case redundantInterruptions
  /// Shown first without what the extension would have added (R5.9).
  case degraded
  /// Squares and products of each device's own counts of shown and owed notifications.
  case shownSquares, shownTimesOwed, owedSquares
  /// How long devices have had the app in the counted window [µs].
  case installedTime
  /// Of the first counted day, and of those that ``FirstDay`` compares with it: those that were
  /// shown within its span.
  case firstDayOwed, firstDayShown, laterDaysOwed, laterDaysShown
  /// Users who have silenced alerts or switched them off, and who have left, in the counted window;
  /// devices whose alerts are drawn at its end.
  case optOuts, uninstalls, reachableAtEnd
  /// The user has pressed a button on a notification.
  case actions
  /// Brought by the second channel alone; gone out by it; of these, those that the user had; what
  /// they cost [1e-6].
  case escalated, escalations, needlessEscalations, escalationCost
  /// Brought by the app's own connection.
  case socketMessages

  /// All messages of the run, those outside the counted window too.
  case created
  /// All that the client has sent, those that were lost too.
  case acknowledgements
}

extension Counter {
  // MARK: The table

  private struct Row {
    let name: String
    let feature: Feature
    /// Where it follows from what else is counted.
    let derived: ((Tally) -> UInt128)?

    init(_ name: String, _ feature: Feature = .all, derived: ((Tally) -> UInt128)? = nil) {
      (self.name, self.feature, self.derived) = (name, feature, derived)
    }

    static func fate(_ fate: Fate) -> Row { Row(fate.name) { $0.count(fate) } }

    static func telemetry(_ name: String, _ count: KeyPath<TelemetryCounts, UInt64>) -> Row {
      Row(name, .telemetry) { UInt128($0.telemetry[keyPath: count]) }
    }
  }

  private var row: Row {
    switch self {
    case .owed: Row("owed")
    case .unwanted: Row("unwanted")
    case .duplicates: Row("duplicates")
    case .pushesSent: Row("pushes_sent")
    case .pushesResent: Row("pushes_resent")
    case .resendRequests: Row("resend_requests")
    case .resendFailures: Row("resend_failures")
    case .summaries: Row("summaries")
    case .extensionRuns: Row("extension_runs")
    case .interruptions: Row("interruptions")
    case .payloadBytes: Row("payload_bytes", .payload)
    case .awareInTime: Row("aware_in_time", .usefulness)
    case .shownInTime: Row("shown_in_time", .usefulness)
    case .wakeUps: Row("device_wake_ups")
    case .extensionTime: Row("extension_time_us")
    case .heartbeats: Row("heartbeats", .heartbeats)
    case .extraPushes: Row("extra_pushes", .extraTraffic)
    case .resendTimeouts: Row("resend_timeouts", .resendCapacity)
    case .resendWaitSum: Row("resend_wait_sum_us", .resendCapacity)
    case .owedReachable: Row("owed_reachable", .settings)
    case .shownReachable: Row("shown_reachable", .settings)
    case .openings: Row("app_openings", .app)
    case .fetches: Row("app_fetches", .fetches)
    case .silenced: Row("silenced", .presentation)
    case .seenInTime: Row("seen_in_time_count", .sight)
    case .degraded: Row("degraded", .decorations)
    // They follow from what else is counted.
    case .shown: .fate(.shown)
    case .summarised: .fate(.summarised)
    case .synced: .fate(.synced)
    case .pending: .fate(.pending)
    case .lost: .fate(.lost)
    case .devicesWithoutLoss:
      Row("devices_without_loss_count") { UInt128($0.devicesByLost.first ?? 0) }
    case .latencySum: Row("latency_sum_us") { $0.latencySum }
    case .providerRequests: Row("provider_requests") { $0[.resendRequests] + $0[.acknowledgements] }
    case .measuredPushes: .telemetry("measured_pushes", \.pushes)
    case .measuredReceipts: .telemetry("measured_receipts", \.receipts)
    case .cohortPushes: .telemetry("cohort_pushes", \.cohortPushes)
    case .cohortReceipts: .telemetry("cohort_receipts", \.cohortReceipts)
    case .cohortOwed: .telemetry("cohort_owed", \.cohortOwed)
    case .cohortShown: .telemetry("cohort_shown", \.cohortShown)
    case .shownSquares: Row("shown_squares")
    case .shownTimesOwed: Row("shown_times_owed")
    case .owedSquares: Row("owed_squares")
    // They are about days.
    case .installedTime: Row("installed_time_us", .uninstalls)
    case .firstDayOwed: Row("first_day_owed", .firstDay)
    case .firstDayShown: Row("first_day_shown", .firstDay)
    case .laterDaysOwed: Row("later_days_owed", .firstDay)
    case .laterDaysShown: Row("later_days_shown", .firstDay)
    // Users do these, or are spared them.
    case .taps: Row("taps", .user)
    case .dismissals: Row("dismissals", .user)
    case .redundantInterruptions: Row("redundant_interruptions", .knowledge)
    case .optOuts: Row("opt_outs", .reactions)
    case .uninstalls: Row("uninstalls", .reactions)
    case .reachableAtEnd: Row("reachable_at_end", .reactions)
    case .actions: Row("actions", .actions)
    case .socketMessages: Row("socket_messages", .socket)
    // They are about the second channel.
    case .escalated: Row("escalated", .escalation) { $0.count(.escalated) }
    case .escalations: Row("escalations", .escalation)
    case .needlessEscalations: Row("needless_escalations", .escalation)
    case .escalationCost: Row("escalation_cost_micro", .escalation)
    // They have no column.
    case .created, .acknowledgements: Row("")
    }
  }

  /// The name of its column; empty where it has none.
  public var name: String { row.name }

  /// Those that have a column, in order.
  public static let columns = allCases.filter { !$0.name.isEmpty }

  var derived: ((Tally) -> UInt128)? { row.derived }
}

extension Counter {
  // MARK: When it is modelled

  /// What a world or a strategy may have, and some counters are about.
  private enum Feature {
    case all, payload, usefulness, sight, telemetry
    case heartbeats, extraTraffic, resendCapacity, settings, app, fetches, presentation, user
    case knowledge, decorations, uninstalls, firstDay, reactions, actions, escalation, socket
  }

  /// A column is absent where no design point models its station.
  public func isModelled(_ world: World, _ strategies: [Strategy]) -> Bool {
    switch row.feature {
    case .all: true
    // A sum over some of the groups would be taken for that of all.
    case .payload: world.allSetups { $0.workload.payload != nil }
    case .usefulness: world.allSetups { $0.workload.usefulFor != nil }
    case .sight: world.hasSetup { $0.user != nil && $0.workload.usefulFor != nil }
    case .telemetry: world.hasSetup { $0.telemetry != nil }
    case .heartbeats: strategies.contains { $0.stages.contains { $0.provider.heartbeat != nil } }
    case .extraTraffic: world.hasSetup { $0.workload.hasExtraTraffic }
    case .resendCapacity: world.isDealtByShards
    case .settings: world.hasSetup { !$0.settings.isIdeal }
    case .app: world.hasSetup { $0.app != nil }
    case .fetches:
      world.hasSetup { $0.app != nil }
        || strategies.contains { $0.stages.contains(where: \.fetches) }
    case .presentation:
      world.hasSetup { $0.mayComeSilently }
    case .user: world.hasSetup { $0.user != nil }
    // The user may have a message before its alert.
    case .knowledge:
      world.hasSetup { $0.app != nil || $0.user != nil }
        || strategies.contains(where: \.sharesCursor)
    case .decorations: world.hasSetup { $0.serviceExtension.decorates }
    case .uninstalls: world.hasUninstalls
    case .firstDay: FirstDay(world) != nil
    case .reactions: world.hasReactions
    case .actions: world.hasSetup { $0.user?.actions != nil }
    case .escalation: strategies.contains { $0.stages.contains { $0.escalation != nil } }
    case .socket: strategies.contains { $0.stages.contains { $0.socket != nil } }
    }
  }

  /// A column that another design point models has a value here too, so that it is of one type:
  /// most counts are 0 where there is nothing to count. The others are empty, since a 0 would be
  /// wrong.
  public func hasValue(_ world: World, _ strategies: [Strategy]) -> Bool {
    switch row.feature {
    case .payload, .usefulness, .sight, .telemetry, .uninstalls, .firstDay, .reactions:
      isModelled(world, strategies)
    case .all, .heartbeats, .extraTraffic, .resendCapacity, .settings, .app, .fetches,
      .presentation, .user, .knowledge, .decorations, .actions, .escalation, .socket:
      true
    }
  }
}

extension World {
  fileprivate func hasSetup(where holds: (DeviceSetup) -> Bool) -> Bool {
    !allSetups { !holds($0) }
  }
}
