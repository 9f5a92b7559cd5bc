import Synchronization

/// Asks a run that looks at its results to end with those of its last look: because its time is
/// over, or because somebody has seen enough.
package final class StopRequest: Sendable {
  /// The reason why a run has ended before it was precise enough.
  package enum Reason: Sendable {
    /// The time was given before anything was known.
    case timeIsOver
    /// Somebody may have stopped it for what it showed.
    case interrupted
  }

  private let deadline: ContinuousClock.Instant?
  private let state = Mutex<(hasLook: Bool, isMade: Bool)>((false, false))

  /// - Parameter time: The time that the run may take from now on; nil: as long as it takes.
  package init(after time: Duration? = nil) {
    deadline = time.map { ContinuousClock.now + $0 }
  }
}

extension StopRequest {
  /// Somebody has seen enough.
  ///
  /// - Returns: False where there is no look yet: nothing could be kept.
  package func make() -> Bool {
    state.withLock { state in
      guard state.hasLook, !state.isMade else { return false }
      state.isMade = true
      return true
    }
  }

  /// The run has looked at its results, and goes on.
  func noteLook() { state.withLock { $0.hasLook = true } }

  /// Nil: the run goes on.
  var reason: Reason? {
    let (hasLook, isMade) = state.withLock { $0 }
    if isMade { return .interrupted }
    guard hasLook, let deadline, ContinuousClock.now >= deadline else { return nil }
    return .timeIsOver
  }
}
