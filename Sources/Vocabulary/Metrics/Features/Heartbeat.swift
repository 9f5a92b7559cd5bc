import Models

extension Metric {
  static let ofHeartbeat: [Int: Metric] = [
    23: perDeviceDay("heartbeats_per_device_day", "heartbeats", HeartbeatCounter.heartbeats).costs(
      3)
  ]
}
