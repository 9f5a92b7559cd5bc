import DeliverySim

/// R7.4: how far Apple's console has followed a push.
enum ConsoleStatus: Sendable {
  /// It does not count it, or no longer.
  case none
  /// APNs has accepted it.
  case received
  /// The same, and it waits because the device reserves power.
  case heldBack
  /// It has been stored: where it ends is counted apart.
  case stored
}

extension Turn {
  // MARK: What Apple's console counts (R7.4)

  /// APNs has accepted a push. What becomes of it counts where this does.
  mutating func countReceived(_ push: inout Push) {
    guard isCounted(now) else { return }
    push.console = .received
    tally.add(1, to: ConsoleCounter.received)
  }

  /// A push that nothing can happen to is accepted then, and will be delivered at once.
  mutating func countStraight(acceptedAt time: SimTime) {
    count(ConsoleCounter.received, at: time)
    count(ConsoleCounter.delivered, at: time)
  }

  /// A push enters the store, which counts once.
  ///
  /// - Returns: The same push, followed as one that was stored.
  mutating func countStored(_ push: Push) -> Push {
    switch push.console {
    case .none, .stored: return push
    case .received: tally.add(1, to: ConsoleCounter.storedOffline)
    case .heldBack: tally.add(1, to: ConsoleCounter.storedForPower)
    }
    var push = push
    push.console = .stored
    return push
  }

  /// A push has reached the app's device, which shows no alerts where the user denies them.
  mutating func countArrival(of push: inout Push, isDenied: Bool) {
    let isDisabled = isDenied && push.type == .alert
    switch push.console {
    case .none: return
    case .received, .heldBack:
      tally.add(1, to: isDisabled ? ConsoleCounter.disabled : .delivered)
    case .stored:
      tally.add(1, to: isDisabled ? ConsoleCounter.disabledFromStorage : .deliveredFromStorage)
    }
    push.console = .none
  }

  /// A push is destroyed. There is no category for one that another one overwrites, nor for what
  /// the phone does with what was delivered.
  @inline(never)
  mutating func countEnd(of push: Push, _ cause: Cause) {
    precondition(push.console != .none, "nobody follows it")
    if cause == .pushService(.expired) || cause == .pushService(.notStored) {
      tally.add(1, to: ConsoleCounter.expired)
    } else if cause == .tokens(.unregistered) {
      let isStored = push.console == .stored
      tally.add(1, to: isStored ? ConsoleCounter.unregisteredFromStorage : .unregistered)
    }
  }
}
