import Models

extension Metric {
  static let ofEscalation: [Int: Metric] = [
    38: perNotification(
      "escalations_per_notification", "messages sent by the second channel",
      EscalationCounter.escalations,
      needs: "a strategy that escalates"),
    39: Metric(
      name: "needless_escalation_share", "needless messages of the second channel",
      .share(of: .escalations), better: .lower,
      counts: [EscalationCounter.needlessEscalations, EscalationCounter.escalations],
      kind: .ratio(
        x: { Double($0[EscalationCounter.needlessEscalations]) },
        y: { Double($0[EscalationCounter.escalations]) }),
      needs: "a strategy that escalates"),
    40: Metric(
      name: "escalation_cost_per_1000_notifications", "cost of the second channel",
      .rate(per: .thousandNotifications), better: .lower,
      counts: [EscalationCounter.escalationCost],
      kind: .ratio(
        x: { Double($0[EscalationCounter.escalationCost]) / 1000 }, y: { Double($0[.owed]) }),
      needs: "a strategy that escalates"
    ).shown(.atTimes).costs(1),
  ]
}
