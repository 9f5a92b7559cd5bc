import DeliverySim

// What the app tells the provider when it is opened: its token, and what the user wants (model.md
// R2.1, R2.8).

extension Device {
  // MARK: Registering

  /// The app is opened: it registers, at once or as soon as there is a network, if somebody is
  /// still there.
  mutating func openForRegistration(_ bus: inout Bus) {
    guard laws.pointee.users.registers else { return }
    waitsToRegister = true
    registerInForeground(&bus)
  }

  mutating func registerInForeground(_ bus: inout Bus) {
    guard waitsToRegister, network.isOnline else { return }
    waitsToRegister = false
    register(&bus)
  }

  mutating func register(_ bus: inout Bus) {
    if token.register(&bus) { settleDrawing() }
    subscriptions.register(&bus)
  }

  /// R2.8: what was on its way to the old token is lost, and the extension has another device id
  /// and no saved position (R5.1, step 3).
  mutating func changeToken(_ bus: inout Bus) {
    token.change(&bus)
    settleDrawing()
    emptyForToken(&bus)
    client.savedPosition = nil
    client.holes.removeAll()
  }

  /// A push whose token is no longer registered ends: at its acceptance, or where it finds no app
  /// that it was sent to.
  @inline(__always)
  mutating func endUnregistered(_ push: Push, _ bus: inout Bus) -> Bool {
    guard laws.pointee.users.changesTokens, token.isGone(sent: push.sent) else { return false }
    end(push, .unregistered, &bus)
    return true
  }

  /// There is a permission or a capability, and the user has opted in.
  func canGetToken(_ bus: borrowing Bus) -> Bool {
    guard laws.pointee.users.lacksTokens else { return true }
    let isDenied =
      setup.pointee.tokens?.withoutPermission == false && authorisation == .denied
    return !isDenied && hasOptedIn(bus)
  }

  // MARK: What the provider does not send

  /// A message has reached the provider.
  ///
  /// - Returns: Why it is dropped; nil: it is sent.
  @inline(__always)
  func refusal(of message: UInt32) -> Cause? {
    if token.isMissing { return .noToken }
    return subscriptions.isKnown(message) ? nil : .notSubscribed
  }
}

extension DeviceSetup {
  /// Every message gets a push, at once: a message's position in the queue is its number + 1.
  public var numbersByMessage: Bool {
    provider.intake.isIdeal && workload.subscriptions == nil && !lacksTokens
  }

  /// Some devices may have no token.
  var lacksTokens: Bool {
    tokens?.withoutPermission == false && settings.denied.value > 0 || service.optInInForce != nil
  }
}
