import Models

extension Metric {
  static let ofCounting: [Int: Metric] = [
    0: share("deliverability", "shown", [CoreCounter.shown], .higher).shown(.always),
    1: share(
      "awareness", "known of", [CoreCounter.shown, CoreCounter.summarised, CoreCounter.synced],
      besides: [EscalationCounter.escalated, UserCounter.toldByBadge], .higher
    ).shown(.atTimes),
    2: share(
      "awareness_in_time", "known in time", [CoreCounter.awareInTime], .higher,
      needs: "workload.useful_for"
    ).shown(.often),
    3: share(
      "timeliness", "shown in time", [CoreCounter.shownInTime], .higher,
      needs: "workload.useful_for"),
    4: share(
      "push_loss", "not shown by their own push",
      [CoreCounter.summarised, CoreCounter.synced, CoreCounter.lost],
      besides: [EscalationCounter.escalated], .lower),
    5: share("loss", "lost", [CoreCounter.lost], .lower),
    6: perNotification("duplicates_per_notification", "duplicates", CoreCounter.duplicates),
    7: perNotification("pushes_per_notification", "pushes", CoreCounter.pushesSent, .alone)
      .shown(.always).costs(2),
    9: seconds(
      "latency_mean_s", "mean delay of what is shown", counts: [CoreCounter.latencySum],
      .ratio(x: { Double($0[.latencySum]) / 1e6 }, y: { Double($0[.shown]) })),
    10: seconds("latency_p50_s", "median delay of what is shown", .quantile(0.5, of: .shown)),
    11: seconds(
      "latency_p90_s", "delay that 90 % of what is shown stay within", .quantile(0.9, of: .shown)),
    12: seconds(
      "latency_p99_s", "delay that 99 % of what is shown stay within", .quantile(0.99, of: .shown)),
    13: seconds(
      "delay_p50_s", "time until half of what is owed is shown", .quantile(0.5, of: .owed)),
    14: seconds(
      "delay_p90_s", "time until 90 % of what is owed is shown", .quantile(0.9, of: .owed)),
    15: perDeviceDay(
      "resend_requests_per_device_day", "re-requests", CoreCounter.resendRequests, .alone
    )
    .shown(.always).costs(4),
    16: perDeviceDay("summaries_per_device_day", "summaries", CoreCounter.summaries, .alone),
    17: perDeviceDay("interruptions_per_device_day", "interruptions", CoreCounter.interruptions)
      .shown(.always).costs(5),
    19: Metric(
      name: "devices_without_loss", "devices without loss", .share(of: .devices), better: .higher,
      counts: [CoreCounter.devicesWithoutLoss],
      kind: .ratio(x: { Double($0[.devicesWithoutLoss]) }, y: { Double($0.devices) })),
    20: perDeviceDay(
      "device_wake_ups_per_device_day", "pushes that reach the device", CoreCounter.wakeUps
    )
    .costs(8),
    21: perDeviceDay(
      "provider_requests_per_device_day", "requests to the provider", CoreCounter.providerRequests,
      .alone
    ).costs(7),
  ]
}
