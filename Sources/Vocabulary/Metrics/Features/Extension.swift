import Models

extension Metric {
  static let ofExtension: [Int: Metric] = [
    18: perDeviceDay(
      "extension_runs_per_device_day", "runs of the extension", ExtensionCounter.extensionRuns
    )
    .costs(6),
    22: Metric(
      name: "extension_seconds_per_device_day", "seconds of the extension",
      .rate(per: .deviceDay, amount: "s"), better: .lower, counts: [ExtensionCounter.extensionTime],
      kind: .ratio(x: { Double($0[ExtensionCounter.extensionTime]) / 1e6 }, y: \.deviceDays),
      controlled: .alone),
    34: Metric(
      name: "degraded_share", "shown without what the extension adds", .share(of: .notifications),
      better: .lower, counts: [ExtensionCounter.degraded],
      kind: .ratio(x: { Double($0[ExtensionCounter.degraded]) }, y: { Double($0[.shown]) }),
      needs: "extension.decorates"),
  ]
}
