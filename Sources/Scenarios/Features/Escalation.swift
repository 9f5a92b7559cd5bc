import DeliverySim
import Files
import Models

extension StrategyKind {
  /// R11.1: `escalate`.
  static let escalate = StrategyKind(
    "escalate", EscalationKeys(), "A second channel for what is not confirmed in time.",
    rule: "R11.1", layer: .secondChannel, flaws: unconfirmed, readEscalation)
}

private final class EscalationKeys: KeyGroup {
  let after = Key(
    "after", .time, SimTime(seconds: 600), "So long after its creation, unless confirmed.",
    "R11.1")
  let unless = Key(
    "unless", .words(of: Escalation.Confirmation.self), .acknowledged,
    "The event that confirms a message.", "R11.1")
  let channel = Key(always: "channel", ChannelKeys(), "The second channel.", "R11.1")
  let on = innerStrategy(over: { $0.layer < .secondChannel }, "R11.1")
}

private final class ChannelKeys: KeyGroup {
  let delivery = Key("delivery", .share, .one, "The probability that it brings a message.", "R11.1")
  let latency = Key(span: "latency", "The time that it takes.", "R11.1")
  let cost = Key(
    "cost", .number(.between(0, 1_000_000)), 0, "Money for each message that goes out.", "R11.1")
}

@Sendable private func readEscalation(_ section: Section<EscalationKeys>) -> Strategy {
  // The values are in the order of the keys.
  let (after, unless, channel) = (section.after, section.unless, section.channel)
  let second = Escalation.Channel(
    delivery: channel.delivery, latency: channel.latency, cost: channel.cost)
  return section.on.escalating(Escalation(after: after, unless: unless, channel: second))
}

/// Where nothing can confirm a message, everything would go out twice.
@Sendable private func unconfirmed(
  _ strategy: Strategy, _ setups: [DeviceSetup]
) -> [StrategyKind.Flaw] {
  strategy.stages.compactMap { stage in
    guard let rule = stage.escalation,
      !setups.contains(where: { rule.canBeConfirmed($0, stage) })
    else { return nil }
    let need =
      switch rule.unless {
      case .acknowledged:
        "on a strategy that acknowledges (retry-until-acked, socket), or telemetry"
      case .seen: "a section user, which says when notifications are seen"
      case .opened: "an app that is opened: app.opens, or user.taps"
      }
    return StrategyKind.Flaw(
      found: "escalation without anything to confirm (unless: \(rule.unless.rawValue))",
      allowed: need)
  }
}
