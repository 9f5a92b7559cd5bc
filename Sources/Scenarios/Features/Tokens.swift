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
  let registrationFailure = Key(
    "registration_failure", .share, unsaid: .zero,
    "An attempt to register a new token at an opening fails; the next opening tries again.", "R2.8"
  ).idle("the token never changes") { _, setup in
    setup.tokens?.registrationFailure.value ?? 0 > 0 && setup.tokens?.changes == nil
      && setup.service.tokenExpiresAfterInForce == nil
  }
  let reinstalls = Key(
    "reinstalls", .share, unsaid: .one,
    "Share of the changes that are reinstallations: they end a VoIP block and a web app's "
      + "revocation.", "R2.8"
  ).idle("no reinstallation ends anything") { _, setup in
    let mayBlock = setup.app?.voipMisuses != nil || setup.service.webSilentMaxInForce != nil
    return setup.tokens.map { $0.reinstalls != .one && ($0.changes == nil || !mayBlock) } ?? false
  }
}

/// - Parameter opensApp: The scenario says when the app is opened.
func readTokens(_ section: Section<TokenKeys>, _ opensApp: () -> Bool) -> Tokens {
  let changes = section.changes
  if let changes {
    requireMean(changes, section, \.changes)
    if !opensApp() { section.child(\.changes)?.reportUnopenedApp() }
  }
  var tokens = Tokens(changes: changes, withoutPermission: section.withoutPermission)
  (tokens.registrationFailure, tokens.reinstalls) = (
    section.registrationFailure, section.reinstalls
  )
  return tokens
}
