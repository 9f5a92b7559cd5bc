import Models

extension Metric {
  static let ofReactions: [Int: Metric] = [
    35: perThousandDevices(
      "opt_outs_per_1000_devices", "users who silence alerts or switch them off",
      ReactionCounter.optOuts,
      needs: "user.reactions"
    ).shown(.atTimes),
    36: perThousandDevices(
      "uninstalls_per_1000_devices", "users who uninstall the app", ReactionCounter.uninstalls,
      needs: "user.reactions"),
    37: Metric(
      name: "reachable_share_at_end", "devices whose alerts are drawn at the end",
      .share(of: .devices), better: .higher, counts: [ReactionCounter.reachableAtEnd],
      kind: .ratio(x: { Double($0[ReactionCounter.reachableAtEnd]) }, y: { Double($0.devices) }),
      needs: "user.reactions"),
  ]
}
