public import DeliverySim

/// The ways in which an Android phone treats pushes (model.md R11.3): Doze, demoted priorities, and
/// apps that are stopped. Its push service is FCM.
public struct Android: Sendable {
  /// Pushes of normal priority wait while the phone lies unused.
  public struct Doze: Sendable {
    /// Up: in use; down: it lies unused.
    public var usage: OnOffProcess
    /// From the last use until Doze sets in.
    public var after: SimTime
    /// The time from then to the first maintenance window.
    public var first: SimTime
    /// The factor by which each wait for a window is longer than the one before.
    public var factor: Double
    /// No wait is longer.
    public var longest: SimTime

    /// - Precondition: `after` is not negative; waits take time and do not shrink.
    public init(
      usage: OnOffProcess, after: SimTime, first: SimTime, factor: Double, longest: SimTime
    ) {
      precondition(after >= .zero, "Doze does not set in before the last use")
      precondition(first > .zero && longest >= first && factor >= 1, "waits take time, and grow")
      (self.usage, self.after, self.first) = (usage, after, first)
      (self.factor, self.longest) = (factor, longest)
    }
  }

  /// The vendor's battery saver stops the app.
  public struct VendorKill: Sendable {
    /// It is a part of the devices.
    public var share: Probability
    /// The time from leaving the app until it is stopped [s].
    public var after: Distribution

    public init(share: Probability, after: Distribution = .zero) {
      (self.share, self.after) = (share, after)
    }
  }

  /// Nil: nothing waits for a maintenance window.
  public var doze: Doze?
  /// Nil: high priority stays high.
  public var demotion: Demotion?
  /// The share of devices whose user stops the app by force on leaving it.
  public var forceStop: Probability
  /// Nil: no vendor stops it.
  public var vendorKill: VendorKill?

  /// - Precondition: Both shares of devices together are at most 1.
  public init(
    doze: Doze? = nil, demotion: Demotion? = nil, forceStop: Probability = .zero,
    vendorKill: VendorKill? = nil
  ) {
    precondition(
      forceStop.value + (vendorKill?.share.value ?? 0) <= 1 + 1e-9, "shares are disjoint")
    (self.doze, self.demotion) = (doze, demotion)
    (self.forceStop, self.vendorKill) = (forceStop, vendorKill)
  }

  /// On some devices the app is stopped at times, and nothing wakes it.
  public var stopsApps: Bool { stoppedShare > 0 }

  /// The share of the devices that are stopped.
  var stoppedShare: Double { forceStop.value + (vendorKill?.share.value ?? 0) }
}

extension Android: StationPlan {
  /// The fast way asks the station each time (``Device/fastForward(before:_:)``), and tells it of
  /// no hand-over.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { demotion == nil ? [] : .all }
}
