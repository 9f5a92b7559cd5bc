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

extension Push {
  // MARK: The counts of Apple's console (R7.4)

  /// APNs has accepted it. Its fate counts where this does.
  ///
  /// - Parameter isCounted: Now is in the counted window.
  mutating func follow(_ isCounted: Bool, _ tally: inout Tally) {
    guard isCounted else { return }
    console = .received
    tally.add(1, to: ConsoleCounter.received)
  }

  /// It enters the store, which counts once.
  ///
  /// - Returns: The same push, followed as one that was stored.
  func countStored(_ tally: inout Tally) -> Push {
    switch console {
    case .none, .stored: return self
    case .received: tally.add(1, to: ConsoleCounter.storedOffline)
    case .heldBack: tally.add(1, to: ConsoleCounter.storedForPower)
    }
    var push = self
    push.console = .stored
    return push
  }

  /// It has reached the app's device, which shows no alerts where the user denies them.
  ///
  /// - Returns: The same push, which is not followed any more.
  func countArrival(_ authorisation: Authorisation, _ tally: inout Tally) -> Push {
    let isDisabled = authorisation == .denied && type == .alert
    switch console {
    case .none: return self
    case .received, .heldBack:
      tally.add(1, to: isDisabled ? ConsoleCounter.disabled : .delivered)
    case .stored:
      tally.add(1, to: isDisabled ? ConsoleCounter.disabledFromStorage : .deliveredFromStorage)
    }
    var push = self
    push.console = .none
    return push
  }

  /// It is destroyed. There is no category for one that another one overwrites, nor for what the
  /// phone does with what was delivered.
  @inline(never)
  func countEnd(_ cause: Cause, _ tally: inout Tally) {
    precondition(console != .none, "nobody follows it")
    if cause == .pushService(.expired) || cause == .pushService(.notStored) {
      tally.add(1, to: ConsoleCounter.expired)
    } else if cause == .tokens(.unregistered) {
      let isStored = console == .stored
      tally.add(1, to: isStored ? ConsoleCounter.unregisteredFromStorage : .unregistered)
    }
  }
}
