public import DeliverySim

/// Buttons on a notification, such as "reply" (model.md R12.3). One wakes the app in the
/// background: it fetches what is new without being opened.
public struct Actions: Sendable {
  /// The share of looks that end with one, if it can be reached.
  public var share: Probability
  /// The number of actions of a notification; the look finds the first two of them.
  public var count: Int
  /// The share of actions for which the user has to unlock the phone.
  public var locked: Probability
  /// The time that unlocking takes [s].
  public var unlock: Distribution

  /// - Precondition: `count` is in 1 ... 4.
  public init(
    share: Probability, count: Int = 2, locked: Probability = .zero, unlock: Distribution = .zero
  ) {
    precondition(Self.counts.contains(count), "a notification has one to four actions")
    (self.share, self.count, self.locked, self.unlock) = (share, count, locked, unlock)
  }

  /// The numbers of actions that a notification may have.
  public static var counts: ClosedRange<Int> { 1...4 }
}

extension Actions {
  /// The share of looks that end with one: all are wanted equally often, but only the first two are
  /// shown.
  var shareInReach: Double { share.value * Double(min(count, 2)) / Double(count) }
}

extension UserStation {
  /// The time until an action reaches the app.
  func unlockTime(_ message: UInt32, showing: UInt16, _ turn: borrowing Turn) -> SimTime {
    guard let actions = plan.actions else { return .zero }
    var chance = turn.draws(UserStream.action, message, showing)
    guard chance.happens(actions.locked) else { return .zero }
    return turn.draw(actions.unlock, UserStream.unlocking, message, showing)
  }
}
