import Files
import Models

extension StrategyKind {
  static let extensionFetch = StrategyKind(
    "extension-fetch", ExtensionFetchKeys(), "The extension asks for all that is new.",
    traits: [.asks, .mayAcknowledge], readExtensionFetch)
}

private final class ExtensionFetchKeys: KeyGroup {
  let content = Key(
    "content", .words(of: ExtensionFetch.Content.self), .push, "The content that a push brings.",
    "R8")
  let ask = Key(
    "ask", .words(of: ExtensionFetch.Ask.self), .always,
    "It asks with every push, or if one is missing.",
    "R8")
  let wait = Key(span: "wait", "Wait before asking.", "R5.5")
}

@Sendable private func readExtensionFetch(_ section: Section<ExtensionFetchKeys>) -> Strategy {
  let (content, ask, wait) = (section.content, section.ask, section.wait)
  guard content == .push || ask == .always else {
    section.report(\.ask, allowed: "always, since pushes bring no content")
    return .extensionFetch()
  }
  return .extensionFetch(ExtensionFetch(content: content, ask: ask, wait: wait))
}
