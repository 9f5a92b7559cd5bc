import Models

extension Metric {
  // MARK: The catalogue

  /// - Precondition: The catalogue has a metric of that name.
  package static func named(_ name: String) -> Metric {
    guard let metric = all.first(where: { $0.name == name }) else {
      preconditionFailure("no metric \(name)")
    }
    return metric
  }

  /// Whether there is a share of that name.
  package static func isShare(_ name: String) -> Bool {
    all.contains { $0.name == name && $0.isShare }
  }

  /// In the order of the results. A new metric is one line here.
  package static let all: [Metric] = [
    share("deliverability", "shown", [CoreCounter.shown], .higher).shown(.always),
    share(
      "awareness", "known of", [CoreCounter.shown, CoreCounter.summarised, CoreCounter.synced],
      besides: [EscalationCounter.escalated], .higher
    ).shown(.atTimes),
    share(
      "awareness_in_time", "known in time", [CoreCounter.awareInTime], .higher,
      needs: "workload.useful_for"
    ).shown(.often),
    share(
      "timeliness", "shown in time", [CoreCounter.shownInTime], .higher,
      needs: "workload.useful_for"),
    share(
      "push_loss", "not shown by their own push",
      [CoreCounter.summarised, CoreCounter.synced, CoreCounter.lost],
      besides: [EscalationCounter.escalated], .lower),
    share("loss", "lost", [CoreCounter.lost], .lower),
    perNotification("duplicates_per_notification", "duplicates", CoreCounter.duplicates),
    perNotification("pushes_per_notification", "pushes", CoreCounter.pushesSent, .alone)
      .shown(.always).costs(2),
    perNotification(
      "payload_bytes_per_notification", "payload bytes", in: "bytes", WorkloadCounter.payloadBytes,
      .alone,
      needs: "workload.payload"
    ).costs(9),
    seconds(
      "latency_mean_s", "mean delay of what is shown", counts: [CoreCounter.latencySum],
      .ratio(x: { Double($0[.latencySum]) / 1e6 }, y: { Double($0[.shown]) })),
    seconds("latency_p50_s", "median delay of what is shown", .quantile(0.5, of: .shown)),
    seconds(
      "latency_p90_s", "delay that 90 % of what is shown stay within", .quantile(0.9, of: .shown)),
    seconds(
      "latency_p99_s", "delay that 99 % of what is shown stay within", .quantile(0.99, of: .shown)),
    seconds("delay_p50_s", "time until half of what is owed is shown", .quantile(0.5, of: .owed)),
    seconds("delay_p90_s", "time until 90 % of what is owed is shown", .quantile(0.9, of: .owed)),
    perDeviceDay(
      "resend_requests_per_device_day", "re-requests", CoreCounter.resendRequests, .alone
    )
    .shown(.always).costs(4),
    perDeviceDay("summaries_per_device_day", "summaries", CoreCounter.summaries, .alone),
    perDeviceDay("interruptions_per_device_day", "interruptions", CoreCounter.interruptions)
      .shown(.always).costs(5),
    perDeviceDay(
      "extension_runs_per_device_day", "runs of the extension", ExtensionCounter.extensionRuns
    )
    .costs(6),
    Metric(
      name: "devices_without_loss", "devices without loss", .share(of: .devices), better: .higher,
      counts: [CoreCounter.devicesWithoutLoss],
      kind: .ratio(x: { Double($0[.devicesWithoutLoss]) }, y: { Double($0.devices) })),
    perDeviceDay(
      "device_wake_ups_per_device_day", "pushes that reach the device", CoreCounter.wakeUps
    )
    .costs(8),
    perDeviceDay(
      "provider_requests_per_device_day", "requests to the provider", CoreCounter.providerRequests,
      .alone
    ).costs(7),
    Metric(
      name: "extension_seconds_per_device_day", "seconds of the extension",
      .rate(per: .deviceDay, amount: "s"), better: .lower, counts: [ExtensionCounter.extensionTime],
      kind: .ratio(x: { Double($0[ExtensionCounter.extensionTime]) / 1e6 }, y: \.deviceDays),
      controlled: .alone),
    perDeviceDay("heartbeats_per_device_day", "heartbeats", StrategyCounter.heartbeats).costs(3),
    perDeviceDay("extra_pushes_per_device_day", "extra pushes", WorkloadCounter.extraPushes),
    perDeviceDay(
      "resend_timeouts_per_device_day", "re-requests that time out", ProviderCounter.resendTimeouts,
      needs: "provider.resend.capacity"),
    seconds(
      "resend_wait_mean_s", "mean wait of a re-request", counts: [ProviderCounter.resendWaitSum],
      .ratio(
        x: { Double($0[ProviderCounter.resendWaitSum]) / 1e6 }, y: { Double($0[.resendRequests]) }),
      needs: "provider.resend.capacity"),
    Metric(
      name: "reachable_deliverability", "shown, on devices that draw alerts", .share(of: .owed),
      better: .higher, counts: [PhoneCounter.owedReachable, PhoneCounter.shownReachable],
      kind: .ratio(
        x: { Double($0[PhoneCounter.shownReachable]) },
        y: { Double($0[PhoneCounter.owedReachable]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "device.denied or device.alerts_off"),
    perDeviceDay(
      "app_openings_per_device_day", "openings of the app", AppCounter.openings, needs: "app"),
    perDeviceDay(
      "app_fetches_per_device_day", "fetches by the app", AppCounter.fetches,
      needs: "app, or a strategy that fetches"),
    Metric(
      name: "observed_deliverability", "shown, as telemetry has it", .share(of: .notifications),
      better: .higher, counts: [TelemetryCounter.cohortReceipts, TelemetryCounter.cohortPushes],
      kind: .ratio(
        x: { Double($0[TelemetryCounter.cohortReceipts]) },
        y: { Double($0[TelemetryCounter.cohortPushes]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "telemetry"),
    share(
      "seen_in_time", "seen in time", [UserCounter.seenInTime], .higher,
      needs: "user and workload.useful_for"
    ).shown(.often),
    perDeviceDay("taps_per_device_day", "taps", UserCounter.taps, better: .higher, needs: "user"),
    perDeviceDay(
      "redundant_interruptions_per_device_day", "alerts for what the user had",
      UserCounter.redundantInterruptions,
      needs: "app, user, or a strategy whose extension shares its cursor"),
    Metric(
      name: "degraded_share", "shown without what the extension adds", .share(of: .notifications),
      better: .lower, counts: [ExtensionCounter.degraded],
      kind: .ratio(x: { Double($0[ExtensionCounter.degraded]) }, y: { Double($0[.shown]) }),
      needs: "extension.decorates"),
    perThousandDevices(
      "opt_outs_per_1000_devices", "users who silence alerts or switch them off",
      ReactionCounter.optOuts,
      needs: "user.reactions"
    ).shown(.atTimes),
    perThousandDevices(
      "uninstalls_per_1000_devices", "users who uninstall the app", ReactionCounter.uninstalls,
      needs: "user.reactions"),
    Metric(
      name: "reachable_share_at_end", "devices whose alerts are drawn at the end",
      .share(of: .devices), better: .higher, counts: [ReactionCounter.reachableAtEnd],
      kind: .ratio(x: { Double($0[ReactionCounter.reachableAtEnd]) }, y: { Double($0.devices) }),
      needs: "user.reactions"),
    perNotification(
      "escalations_per_notification", "messages sent by the second channel",
      EscalationCounter.escalations,
      needs: "a strategy that escalates"),
    Metric(
      name: "needless_escalation_share", "needless messages of the second channel",
      .share(of: .escalations), better: .lower,
      counts: [EscalationCounter.needlessEscalations, EscalationCounter.escalations],
      kind: .ratio(
        x: { Double($0[EscalationCounter.needlessEscalations]) },
        y: { Double($0[EscalationCounter.escalations]) }),
      needs: "a strategy that escalates"),
    Metric(
      name: "escalation_cost_per_1000_notifications", "cost of the second channel",
      .rate(per: .thousandNotifications), better: .lower,
      counts: [EscalationCounter.escalationCost],
      kind: .ratio(
        x: { Double($0[EscalationCounter.escalationCost]) / 1000 }, y: { Double($0[.owed]) }),
      needs: "a strategy that escalates"
    ).shown(.atTimes).costs(1),
  ]
}

extension Metric {
  // MARK: Kinds of metrics

  /// A part of the owed.
  ///
  /// - Parameter others: What counts too, where it is modelled.
  private static func share(
    _ name: String, _ what: String, _ parts: [any CounterCode],
    besides others: [any CounterCode] = [],
    _ better: Direction, needs: String? = nil
  ) -> Metric {
    let all = parts + others
    return Metric(
      name: name, what, .share(of: .owed), better: better, counts: parts,
      kind: .ratio(
        x: { record in Double(all.reduce(0) { $0 + record[$1] }) }, y: { Double($0[.owed]) }),
      controlled: .together, needs: needs)
  }

  private static func seconds(
    _ name: String, _ what: String, counts: [any CounterCode] = [], _ kind: Kind,
    needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .seconds, better: .lower, counts: counts, kind: kind, needs: needs)
  }

  private static func perNotification(
    _ name: String, _ what: String, in amount: String = "", _ count: any CounterCode,
    _ controlled: Controlled? = nil, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .notification, amount: amount), better: .lower,
      counts: [count], kind: .ratio(x: { Double($0[count]) }, y: { Double($0[.owed]) }),
      controlled: controlled, needs: needs)
  }

  private static func perThousandDevices(
    _ name: String, _ what: String, _ count: any CounterCode, needs: String
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .thousandDevices), better: .lower, counts: [count],
      kind: .ratio(x: { 1000 * Double($0[count]) }, y: { Double($0.devices) }), needs: needs)
  }

  private static func perDeviceDay(
    _ name: String, _ what: String, _ count: any CounterCode, _ controlled: Controlled? = nil,
    better: Direction = .lower, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .deviceDay), better: better, counts: [count],
      kind: .ratio(x: { Double($0[count]) }, y: \.deviceDays), controlled: controlled,
      needs: needs)
  }

  private func shown(_ prominence: Prominence) -> Metric {
    var metric = self
    metric.prominence = prominence
    return metric
  }

  private func costs(_ place: Int) -> Metric {
    var metric = self
    metric.cost = place
    return metric
  }
}
