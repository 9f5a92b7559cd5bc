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
    share("deliverability", "shown", [.shown], .higher).shown(.always),
    share(
      "awareness", "known of", [.shown, .summarised, .synced], besides: [.escalated], .higher
    ).shown(.atTimes),
    share(
      "awareness_in_time", "known in time", [.awareInTime], .higher, needs: "workload.useful_for"
    ).shown(.often),
    share("timeliness", "shown in time", [.shownInTime], .higher, needs: "workload.useful_for"),
    share(
      "push_loss", "not shown by their own push", [.summarised, .synced, .lost],
      besides: [.escalated], .lower),
    share("loss", "lost", [.lost], .lower),
    perNotification("duplicates_per_notification", "duplicates", .duplicates),
    perNotification("pushes_per_notification", "pushes", .pushesSent, .alone)
      .shown(.always).costs(2),
    perNotification(
      "payload_bytes_per_notification", "payload bytes", in: "bytes", .payloadBytes, .alone,
      needs: "workload.payload"
    ).costs(9),
    seconds(
      "latency_mean_s", "mean delay of what is shown", counts: [.latencySum],
      .ratio(x: { Double($0[.latencySum]) / 1e6 }, y: { Double($0[.shown]) })),
    seconds("latency_p50_s", "median delay of what is shown", .quantile(0.5, of: .shown)),
    seconds(
      "latency_p90_s", "delay that 90 % of what is shown stay within", .quantile(0.9, of: .shown)),
    seconds(
      "latency_p99_s", "delay that 99 % of what is shown stay within", .quantile(0.99, of: .shown)),
    seconds("delay_p50_s", "time until half of what is owed is shown", .quantile(0.5, of: .owed)),
    seconds("delay_p90_s", "time until 90 % of what is owed is shown", .quantile(0.9, of: .owed)),
    perDeviceDay("resend_requests_per_device_day", "re-requests", .resendRequests, .alone)
      .shown(.always).costs(4),
    perDeviceDay("summaries_per_device_day", "summaries", .summaries, .alone),
    perDeviceDay("interruptions_per_device_day", "interruptions", .interruptions)
      .shown(.always).costs(5),
    perDeviceDay("extension_runs_per_device_day", "runs of the extension", .extensionRuns)
      .costs(6),
    Metric(
      name: "devices_without_loss", "devices without loss", .share(of: .devices), better: .higher,
      counts: [.devicesWithoutLoss],
      kind: .ratio(x: { Double($0[.devicesWithoutLoss]) }, y: { Double($0.devices) })),
    perDeviceDay("device_wake_ups_per_device_day", "pushes that reach the device", .wakeUps)
      .costs(8),
    perDeviceDay(
      "provider_requests_per_device_day", "requests to the provider", .providerRequests, .alone
    ).costs(7),
    Metric(
      name: "extension_seconds_per_device_day", "seconds of the extension",
      .rate(per: .deviceDay, amount: "s"), better: .lower, counts: [.extensionTime],
      kind: .ratio(x: { Double($0[.extensionTime]) / 1e6 }, y: \.deviceDays), controlled: .alone),
    perDeviceDay("heartbeats_per_device_day", "heartbeats", .heartbeats).costs(3),
    perDeviceDay("extra_pushes_per_device_day", "extra pushes", .extraPushes),
    perDeviceDay(
      "resend_timeouts_per_device_day", "re-requests that time out", .resendTimeouts,
      needs: "provider.resend.capacity"),
    seconds(
      "resend_wait_mean_s", "mean wait of a re-request", counts: [.resendWaitSum],
      .ratio(x: { Double($0[.resendWaitSum]) / 1e6 }, y: { Double($0[.resendRequests]) }),
      needs: "provider.resend.capacity"),
    Metric(
      name: "reachable_deliverability", "shown, on devices that draw alerts", .share(of: .owed),
      better: .higher, counts: [.owedReachable, .shownReachable],
      kind: .ratio(x: { Double($0[.shownReachable]) }, y: { Double($0[.owedReachable]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "device.denied or device.alerts_off"),
    perDeviceDay("app_openings_per_device_day", "openings of the app", .openings, needs: "app"),
    perDeviceDay(
      "app_fetches_per_device_day", "fetches by the app", .fetches,
      needs: "app, or a strategy that fetches"),
    Metric(
      name: "observed_deliverability", "shown, as telemetry has it", .share(of: .notifications),
      better: .higher, counts: [.cohortReceipts, .cohortPushes],
      kind: .ratio(x: { Double($0[.cohortReceipts]) }, y: { Double($0[.cohortPushes]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "telemetry"),
    share(
      "seen_in_time", "seen in time", [.seenInTime], .higher, needs: "user and workload.useful_for"
    ).shown(.often),
    perDeviceDay("taps_per_device_day", "taps", .taps, better: .higher, needs: "user"),
    perDeviceDay(
      "redundant_interruptions_per_device_day", "alerts for what the user had",
      .redundantInterruptions, needs: "app, user, or a strategy whose extension shares its cursor"),
    Metric(
      name: "degraded_share", "shown without what the extension adds", .share(of: .notifications),
      better: .lower, counts: [.degraded],
      kind: .ratio(x: { Double($0[.degraded]) }, y: { Double($0[.shown]) }),
      needs: "extension.decorates"),
    perThousandDevices(
      "opt_outs_per_1000_devices", "users who silence alerts or switch them off", .optOuts,
      needs: "user.reactions"
    ).shown(.atTimes),
    perThousandDevices(
      "uninstalls_per_1000_devices", "users who uninstall the app", .uninstalls,
      needs: "user.reactions"),
    Metric(
      name: "reachable_share_at_end", "devices whose alerts are drawn at the end",
      .share(of: .devices), better: .higher, counts: [.reachableAtEnd],
      kind: .ratio(x: { Double($0[.reachableAtEnd]) }, y: { Double($0.devices) }),
      needs: "user.reactions"),
    perNotification(
      "escalations_per_notification", "messages sent by the second channel", .escalations,
      needs: "a strategy that escalates"),
    Metric(
      name: "needless_escalation_share", "needless messages of the second channel",
      .share(of: .escalations), better: .lower, counts: [.needlessEscalations, .escalations],
      kind: .ratio(x: { Double($0[.needlessEscalations]) }, y: { Double($0[.escalations]) }),
      needs: "a strategy that escalates"),
    Metric(
      name: "escalation_cost_per_1000_notifications", "cost of the second channel",
      .rate(per: .thousandNotifications), better: .lower, counts: [.escalationCost],
      kind: .ratio(x: { Double($0[.escalationCost]) / 1000 }, y: { Double($0[.owed]) }),
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
    _ name: String, _ what: String, _ parts: [Counter], besides others: [Counter] = [],
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
    _ name: String, _ what: String, counts: [Counter] = [], _ kind: Kind, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .seconds, better: .lower, counts: counts, kind: kind, needs: needs)
  }

  private static func perNotification(
    _ name: String, _ what: String, in amount: String = "", _ count: Counter,
    _ controlled: Controlled? = nil, needs: String? = nil
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .notification, amount: amount), better: .lower,
      counts: [count], kind: .ratio(x: { Double($0[count]) }, y: { Double($0[.owed]) }),
      controlled: controlled, needs: needs)
  }

  private static func perThousandDevices(
    _ name: String, _ what: String, _ count: Counter, needs: String
  ) -> Metric {
    Metric(
      name: name, what, .rate(per: .thousandDevices), better: .lower, counts: [count],
      kind: .ratio(x: { 1000 * Double($0[count]) }, y: { Double($0.devices) }), needs: needs)
  }

  private static func perDeviceDay(
    _ name: String, _ what: String, _ count: Counter, _ controlled: Controlled? = nil,
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
