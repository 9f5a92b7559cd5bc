import Models

extension SubscriptionCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .notSubscribed: "the provider did not know that the user wanted it, and sent nothing"
    }
  }
}
