import Models

extension Metric {
  static let ofStrategies: [Int: Metric] = [
    23: perDeviceDay("heartbeats_per_device_day", "heartbeats", StrategyCounter.heartbeats).costs(3)
  ]
}
