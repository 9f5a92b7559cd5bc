import Models

extension Metric {
  static let ofUser: [Int: Metric] = [
    31: share(
      "seen_in_time", "seen in time", [UserCounter.seenInTime], .higher,
      needs: "user and workload.useful_for"
    ).shown(.often),
    32: perDeviceDay(
      "taps_per_device_day", "taps", UserCounter.taps, better: .higher, needs: "user"),
    33: perDeviceDay(
      "redundant_interruptions_per_device_day", "alerts for what the user had",
      UserCounter.redundantInterruptions,
      needs: "app, user, or a strategy whose extension shares its cursor"),
  ]
}
