import DeliverySim

/// What a device's messages have to do with how its app is used and set up, as plain flags.
struct UserLaws {
  /// Every message gets a push at once: its position in the queue is its number + 1.
  let numbersByMessage: Bool
  /// Somebody looks at notifications.
  let look: Bool
  /// How long until then.
  let sees: Sampler
  /// Nobody looks then.
  let asleep: WeeklyHours.Table
  /// What follows.
  let reactions: User.Reactions
  /// When what arrives is silent.
  let presentation: PresentationLaws
  /// Receipts are written and uploaded.
  let measures: Bool
  /// Users do not want every message; nil: they do.
  let subscriptions: SubscriptionPlan?
  /// Devices may get other tokens.
  let changesTokens: Bool
  /// Some may never get one.
  let lacksTokens: Bool
  /// The push service refuses what is too large.
  let limitsPayload: Bool
  /// It takes only so many pushes for one token.
  let limitsRate: Bool
  /// Payloads wake the app, or draw nothing.
  let hasKinds: Bool

  init(_ setup: DeviceSetup, _ shelf: inout LawShelf) {
    sees = shelf.sampler(setup.user?.sees ?? .zero)
    asleep = WeeklyHours.Table(setup.user?.asleep ?? WeeklyHours([]), &shelf)
    presentation = PresentationLaws(setup.presentation, &shelf)
    reactions = User.Reactions(setup.user)
    numbersByMessage = setup.numbersByMessage
    look = setup.user != nil
    measures = setup.telemetry != nil
    subscriptions = setup.workload.subscriptions.map { SubscriptionPlan($0) }
    changesTokens = setup.tokens?.changes != nil
    lacksTokens = setup.lacksTokens
    limitsPayload = setup.service.payloadLimit != nil
    limitsRate = setup.service.perToken != nil
    hasKinds = !setup.workload.kinds.arePlain
  }

  /// A push may bring receipts for earlier messages that it carries, though they are shown.
  func bringsReceipts(items: Int) -> Bool { measures && items > 0 }

  /// There is nothing to ask about a message.
  var arePlain: Bool {
    numbersByMessage && !measures && !limitsPayload && !limitsRate && !hasKinds
  }

  /// A push may end otherwise than drawn, or lead to more, although all is well on its way.
  var decideByPush: Bool { limitsPayload || limitsRate || hasKinds }

  /// The app has something to tell the provider when it is opened.
  var registers: Bool { subscriptions != nil || changesTokens }
}
