import DeliverySim
import Files
import Models

extension StrategyKind {
  static let digest = StrategyKind(
    "digest", DigestKeys(), "Each push carries earlier messages too.", traits: .showsPushes,
    flaws: payloadLimits, readDigest)
}

private final class DigestKeys: KeyGroup {
  let items = Key(
    "items", .integer(in: 1...Digest.itemsMax), 8, "The number of earlier messages.", "R8"
  ).limits
  let payloadLimit = Key(
    "payload_limit", .integer(in: 1...1_000_000), 4096,
    "The size up to which messages are added [byte].", "R8")
  let on = innerStrategy(over: { $0.traits.contains(.showsPushes) && $0.name != "digest" })
}

@Sendable private func readDigest(_ section: Section<DigestKeys>) -> Strategy {
  let digest = Digest(items: section.items, payloadLimit: section.payloadLimit)
  let inner = section.on
  guard inner.provider.sendsContent else {
    section.report(
      \.on, found: "pushes without content", allowed: "pushes with content: a digest carries it")
    return inner
  }
  return inner.with(digest)
}

/// A digest whose limit is too small for the mean message would never carry another one.
@Sendable private func payloadLimits(
  _ strategy: Strategy, _ setups: [DeviceSetup]
) -> [StrategyKind.Flaw] {
  guard let limit = strategy.stages.compactMap(\.provider.digest?.payloadLimit).min() else {
    return []
  }
  return setups.compactMap { setup in
    guard let mean = setup.workload.payload?.mean, Double(limit) < mean else { return nil }
    let size = mean < 1e9 ? "\(Int(mean.rounded(.up))) B" : "larger than any limit"
    return StrategyKind.Flaw(
      found: "payload_limit \(limit)",
      allowed: "at least one message: workload.payload is \(size) on average")
  }
}
