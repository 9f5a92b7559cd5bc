public import DeliverySim

/// The notification service extension (model.md R5).
public struct ServiceExtension: Sendable {
  /// After this the arriving notification is shown as it came; never: no limit.
  public var timeLimit: SimTime
  /// The share of devices that have none: pushes are shown as they came.
  public var absent = Probability.zero
  /// The time that its own work on a push takes, without the re-requests [s].
  public var runTime = Distribution.zero
  /// Nil: it has as much as it uses.
  public var memory: Memory?
  /// The probability of a crash, and the outcome of one.
  public var crash = Crash()
  /// Runs overlap; else the next push waits until the run before has shown its notification.
  public var overlaps = true
  /// The system calls it a second time for the same push.
  public var doubleInvocation = Probability.zero
  /// A second call shows this of a plain push.
  public var doubleShows = DoubleShows.once
  /// It adds something that a notification lacks without it, such as a decrypted text or a picture
  /// (R5.9).
  public var decorates = false

  /// Nil: what is saved can be read at all times.
  public var firstUnlock: FirstUnlock?

  /// A plain push is shown so often for which the system calls the extension twice (R5.6).
  public enum DoubleShows: String, Sendable, CaseIterable {
    /// The second call changes nothing on the screen.
    case once
    /// It shows the push once more [field].
    case twice
  }

  /// - Precondition: `timeLimit` is not negative.
  public init(timeLimit: SimTime = .never, firstUnlock: FirstUnlock? = nil) {
    precondition(timeLimit >= .zero, "a time limit is not negative")
    self.timeLimit = timeLimit
    self.firstUnlock = firstUnlock
  }
}
