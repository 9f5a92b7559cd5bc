import DeliverySim
import Files
import Models

final class TokenKeys: KeyGroup {
  let changes = Key(
    optional: "changes", law: .time, "Time between changes of the token; needs app.opens.", "R2.8"
  ).changesWorld { $0.tokens?.changes != nil }
  let withoutPermission = Key(
    "without_permission", .bool, true, "Devices whose user denies notifications have a token too.",
    "R2.8"
  ).idle("nobody has denied notifications") { _, setup in
    setup.tokens?.withoutPermission == false && setup.settings.denied.value == 0
  }
}

/// - Parameter opensApp: The scenario says when the app is opened.
func readTokens(_ section: Section<TokenKeys>, _ opensApp: () -> Bool) -> Tokens {
  let changes = section.changes
  if let changes {
    requireMean(changes, section, \.changes)
    if !opensApp() { section.child(\.changes)?.reportUnopenedApp() }
  }
  return Tokens(changes: changes, withoutPermission: section.withoutPermission)
}
