import DeliverySim

/// Tokens, compiled once.
struct TokenPlan {
  /// From one change to the next one; nil: it never changes.
  fileprivate let changes: Distribution?
  /// Who has denied notifications gets none.
  fileprivate let needsPermission: Bool
  /// Nil: everybody has opted in.
  fileprivate let optIn: WebPushOptIn?

  init(_ setup: DeviceSetup) {
    changes = setup.tokens?.changes
    needsPermission = setup.tokens?.withoutPermission == false
    optIn = setup.service.optInInForce
  }
}

/// R2.8: the token of one device, as the provider knows it.
struct TokenStation: ~Copyable {
  private let plan: UnsafePointer<TokenPlan>
  /// How often it has changed.
  private var changeCount: UInt32 = 0
  /// The provider knows an old one only.
  private(set) var isUnregistered = false
  /// The provider knows the present one since then: what was sent before went to another.
  private var registered = SimTime.zero
  /// There is none, and never will be.
  private(set) var isMissing = false

  init(_ plan: UnsafePointer<TokenPlan>) { self.plan = plan }

  mutating func start(_ authorisation: Authorisation, _ bus: inout Bus) {
    let mayAsk = !plan.pointee.needsPermission || authorisation != .denied
    isMissing = !(mayAsk && plan.pointee.optIn?.hasOptedIn(bus) ?? true)
    guard let changes = plan.pointee.changes else { return }
    var rest = bus.draws(.tokenStart, 0, 0)
    bus.schedule(.tokenChanges, at: SimTime(seconds: changes.sampleResidual(&rest)))
  }

  /// The app is installed anew, or on another device.
  mutating func change(_ bus: inout Bus) {
    guard let changes = plan.pointee.changes else { return }
    changeCount &+= 1
    let span = bus.draw(changes, .tokenSpan, changeCount, 0)
    bus.schedule(.tokenChanges, at: bus.now.advanced(bySpan: span))
    bus.note(.app(.tokenChanged))
    isUnregistered = true
  }

  /// The app has told the provider its token.
  ///
  /// - Returns: Whether the provider did not know it.
  mutating func register(_ bus: inout Bus) -> Bool {
    guard isUnregistered else { return false }
    (isUnregistered, registered) = (false, bus.now)
    bus.note(.app(.tokenRegistered))
    return true
  }

  /// What was sent then goes to a token that is no longer registered.
  @inline(__always)
  func isGone(sent: SimTime) -> Bool { isUnregistered || sent < registered }
}
