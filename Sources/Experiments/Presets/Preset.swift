import Files

/// A scenario that comes with the tool: the whole path switched on, for one kind of app.
///
/// Figures: docs/presets.md.
package enum Preset: String, CaseIterable, Sendable {
  case mail, messenger, marketing, android
}

extension Preset {
  /// The scenario, with comments.
  package var text: String {
    switch self {
    case .mail: Self.mailText
    case .messenger: Self.messengerText
    case .marketing: Self.marketingText
    case .android: Self.androidText
    }
  }

  /// The same, line by line.
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// What `extends` reads in place of a file.
  func tree() throws(InputError) -> ConfigNode {
    try ConfigNode.parse(yaml: text, file: "preset \(rawValue)")
  }
}
