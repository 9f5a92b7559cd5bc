import Models

extension TokenCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .noToken: words.withoutToken
    case .unregistered: words.unregistered
    }
  }
}

extension CauseWords {
  fileprivate var withoutToken: String {
    fate.told.index.wasRefused(before: record.time)
      ? "the provider had no token to send it to: the push service had refused the old one"
      : "the provider had no token to send it to"
  }

  fileprivate var unregistered: String {
    isUninstalled
      ? "the user had uninstalled the app" + reason(for: .app(.uninstalled))
      : "the token that it was sent to was no longer that of the app"
  }
}
