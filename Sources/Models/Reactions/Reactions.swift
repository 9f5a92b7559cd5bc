public import DeliverySim

/// The users' reactions to alerts that annoy them, and to messages that they learn of too late
/// (model.md R10).
///
/// Depends on the strategy by design, so it is no part of the world (R1.1). Whether an alert annoys
/// is drawn for each notification: all strategies meet the same temper.
public struct Reactions: Sendable {
  /// The meaning of an alert to the user.
  public enum Kind: Int, Sendable, CaseIterable {
    /// It tells something new while that is useful.
    case useful = 1
    /// It tells something new when that is useful no more.
    case late
    /// It tells nothing: the user has the message already, does not want it, or there is none.
    case redundant
    /// A second notification of a message beside the first one.
    case duplicate
  }

  /// The probability that an alert annoys, by its kind.
  public struct Annoyance: Sendable {
    /// The probability for an alert about something new, while it is useful.
    public var useful: Probability
    /// The probability for an alert about something new, when it is useful no more.
    public var late: Probability
    /// The probability for an alert that tells nothing.
    public var redundant: Probability
    /// The probability for a second notification of a message.
    public var duplicate: Probability

    public init(
      useful: Probability = .zero, late: Probability = .zero, redundant: Probability = .zero,
      duplicate: Probability = .zero
    ) {
      (self.useful, self.late, self.redundant, self.duplicate) = (
        useful, late, redundant, duplicate
      )
    }
  }

  /// The acts of users whose patience is at an end, by shares; the rest do nothing.
  public struct Acts: Sendable {
    /// They have the app's notifications delivered silently from then on.
    public var quietly: Probability
    /// They switch the app's alerts off.
    public var alertsOff: Probability
    /// They remove the app for good.
    public var uninstall: Probability

    /// - Precondition: Together at most 1.
    public init(
      quietly: Probability = .zero, alertsOff: Probability = .zero, uninstall: Probability = .zero
    ) {
      precondition(
        quietly.value + alertsOff.value + uninstall.value <= 1 + DeviceGroup.roundingMax,
        "shares of the same users")
      (self.quietly, self.alertsOff, self.uninstall) = (quietly, alertsOff, uninstall)
    }
  }

  /// The acts of users whose trust is at an end, by shares; the rest do nothing.
  public struct Distrust: Sendable {
    /// They open the app less.
    public var opensLess: Probability
    /// The share of their openings that is left to those who open the app less.
    public var factor: Probability
    /// They remove the app for good.
    public var uninstall: Probability

    /// - Precondition: The shares are together at most 1; some openings are left.
    public init(
      opensLess: Probability = .zero, factor: Probability = .one, uninstall: Probability = .zero
    ) {
      precondition(
        opensLess.value + uninstall.value <= 1 + DeviceGroup.roundingMax,
        "shares of the same users")
      precondition(factor.value > 0, "who never opens the app has left")
      (self.opensLess, self.factor, self.uninstall) = (opensLess, factor, uninstall)
    }
  }

  /// The probability that an alert annoys, by its kind.
  public var annoyance: Annoyance
  /// After so long an annoyance is forgotten; never: it is not.
  public var memory: SimTime
  /// The number of annoyances at which users act, over devices: rounded up, at least 1.
  public var patience: Distribution
  /// The acts of users whose patience is at an end.
  public var acts: Acts
  /// The probability that a message disappoints that the user learns of only in the app, when it is
  /// useful no more.
  public var missed: Probability
  /// The number of disappointments at which users act, over devices: rounded up, at least 1.
  public var trust: Distribution
  /// The acts of users whose trust is at an end.
  public var distrust: Distrust

  /// - Precondition: The memory lasts; patience and trust are numbers above 0.
  public init(
    annoyance: Annoyance = Annoyance(), memory: SimTime = .never, patience: Distribution = .one,
    acts: Acts = Acts(), missed: Probability = .zero, trust: Distribution = .one,
    distrust: Distrust = Distrust()
  ) {
    precondition(memory > .zero, "an annoyance is remembered for a while")
    precondition(!patience.isZero && !trust.isZero, "nobody acts without a reason")
    (self.annoyance, self.memory, self.patience, self.acts) = (annoyance, memory, patience, acts)
    (self.missed, self.trust, self.distrust) = (missed, trust, distrust)
  }
}

extension Reactions.Annoyance {
  /// The probability that an alert of a kind annoys.
  public subscript(kind: Reactions.Kind) -> Probability {
    switch kind {
    case .useful: useful
    case .late: late
    case .redundant: redundant
    case .duplicate: duplicate
    }
  }
}

extension Reactions {
  /// Some users may leave for good.
  package var mayUninstall: Bool { acts.uninstall.value > 0 || distrust.uninstall.value > 0 }

  /// Some users may have notifications delivered silently.
  package var mayMute: Bool { acts.quietly.value > 0 }
}
