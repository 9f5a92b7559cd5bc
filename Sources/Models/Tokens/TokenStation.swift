import DeliverySim

/// R2.8: the token of one device, as the provider knows it.
struct TokenStation: ~Copyable {
  /// From one change to the next one; nil: it never changes.
  private var changes: Distribution?
  /// How often it has changed.
  private var changeCount: UInt32 = 0
  /// The provider knows an old one only.
  private(set) var isUnregistered = false
  /// The provider knows the present one since then: what was sent before went to another.
  private var registered = SimTime.zero
  /// There is none, and never will be.
  private(set) var isMissing = false

  init(_ plan: Tokens?) { changes = plan?.changes }

  /// - Parameter canGet: False: no permission, no capability; or nobody has opted in.
  mutating func start(canGet: Bool, _ bus: inout Bus) {
    isMissing = !canGet
    guard let changes else { return }
    var rest = bus.draws(.tokenStart, 0, 0)
    bus.schedule(.tokenChanges, at: SimTime(seconds: changes.sampleResidual(&rest)))
  }

  /// The app is installed anew, or on another device.
  mutating func change(_ bus: inout Bus) {
    guard let changes else { return }
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
