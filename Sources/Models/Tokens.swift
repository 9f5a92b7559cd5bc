public import DeliverySim

/// The device's token: its address at the push service (model.md R2.8).
public struct Tokens: Sendable {
  /// From one change of a device's token to the next one [s]: re-installation, restore, new device;
  /// nil: it never changes.
  public var changes: Distribution?
  /// The app gets a token even where the user has denied notifications: it has the capability
  /// remote-notifications.
  public var withoutPermission: Bool

  public init(changes: Distribution? = nil, withoutPermission: Bool = true) {
    (self.changes, self.withoutPermission) = (changes, withoutPermission)
  }
}

/// The token of one device.
struct TokenState: Sendable {
  /// How often it has changed.
  var changes: UInt32 = 0
  /// The provider knows an old one only.
  var isUnregistered = false
  /// The provider knows the present one since then: what was sent before went to another.
  var registered = SimTime.zero
  /// There is none, and never will be.
  var isMissing = false
}

extension Device {
  // MARK: R2.8: another token

  mutating func startToken(_ bus: inout Bus) {
    guard let law = setup.pointee.tokens?.changes else { return }
    var rest = bus.draws(.tokenStart, 0, 0)
    bus.schedule(.tokenChanges, at: SimTime(seconds: law.sampleResidual(&rest)))
  }

  /// The app is installed anew, or on another device: what was on its way to the old one is lost,
  /// and the extension has another device id and no saved position (R5.1, step 3).
  mutating func changeToken(_ bus: inout Bus) {
    guard let law = setup.pointee.tokens?.changes else { return }
    token.changes &+= 1
    let span = bus.draw(law, .tokenSpan, token.changes, 0)
    bus.schedule(.tokenChanges, at: bus.now.advanced(bySpan: span))
    bus.note(.app(.tokenChanged))
    token.isUnregistered = true
    settleDrawing()
    emptyForToken(&bus)
    client.savedPosition = nil
    client.holes.removeAll()
  }

  /// The app has told the provider its token.
  mutating func registerToken(_ bus: inout Bus) {
    guard token.isUnregistered else { return }
    (token.isUnregistered, token.registered) = (false, bus.now)
    settleDrawing()
    bus.note(.app(.tokenRegistered))
  }

  /// A push whose token is no longer registered ends: at its acceptance, or where it finds no app
  /// that it was sent to.
  @inline(__always)
  mutating func endUnregistered(_ push: Push, _ bus: inout Bus) -> Bool {
    guard laws.pointee.users.changesTokens, token.isUnregistered || push.sent < token.registered
    else { return false }
    end(push, .unregistered, &bus)
    return true
  }

  /// No permission, no capability; or nobody has opted in: the app never gets a token.
  mutating func settleToken(_ bus: borrowing Bus) {
    guard laws.pointee.users.lacksTokens else { return }
    token.isMissing =
      setup.pointee.tokens?.withoutPermission == false && authorisation == .denied
      || !hasOptedIn(bus)
  }
}
