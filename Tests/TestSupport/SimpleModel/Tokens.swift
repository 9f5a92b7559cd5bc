package import DeliverySim
import Models

/// R2.8: how long a token lasts, how often an app that is opened fails to register a new one, and
/// in how many changes the app is installed anew.
package struct SimpleTokenRules: Sendable {
  package var changes: Distribution
  package var failure = 0.0
  package var reinstalls = 1.0
}

/// The token of one device (R2.8, R2.10, R3.16).
struct SimpleToken {
  /// Not connected to the push service since then; nil: it is.
  var away: SimTime?
  /// The provider has one that is no longer valid; the push service has told it so.
  var isOld = false
  var isRefused = false
  /// The provider has the present one since then.
  var registered = SimTime.zero
  var changes = 0
  /// The attempts to register since the last change.
  var attempts = 0
  /// The app was opened without a network, and registers when there is one.
  var waitsToRegister = false
  /// R12.6: so many pushes drew nothing; the browser has revoked the permission.
  var silentPushes = 0
  var isRevoked = false
}

extension SimpleDevice {
  // MARK: Tokens (R2.8, R2.10)

  mutating func startToken() {
    guard let rule = rules.tokens else { return }
    schedule(.tokenChanges, at: luck.firstChange(of: rule.changes))
  }

  mutating func changeToken() {
    guard let rule = rules.tokens, !hasLeft else { return }
    token.changes += 1
    schedule(.tokenChanges, at: now + luck.change(token.changes, rule.changes))
    token.attempts = 0
    if luck.isReinstallation(token.changes, rule.reinstalls) {
      (token.silentPushes, token.isRevoked) = (0, false)
      misuses = 0
    }
    loseToken()
  }

  private mutating func loseToken() {
    token.isOld = true
    for push in stored + takeHalfOpen() { destroy(push, .tokens(.unregistered)) }
    (stored, discarded, isDiscarding) = ([], [], false)
  }

  // MARK: Web apps (R12.6)

  /// A push has arrived.
  mutating func noteSilence(of push: SimplePush) {
    guard let most = rules.silentMax, !token.isRevoked else { return }
    guard rules.comesSilently || luck.isBlank(push.message) else { return }
    token.silentPushes += 1
    guard token.silentPushes == most else { return }
    token.isRevoked = true
    loseToken()
  }

  // MARK: Long absences (R3.16)

  mutating func noteAbsence() {
    token.away = now
    schedule(.tokenMayExpire, at: now.advanced(bySpan: rules.tokenExpiresAfter))
  }

  var isInactive: Bool {
    token.away.map { $0.advanced(bySpan: rules.inactiveAfter) <= now } ?? false
  }

  /// A token that was registered in this absence is used since then.
  mutating func expireToken() {
    guard let away = token.away, !token.isOld, !hasLeft else { return }
    let end = max(away, token.registered).advanced(bySpan: rules.tokenExpiresAfter)
    guard end <= now else { return schedule(.tokenMayExpire, at: end) }
    loseToken()
  }

  // MARK: The provider's side (R2.8, R2.10)

  /// A push that was sent then goes to nobody.
  func isGone(sent: SimTime) -> Bool { hasLeft || token.isOld || sent < token.registered }

  /// The provider has nothing to send to.
  var isWithoutToken: Bool { user.isKnownToHaveLeft || token.isRefused }

  /// R2.10: what reaches the service for a token that is gone tells the provider, unless it has
  /// another one by now.
  mutating func refuse(_ push: SimplePush) {
    destroy(push, .tokens(.unregistered))
    guard !push.isUnanswered, push.sent >= token.registered else { return }
    (user.isKnownToHaveLeft, token.isRefused) = (hasLeft, hasLeft || token.isOld)
  }

  /// The app is open.
  mutating func register() {
    guard token.waitsToRegister, isOnline else { return }
    token.waitsToRegister = false
    guard token.isOld, !token.isRevoked, !hasLeft else { return }
    let share = rules.tokens?.failure ?? 0
    let fails = luck.registrationFails(token.changes, attempt: token.attempts, share)
    token.attempts += 1
    guard !fails else { return }
    (token.isOld, token.isRefused, token.registered) = (false, false, now)
    if token.away != nil {
      schedule(.tokenMayExpire, at: now.advanced(bySpan: rules.tokenExpiresAfter))
    }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func firstChange(of law: Distribution) -> SimTime {
    var draws = draws(99, push(0, 0), 0)
    return SimTime(seconds: law.sampleResidual(&draws))
  }

  func change(_ number: Int, _ law: Distribution) -> SimTime { span(law, 100, push(number, 0)) }

  func isReinstallation(_ change: Int, _ share: Double) -> Bool {
    happens(share, 175, push(change, 0))
  }

  func registrationFails(_ change: Int, attempt: Int, _ share: Double) -> Bool {
    happens(share, 174, push(change, attempt))
  }
}
