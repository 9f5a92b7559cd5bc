public import DeliverySim

/// The local hours in which the provider sends messages that are not urgent (model.md R11.5).
public struct SendWindow: Sendable {
  /// In these hours everything is sent.
  public var hours: WeeklyHours
  /// The share of messages that are sent at all hours, besides those whose level says so (R11.4).
  public var urgent: Probability

  /// - Parameters:
  ///   - hours: Everything is sent in them.
  ///   - urgent: The share of messages that do not wait for them.
  public init(hours: WeeklyHours, urgent: Probability = .zero) {
    (self.hours, self.urgent) = (hours, urgent)
  }
}

/// A send window, compiled once.
struct SendWindowPlan {
  /// The window is closed then.
  fileprivate let closed: WeeklyHours.Table
  fileprivate let urgent: Probability
  fileprivate let levels: LevelPlan

  init(_ window: SendWindow, _ levels: LevelPlan, _ arena: inout PlanArena) {
    closed = WeeklyHours.Table(window.hours.rest, &arena)
    (urgent, self.levels) = (window.urgent, levels)
  }
}

extension ProviderStation {
  // MARK: R11.5: the send window

  /// The outcome of a message that has reached the provider, or has waited there.
  enum Release { case now, later, expired }

  /// A message that is not urgent waits for the window as a push that is still on its way to the
  /// provider: it has no position yet, so that an urgent one that overtakes it leaves no gap.
  /// Repeats that were asked for, retries and heartbeats do not wait.
  mutating func release(_ push: inout Push, _ turn: inout Turn) -> Release {
    guard let window = plan.sendWindow, !window.isUrgent(push.message, turn) else {
      return .now
    }
    let created = turn.ledger[Int(push.message)].created
    let kept = created.advanced(bySpan: plan.retention)
    guard turn.now < kept else { return .expired }
    guard let opening = window.closed.end(at: turn.now) else { return .now }
    precondition(opening > turn.now, "a window that is closed opens later")
    // The payload is dropped on time, not when the window opens.
    (push.destination, push.legEnd) = (.provider, min(opening, kept))
    turn.note(.waitsForWindow, push, value: (opening - turn.now).microseconds)
    return .later
  }
}

extension SendWindowPlan {
  fileprivate func isUrgent(_ message: UInt32, _ turn: borrowing Turn) -> Bool {
    if levels.level(of: message, turn).isUrgent { return true }
    guard urgent.value > 0 else { return false }
    var chance = turn.draws(ProviderStream.urgent, message, 0)
    return chance.happens(urgent)
  }
}
