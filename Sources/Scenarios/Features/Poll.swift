import DeliverySim
import Files
import Models

extension StrategyKind {
  static let poll = StrategyKind(
    "poll", PollKeys(), "The app fetches by itself.", layer: .ownWay, readPolling)
}

private final class PollKeys: KeyGroup {
  let every = Key("every", .span, Polling().every, "The shortest wait between fetches.", "R8")
  let factor = Key(
    "factor", .number(.between(1, 1000)), 2, "Stretches the wait while the app is not used.", "R8")
  let longest = Key("max", .span, or: "1d", "The longest wait.", "R8")
  let on = innerIfSaid(over: { $0.layer < .opening }, or: "no pushes at all")
}

@Sendable private func readPolling(_ section: Section<PollKeys>) -> Strategy {
  let (every, factor) = (section.every, section.factor)
  let longest = section.longest(max(every, Polling().longest))
  if longest < every {
    section.report(
      \.longest,
      allowed: "at least every, which is \(Units.durationText(every.microseconds))")
  }
  let polling = Polling(every: every, factor: factor, longest: longest)
  return section.on?.with(polling) ?? .poll(polling)
}
