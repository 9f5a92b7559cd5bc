public import DeliverySim

/// The levels at which messages may disturb (model.md R11.4): shares of the messages, drawn for
/// each; the rest is active.
public struct Levels: Sendable {
  /// Never alerts.
  public var passive: Probability
  /// Alerts in quiet hours, and without waiting for a summary.
  public var timeSensitive: Probability
  /// Alerts whatever the user has silenced.
  public var critical: Probability

  /// All messages are active, unless a share is given.
  ///
  /// - Precondition: Together they are at most 1.
  public init(
    passive: Probability = .zero, timeSensitive: Probability = .zero, critical: Probability = .zero
  ) {
    precondition(
      passive.value + timeSensitive.value + critical.value <= 1 + 1e-9,
      "shares of messages are disjoint")
    (self.passive, self.timeSensitive, self.critical) = (passive, timeSensitive, critical)
  }
}

extension DeviceSetup {
  /// Some alerts may not be drawn: by a schedule, by the message's level, on trial, or since the
  /// user wants it so.
  var mayComeSilently: Bool {
    presentation != nil || user?.reactions?.mayMute ?? false
      || workload.levels.passive.value > 0 || settings.provisional.value > 0
  }
}

/// The level of one message.
enum Level: Sendable {
  case passive, active, timeSensitive, critical

  /// It does not wait for a send window (R11.5).
  var isUrgent: Bool { self == .timeSensitive || self == .critical }
}

/// The levels, compiled once.
struct LevelPlan {
  /// Some messages are not active.
  let isOn: Bool
  private let critical: Double
  private let urgent: Double
  private let loud: Double

  init(_ levels: Levels) {
    critical = levels.critical.value
    urgent = critical + levels.timeSensitive.value
    loud = 1 - levels.passive.value
    isOn = urgent > 0 || loud < 1
  }

  /// One draw decides: critical ones at one end, passive ones at the other, so that a share that
  /// grows keeps its messages.
  func level(of message: UInt32?, _ turn: borrowing Turn) -> Level {
    guard isOn, let message else { return .active }
    var draws = turn.draws(WorkloadStream.level, message, 0)
    let place = draws.uniform()
    if place < critical { return .critical }
    if place < urgent { return .timeSensitive }
    return place < loud ? .active : .passive
  }
}
