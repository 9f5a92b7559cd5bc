import Models

extension Metric {
  static let ofWorkload: [Int: Metric] = [
    8: perNotification(
      "payload_bytes_per_notification", "payload bytes", in: "bytes", WorkloadCounter.payloadBytes,
      .alone,
      needs: "workload.payload"
    ).costs(9),
    24: perDeviceDay("extra_pushes_per_device_day", "extra pushes", WorkloadCounter.extraPushes),
  ]
}
