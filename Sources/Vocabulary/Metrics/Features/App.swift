import Models

extension Metric {
  static let ofApp: [Int: Metric] = [
    28: perDeviceDay(
      "app_openings_per_device_day", "openings of the app", AppCounter.openings, needs: "app"),
    29: perDeviceDay(
      "app_fetches_per_device_day", "fetches by the app", AppCounter.fetches,
      needs: "app, or a strategy that fetches"),
  ]
}
