import DeliverySim
import Files
import Models

/// R11.1: `escalate`.
final class EscalationKeys: KeyGroup {
  let after = Key(
    "after", .time, SimTime(seconds: 600), "So long after its creation, unless confirmed.",
    "R11.1")
  let unless = Key(
    "unless", .words(of: Escalation.Confirmation.self), .acknowledged,
    "What confirms a message.", "R11.1")
  let channel = Key(always: "channel", ChannelKeys(), "The second channel.", "R11.1")
  let on = innerStrategy(
    "on",
    [
      "fire-and-forget", "gap-recovery", "gap-window", "extension-fetch", "retry-until-acked",
      "digest", "heartbeat", "silent-fetch", "voip-fetch", "poll", "foreground-sync",
      "socket",
    ], "The strategy that it extends.", "R11.1")
}

final class ChannelKeys: KeyGroup {
  let delivery = Key("delivery", .share, .one, "How probably it brings a message.", "R11.1")
  let latency = Key(span: "latency", "How long it takes.", "R11.1")
  let cost = Key(
    "cost", .number(.between(0, 1_000_000)), 0, "Money for each message that goes out.", "R11.1")
}

@Sendable func readEscalation(_ section: Section<EscalationKeys>) -> Strategy {
  // In the order of the keys.
  let (after, unless, channel) = (section.after, section.unless, section.channel)
  let second = Escalation.Channel(
    delivery: channel.delivery, latency: channel.latency, cost: channel.cost)
  return section.on.escalating(Escalation(after: after, unless: unless, channel: second))
}

/// R11.2: `socket`.
final class SocketKeys: KeyGroup {
  let background = Key(
    "background", .time, .zero, "How long it stays open after the app is left.", "R11.2")
  let on = innerStrategy(
    "on",
    [
      "fire-and-forget", "gap-recovery", "gap-window", "extension-fetch", "retry-until-acked",
      "digest", "heartbeat", "silent-fetch", "voip-fetch", "foreground-sync",
    ], "The strategy that it extends.", "R11.2")
}

@Sendable func readSocket(_ section: Section<SocketKeys>) -> Strategy {
  let background = section.background
  return section.on.with(Socket(background: background))
}
