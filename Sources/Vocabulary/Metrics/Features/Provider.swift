import Models

extension Metric {
  static let ofProvider: [Int: Metric] = [
    25: perDeviceDay(
      "resend_timeouts_per_device_day", "re-requests that time out", ProviderCounter.resendTimeouts,
      needs: "provider.resend.capacity"),
    26: seconds(
      "resend_wait_mean_s", "mean wait of a re-request", counts: [ProviderCounter.resendWaitSum],
      .ratio(
        x: { Double($0[ProviderCounter.resendWaitSum]) / 1e6 }, y: { Double($0[.resendRequests]) }),
      needs: "provider.resend.capacity"),
  ]
}
