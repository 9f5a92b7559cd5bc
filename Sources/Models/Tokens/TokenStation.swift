import DeliverySim

/// Tokens, compiled once.
struct TokenPlan {
  /// From one change to the next one; nil: it never changes.
  fileprivate let changes: Distribution?
  /// Who has denied notifications gets none.
  fileprivate let needsPermission: Bool
  fileprivate let registrationFailure: Probability
  fileprivate let reinstalls: Probability
  /// Nil: everybody has opted in.
  fileprivate let optIn: WebPushOptIn?
  /// From the start to the moment when the user uninstalls the app; nil: never.
  fileprivate let uninstalls: Distribution?
  /// Nil: the browser revokes no permission.
  fileprivate let silentMax: Int?
  /// After so long without a connection it is no longer valid; nil: it always is.
  fileprivate let expiresAfter: SimTime?

  init(_ setup: DeviceSetup) {
    changes = setup.tokens?.changes
    needsPermission = setup.tokens?.withoutPermission == false
    registrationFailure = setup.tokens?.registrationFailure ?? .zero
    reinstalls = setup.tokens?.reinstalls ?? .one
    (optIn, uninstalls) = (setup.service.optInInForce, setup.uninstalls)
    silentMax = setup.service.webSilentMaxInForce
    expiresAfter = setup.service.tokenExpiresAfterInForce
  }
}

/// R2.8: the token of one device, as the provider knows it.
struct TokenStation: ~Copyable {
  private let plan: Kept<TokenPlan>
  /// The number of times that it has changed.
  private var changeCount: UInt32 = 0
  /// The app has tried to register so often since then.
  private var attempts: UInt16 = 0
  /// The provider knows an old one only.
  private(set) var isUnregistered = false
  /// The provider knows the present one since then: what was sent before went to another.
  private var registered = SimTime.zero
  /// The provider knows one that has expired, and the app is the same as before.
  private(set) var hasExpired = false
  /// There is none, and never will be.
  private(set) var isAbsent = false
  /// The push service has answered 410 to a push to the token that the provider knows (R2.10).
  private(set) var isRefused = false
  /// When it did so last: what was sent before went to that token or to an older one.
  private var refusal = SimTime(microseconds: -1)
  /// So many pushes drew nothing.
  private var silentPushes = 0
  /// When the browser revoked the permission: there is no new token; never: it has not.
  private(set) var revoked = SimTime.never
  /// When the user uninstalled the app; never: it is there.
  private(set) var uninstalled = SimTime.never

  init(_ plan: Kept<TokenPlan>) { self.plan = plan }

  mutating func start(_ authorisation: Authorisation, _ turn: inout Turn) {
    let mayAsk = !plan.needsPermission || authorisation != .denied
    isAbsent = !(mayAsk && plan.optIn?.hasOptedIn(turn) ?? true)
    if let law = plan.uninstalls {
      turn.schedule(ReactionEventKind.acts, at: turn.draw(law, TokenStream.uninstall, 0, 0))
    }
    if let span = plan.expiresAfter { turn.schedule(TokenEventKind.mayExpire, at: .zero + span) }
    guard let changes = plan.changes else { return }
    var rest = turn.draws(TokenStream.start, 0, 0)
    turn.schedule(TokenEventKind.changes, at: SimTime(seconds: changes.sampleResidual(&rest)))
  }

  /// The app is installed anew, or on another device.
  ///
  /// - Returns: Whether the system forgets what it has blocked the app for.
  mutating func change(_ turn: inout Turn) -> Bool {
    guard let changes = plan.changes else { preconditionFailure("tokens never change") }
    changeCount &+= 1
    let span = turn.draw(changes, TokenStream.span, changeCount, 0)
    turn.schedule(TokenEventKind.changes, at: turn.now.advanced(bySpan: span))
    turn.note(.app(.tokenChanged))
    (isUnregistered, hasExpired, attempts) = (true, false, 0)
    var chance = turn.draws(TokenStream.reinstall, changeCount, 0)
    guard chance.happens(plan.reinstalls) else { return false }
    silentPushes = 0
    if revoked != .never { turn.note(.tokens(.unblocked)) }
    revoked = .never
    return true
  }

  /// It expires, if its device was away for long enough.
  ///
  /// - Parameter away: The device is not connected since then; never: it is.
  /// - Returns: Whether it has expired now, and when it may do so next: a look at that moment is
  ///   enough, so that connections cost nothing.
  mutating func expire(away: SimTime, at time: SimTime) -> (isOver: Bool, next: SimTime) {
    guard let span = plan.expiresAfter else { preconditionFailure("this token never expires") }
    let unused = min(max(away, registered), time)
    guard unused.advanced(bySpan: span) <= time else {
      return (false, unused.advanced(bySpan: span))
    }
    let isOver = !isUnregistered && !isAbsent
    if isOver { (isUnregistered, hasExpired) = (true, true) }
    return (isOver, time.advanced(bySpan: span))
  }

  /// The app has told the provider its token.
  ///
  /// - Returns: Whether the provider did not know it.
  mutating func register(_ turn: inout Turn) -> Bool {
    guard isUnregistered, revoked == .never else { return false }
    if plan.registrationFailure.value > 0 {
      var chance = turn.draws(TokenStream.registrationFailure, changeCount, attempts)
      attempts = min(attempts &+ 1, UInt16(RandomStream.copyLimit - 1))
      if chance.happens(plan.registrationFailure) {
        turn.note(.tokens(.registrationFailed))
        return false
      }
    }
    (isUnregistered, isRefused, hasExpired, registered) = (false, false, false, turn.now)
    turn.note(.app(.tokenRegistered))
    return true
  }

  /// Whether a push that was sent then goes to a token that is no longer registered.
  func isGone(sent: SimTime) -> Bool { isUnregistered || sent < registered }

  // MARK: R2.10: the provider learns, and people leave

  /// The provider has nothing to send to.
  var isMissing: Bool { isAbsent || isRefused }

  /// Whether a push that was sent then went to a token that the push service has refused.
  func wasRefused(sent: SimTime) -> Bool { isRefused || sent <= refusal }

  var isUninstalled: Bool { uninstalled != .never }

  /// 410: the push service knows the token of a push no more. That is no news where the provider
  /// has another one by now.
  mutating func learnOfRefusal(sent: SimTime, _ turn: inout Turn) {
    precondition(sent <= turn.now, "nothing is refused before it is sent")
    guard isUnregistered, !isRefused, sent >= registered else { return }
    isRefused = true
    refusal = turn.now
    turn.note(.app(.tokenRefused))
  }

  /// Pushes that draw nothing are counted (R12.6).
  var countsSilentPushes: Bool { plan.silentMax != nil }

  /// A push has arrived and drawn nothing.
  ///
  /// - Returns: Whether the browser revokes the permission.
  mutating func noteSilentPush(_ turn: inout Turn) -> Bool {
    guard let most = plan.silentMax, revoked == .never else { return false }
    precondition(silentPushes < most, "the permission is revoked at the last one")
    silentPushes += 1
    guard silentPushes >= most else { return false }
    (revoked, isUnregistered) = (turn.now, true)
    turn.note(.app(.permissionRevoked))
    return true
  }

  /// The user uninstalls the app, and never comes back.
  mutating func uninstall(_ turn: inout Turn) {
    precondition(!isUninstalled, "the app is uninstalled once")
    (isUnregistered, uninstalled) = (true, turn.now)
    turn.note(.app(.uninstalled))
  }
}

extension TokenPlan: StationPlan {
  func vetoes(_ setup: DeviceSetup) -> Vetoes { silentMax == nil ? [] : .all }
}
