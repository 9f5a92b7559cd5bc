import Models

extension Metric {
  static let ofPhone: [Int: Metric] = [
    27: Metric(
      name: "reachable_deliverability", "shown, on devices that draw alerts", .share(of: .owed),
      better: .higher, counts: [PhoneCounter.owedReachable, PhoneCounter.shownReachable],
      kind: .ratio(
        x: { Double($0[PhoneCounter.shownReachable]) },
        y: { Double($0[PhoneCounter.owedReachable]) }),
      isOfSomeDevices: true, controlled: .alone, needs: "device.denied or device.alerts_off")
  ]
}
