import Models

extension Metric {
  static let ofTelemetry: [Int: Metric] = [
    30: Metric(
      name: "observed_deliverability", "shown, as telemetry has it", .share(of: .notifications),
      better: .higher, counts: [TelemetryCounter.cohortReceipts, TelemetryCounter.cohortPushes],
      kind: .ratio(
        x: { Double($0[TelemetryCounter.cohortReceipts]) },
        y: { Double($0[TelemetryCounter.cohortPushes]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "telemetry")
  ]
}
