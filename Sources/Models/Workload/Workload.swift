public import DeliverySim

/// The messages that the server owes to a device (model.md R1.4, R1.5).
public struct Workload: Sendable {
  /// The law of the times when messages are created.
  public enum Arrivals: Sendable {
    /// A constant rate [1/s], drawn for each replication, evenly over its devices.
    case poisson(rate: Distribution)
    /// A rate that repeats every week.
    case weekly(rate: Distribution, profile: WeeklyProfile)
    /// Messages in bursts.
    case bursts(Bursts)
    /// Messages come at recorded times.
    case trace(Trace)
  }

  /// Bursts of messages: `between` [s] from the end of one to the start of the next, `size`
  /// messages each (rounded, at least 1), `within` [s] from one message of a burst to the next.
  public struct Bursts: Sendable {
    /// It lasts from the end of a burst to the start of the next one [s].
    public let between: Distribution
    /// A burst has this many messages; it is rounded and at least 1.
    public let size: Distribution
    /// It lasts from one message of a burst to the next one [s].
    public let within: Distribution
    /// The speed at which `between` is used up, by the hour of the local week, with a mean of 1;
    /// nil: at the pace of the clock.
    public let pace: WeeklyPace?

    /// - Parameters:
    ///   - between: From the end of a burst to the start of the next one [s].
    ///   - size: The number of messages of a burst.
    ///   - within: The time from one message of a burst to the next one [s].
    ///   - pace: The pace at which `between` is used up; it is scaled to a mean of 1.
    public init(
      between: Distribution, size: Distribution, within: Distribution, pace: WeeklyPace? = nil
    ) {
      self.between = between
      self.size = size
      self.within = within
      self.pace = pace?.scaled
    }
  }

  /// It decides when messages are created.
  public var arrivals: Arrivals
  /// The size of a message [byte]; nil when it is not modelled.
  public var payload: Distribution?
  /// The time for which a message stays useful; nil when it is not modelled.
  public var usefulFor: SimTime?
  /// The badge updates besides the messages.
  public var badgeUpdates: ExtraTraffic?
  /// Nil: there are none.
  public var readReceipts: ExtraTraffic?
  /// Alerts of other services to the same app, whose extension knows nothing of them (R12.4).
  public var otherService: ExtraTraffic?
  /// Nil: every message is wanted.
  public var subscriptions: Subscriptions?
  /// The priority of the messages; matters where devices reserve power.
  public var priority: PushPriority
  /// The kinds of their payloads.
  public var kinds: MessageKinds
  /// The levels at which they may disturb.
  public var levels: Levels
  /// The number of threads, all equally likely (R4.2); nil: messages belong to no thread.
  public var threads: Int?

  /// - Precondition: `usefulFor` is not negative, `threads` is positive.
  public init(
    arrivals: Arrivals, payload: Distribution? = nil, usefulFor: SimTime? = nil,
    badgeUpdates: ExtraTraffic? = nil, readReceipts: ExtraTraffic? = nil,
    subscriptions: Subscriptions? = nil, priority: PushPriority = .immediate,
    kinds: MessageKinds = MessageKinds(), threads: Int? = nil, levels: Levels = Levels()
  ) {
    precondition(usefulFor ?? .zero >= .zero, "a message is not useless before it is made")
    precondition(threads ?? 1 >= 1, "messages belong to a thread, or to none")
    (self.kinds, self.threads, self.levels) = (kinds, threads, levels)
    self.subscriptions = subscriptions
    self.priority = priority
    self.arrivals = arrivals
    self.payload = payload
    self.usefulFor = usefulFor
    self.badgeUpdates = badgeUpdates
    self.readReceipts = readReceipts
  }

  /// Pushes other than messages.
  public var hasExtraTraffic: Bool { !extraTraffic.isEmpty }

  /// All of it.
  public var extraTraffic: [ExtraTraffic] {
    [badgeUpdates, readReceipts, otherService].compactMap(\.self)
  }
}

extension Workload.Arrivals {
  /// Nil for other arrivals.
  var profile: WeeklyProfile? {
    if case .weekly(_, let profile) = self { profile } else { nil }
  }

  /// More messages come at some hours than at others.
  var followTheWeek: Bool { profile != nil || bursts?.pace != nil }

  /// Nil for other arrivals.
  var bursts: Workload.Bursts? {
    if case .bursts(let bursts) = self { bursts } else { nil }
  }
}

extension Workload {
  /// The largest message [byte]; a law that goes beyond it is a mistake, and ends the run.
  public static var payloadMax: Double { 1e9 }

  /// The mean number of messages of one device before `end`: what a plan reckons with.
  public func expectedMessages(until end: SimTime) -> Double {
    switch arrivals {
    case .poisson(let rate), .weekly(let rate, _):
      return rate.mean * end.seconds
    case .bursts(let bursts):
      let cycle = bursts.between.mean + max(0, bursts.size.mean - 1) * bursts.within.mean
      return bursts.size.mean * end.seconds / cycle
    case .trace(let trace):
      return trace.expectedMessages(until: end)
    }
  }
}
