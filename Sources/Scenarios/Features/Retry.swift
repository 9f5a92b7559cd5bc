import DeliverySim
import Files
import Models

extension StrategyKind {
  static let retryUntilAcked = StrategyKind(
    "retry-until-acked", BackOffKeys(), "Sends again until the extension acknowledges.", readRetries
  )
}

private let backOff = Strategy.ProviderPolicy.Retry.backOff

private final class BackOffKeys: KeyGroup {
  let first = Key("first", .span, backOff.first, "The time from the send to the first retry.", "R8")
  let factor = Key(
    "factor", .number(.between(1, 1000)), backOff.factor,
    "Each wait is so many times the one before.", "R8")
  let longest = Key("max", .span, or: "1h, or first if longer", "The longest wait.", "R8")
  let attempts = Key(
    "attempts", .integer(in: 0...200), backOff.attempts, "Retries.", "R8"
  ).limits
  let collapse = collapseKey
  let on = innerIfSaid(over: { $0.traits.contains(.mayAcknowledge) }, or: "fire-and-forget")
}

private func readBackOff(_ section: Section<BackOffKeys>) -> Hop.Retry {
  let (first, factor) = (section.first, section.factor)
  let longest = section.longest(max(first, backOff.max))
  if longest < first {
    section.report(
      \.longest,
      allowed: "at least the first wait, which is \(Units.durationText(first.microseconds))")
  }
  return Hop.Retry(attempts: section.attempts, first: first, factor: factor, max: longest)
}

@Sendable private func readRetries(_ section: Section<BackOffKeys>) -> Strategy {
  let (schedule, collapse) = (readBackOff(section), section.collapse)
  let inner = section.on ?? .fireAndForget
  if !collapse, inner != .fireAndForget {
    section.report(\.collapse, allowed: "true, since extension-fetch knows messages by their ids")
  }
  return inner.sendingUntilAcked(schedule, collapse: collapse)
}
