public import DeliverySim

/// The user's treatment of notifications (model.md R6.2).
///
/// Nothing of it is known to the provider. Each notification has its own draws, whatever the
/// strategy.
public struct User: Sendable {
  /// The time from the moment when a notification is before the user to the look at it [s].
  public var sees: Distribution
  /// Nobody looks; what would be seen then is seen at the end.
  public var asleep: WeeklyHours
  /// The share of looks that end with a tap: the app opens.
  public var taps: Probability
  /// The share of looks after which the notification is taken away. The rest is ignored, and stays.
  public var dismisses: Probability
  /// When the user picks up the phone: what has come silently is noticed then (R4.9). Nobody does
  /// so asleep. Nil: that is not modelled.
  public var pickups: PoissonTimes?
  /// Buttons on notifications; nil: there are none.
  public var actions: Actions?
  /// The user's reactions to annoying alerts; nil: none.
  public var reactions: Reactions?

  /// - Precondition: `taps` and `dismisses` are disjoint shares; somebody is awake at some time.
  public init(
    sees: Distribution = .zero, asleep: WeeklyHours = WeeklyHours([]), taps: Probability = .zero,
    dismisses: Probability = .zero, pickups: PoissonTimes? = nil, reactions: Reactions? = nil
  ) {
    precondition(taps.value + dismisses.value <= 1, "a look ends in one way")
    precondition(!asleep.isWholeWeek, "nobody would ever look")
    (self.sees, self.asleep, self.taps, self.dismisses) = (sees, asleep, taps, dismisses)
    (self.pickups, self.reactions) = (pickups, reactions)
  }
}

extension User {
  /// The event that follows a look.
  enum Reaction {
    case tap, dismissal, action, ignoring
  }

  /// The probability of each of them.
  struct LookReactions {
    private let taps: Double
    /// Taps too.
    private let clearing: Double
    /// Taps and dismissals too.
    private let acting: Double

    /// - Parameter user: Nil: nobody does anything.
    init(_ user: User?) {
      taps = user?.taps.value ?? 0
      clearing = taps + (user?.dismisses.value ?? 0)
      acting = clearing + (user?.actions?.shareInReach ?? 0)
    }

    /// One draw decides, so that a larger share of taps keeps those there were.
    func reaction(_ draw: @autoclosure () -> Double) -> Reaction {
      guard acting > 0, case let place = draw(), place < acting else { return .ignoring }
      if place < taps { return .tap }
      return place < clearing ? .dismissal : .action
    }
  }
}
