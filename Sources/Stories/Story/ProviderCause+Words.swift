import Models

extension ProviderCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .linkLost: "the hop from the provider to the push service lost it"
    case .serverLost: words.lostBeforeProvider
    case .unreachable: "the push service stayed unreachable from the provider"
    case .retentionOver: "the provider no longer kept it, and nobody had fetched it"
    }
  }
}

extension CauseWords {
  fileprivate var lostBeforeProvider: String {
    let outage = fate.told.story.surroundings.span(of: .intake, at: record.time)
    let last = fate.records.last { $0.time < record.time }
    return outage != nil || last?.event == .providerUnreachable
      ? "the provider stayed unreachable from the server"
      : "the hop from the server to the provider lost it"
  }
}
