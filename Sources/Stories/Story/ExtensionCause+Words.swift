import Models

extension ExtensionCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .replaced: "a summary was shown in its place"
    case .crashed:
      words.fate.hasPlaceholder(words.record)
        ? "the extension crashed before it asked the server"
        : "the extension crashed, and nothing was shown"
    }
  }
}
