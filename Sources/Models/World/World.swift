public import DeliverySim

/// The setting that all strategies of a design point share: the run's frame and the population
/// (model.md R1.1).
public struct World: Sendable {
  /// Hitting one ends the run: nothing is ever cut off silently.
  public struct Limits: Sendable {
    /// One device may have this many events in a day; it is at least 1.
    public var eventsPerDeviceDay: Int
    /// Copies stored or in flight for one device at one time.
    public var storedPerDevice: Int

    /// - Precondition: Both are at least 1.
    public init(eventsPerDeviceDay: Int = 1_000_000, storedPerDevice: Int = 1_000_000) {
      precondition(eventsPerDeviceDay > 0 && storedPerDevice > 0, "a limit is at least 1")
      self.eventsPerDeviceDay = eventsPerDeviceDay
      self.storedPerDevice = storedPerDevice
    }
  }

  /// Every random number of the run follows from it.
  public var seed: UInt64
  /// It is at least 0.
  public var devices: Int
  /// Notifications created before this time are not counted; it is at least 0.
  public var warmup: SimTime
  /// Notifications created in `warmup` ..< `duration` are counted.
  public var duration: SimTime
  /// Traffic goes on, uncounted, until duration + drain.
  public var drain: SimTime
  /// Each bucket of the timeline is this long; it is above 0.
  public var timelineStep: SimTime
  /// Nil: there are no regional outages.
  public var regions: Regions?
  /// The run ends with ``LimitExceeded`` when it hits one of them.
  public var limits: Limits
  /// The setup of the devices that are in no group. Its strategy is that of all devices.
  public var setup: DeviceSetup
  /// Parts of the population that are set up in other ways. Shares sum to at most 1.
  public var groups: [DeviceGroup]
  /// The counts for controls; nil: none.
  public var surplus: SurplusPlan?

  /// - Precondition: There are times to simulate, none of them negative; steps of the timeline take
  ///   time; the number of devices is not negative.
  public init(
    seed: UInt64, devices: Int, warmup: SimTime = .zero, duration: SimTime, drain: SimTime = .zero,
    timelineStep: SimTime = .day, regions: Regions? = nil, limits: Limits = Limits(),
    setup: DeviceSetup, groups: [DeviceGroup] = []
  ) {
    precondition(devices >= 0, "the number of devices is at least 0")
    precondition(
      warmup >= .zero && drain >= .zero && duration > .zero,
      "warm-up and drain are at least 0, the duration is above 0")
    precondition(timelineStep > .zero, "a step of the timeline takes time")
    self.seed = seed
    self.devices = devices
    self.warmup = warmup
    self.duration = duration
    self.drain = drain
    self.timelineStep = timelineStep
    self.regions = regions
    self.limits = limits
    self.setup = setup
    self.groups = groups
  }
}

extension World {
  /// The end of the run; what would happen then does not.
  public var horizon: SimTime { duration + drain }

  /// It is true for notifications that were created after the warm-up, before the drain.
  public func isCounted(_ time: SimTime) -> Bool { time >= warmup && time < duration }

  /// The length of the counted window [d].
  public var countedDays: Double { (duration - warmup).seconds / 86_400 }

  /// Some users uninstall the app (R2.10).
  package var hasUninstalls: Bool { !allSetups { !$0.mayUninstall } }

  /// Some users react to alerts, or to what they miss (R10).
  package var hasReactions: Bool { !allSetups { $0.user?.reactions == nil } }

  /// The timeline's buckets, from t = 0 to `duration`.
  public var timelineBuckets: Int {
    Int((duration.microseconds + timelineStep.microseconds - 1) / timelineStep.microseconds)
  }
}

/// A limit that ended a run.
public struct LimitExceeded: Error, Sendable, Equatable {
  /// The limit that was reached, by the key of the scenario that raises it where there is one.
  public enum Limit: String, Sendable {
    case eventsPerDeviceDay = "limits.events_per_device_day"
    case storedPerDevice = "limits.stored_per_device"
    case eventsPerDevice = "2^31 events of one device"
    case copiesPerMessage = "256 sends of one message"
    case payloadBytes = "1e9 bytes of one message's payload"
    case outagesPerRegionDay = "limits.events_per_device_day, by the outages of its region"
    case changesPerHopDay = "limits.events_per_device_day, by the bursts or incidents of a hop"
    case retriedMessages = "2^22 messages of one device that may be sent again"
    case attemptsPerPush = "4095 delivery attempts of one push"
    /// The requests of a client from outside.
    case requestsPerPush = "1000 requests of a client for one push"
    case notificationsUnseen = "2^22 notifications of one device that wait for a look"
  }

  /// The run hit this limit.
  public let limit: Limit
  /// It is a region's number for `outagesPerRegionDay`, and 0 for `changesPerHopDay`.
  public let device: Int
  /// The limit was hit at this simulated time.
  public let time: SimTime
}

/// The books of a device don't balance: a defect of the simulator.
public struct BooksError: Error, Sendable {
  /// It is 0 where the defect belongs to no single device.
  public let device: Int
  /// It says what is wrong in the books.
  public let what: String

  public init(device: Int, what: String) {
    self.device = device
    self.what = what
  }
}
