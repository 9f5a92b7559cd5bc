import Models

extension Metric {
  static let ofAndroid: [Int: Metric] = [
    53: Metric(
      name: "demoted_share", "of high priority that counted as normal", .share(of: .owed),
      better: .lower, counts: [AndroidCounter.demoted],
      kind: .ratio(x: { Double($0[AndroidCounter.demoted]) }, y: { Double($0[.owed]) }),
      needs: "device.android.demote")
  ]
}
