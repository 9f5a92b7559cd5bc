public import DeliverySim

/// The use of the app, and the fate of its process (model.md R4.4, R4.5, R6.2).
///
/// Openings, visits, kills and the ends of the process are part of the world: each is drawn by its
/// consecutive number, so it is the same for every strategy.
public struct App: Sendable {
  /// The times when people open the app unprompted.
  public typealias Openings = PoissonTimes

  /// Who ends the app in the app switcher.
  public struct Kills: Sendable {
    /// The share of users who ever do.
    public var users: Probability
    /// The share of their visits that end so.
    public var visits: Probability

    public init(users: Probability = .zero, visits: Probability = .one) {
      self.users = users
      self.visits = visits
    }
  }

  /// The system's treatment of silent pushes (R4.6).
  public struct Silent: Sendable {
    /// The probability that the system launches an app that is not running; otherwise the device
    /// holds the newest silent push until the app is next opened.
    public var launch: Probability
    /// Nil: it passes on as many as there are.
    public var throttle: Throttle?
    /// The limit in a local day; nil: as many as there are.
    public var perDay: Int?

    /// - Precondition: `perDay` is not negative.
    public init(launch: Probability = .one, throttle: Throttle? = nil, perDay: Int? = nil) {
      precondition(perDay ?? 0 >= 0, "a day has no negative number of silent pushes")
      self.launch = launch
      self.throttle = throttle
      self.perDay = perDay
    }
  }

  /// Nil: nobody ever does.
  public var openings: Openings?
  /// The time from an opening to the leaving [s].
  public var visit: Distribution
  /// From the leaving to the moment when the system ends the suspended process [s]; nil: it never
  /// does.
  public var suspended: Distribution?
  /// Who ends the app instead of leaving it.
  public var kills: Kills
  /// Opening the app fetches what the user does not have yet, whatever the strategy.
  public var syncsOnOpening: Bool
  /// Alerts that arrive in the foreground are drawn, if the app has `willPresent`.
  public var presentsInForeground: Bool
  /// The methods that the app implements.
  public var handlers: HandlerMatrix
  /// The pushes that wake the app unseen.
  public var silent: Silent
  /// The share of devices on which silent pushes and refreshes may wake the app unseen: the switch
  /// Background App Refresh is on (R4.6). Drawn for each replication, evenly over its devices.
  public var backgroundRefresh: Probability
  /// The number of VoIP pushes without a reported call after which VoIP pushes no longer wake the
  /// app; each of them ends the process (R4.7). Nil: no such limit, as before iOS 13.
  public var voipMisuses: Int?
  /// The time that the system lets the app run in the background.
  public var backgroundTime: SimTime

  /// The messages that the app or its extension posts alerts for again; nil: once (R12.2).
  public var localRepeats: LocalRepeats?

  /// - Precondition: `voipMisuses` is positive, `backgroundTime` is not negative.
  public init(
    openings: Openings? = nil, visit: Distribution = .zero, suspended: Distribution? = nil,
    kills: Kills = Kills(), syncsOnOpening: Bool = true, presentsInForeground: Bool = true,
    handlers: HandlerMatrix = .usual, silent: Silent = Silent(), voipMisuses: Int? = nil,
    backgroundTime: SimTime = SimTime(seconds: 30), backgroundRefresh: Probability = .one
  ) {
    precondition(voipMisuses ?? 1 >= 1, "VoIP pushes end with a misuse, or with none")
    precondition(backgroundTime >= .zero, "the time in the background is not negative")
    self.openings = openings
    self.visit = visit
    self.suspended = suspended
    self.kills = kills
    self.syncsOnOpening = syncsOnOpening
    self.presentsInForeground = presentsInForeground
    self.handlers = handlers
    self.silent = silent
    self.voipMisuses = voipMisuses
    self.backgroundTime = backgroundTime
    self.backgroundRefresh = backgroundRefresh
  }
}

extension Throttle {
  /// Silent pushes: three, and one more every 20 minutes.
  ///
  /// Source: Apple, "Pushing background updates to your app": not more than two or three an hour.
  public static let silent = Throttle(burst: 3, refill: SimTime(seconds: 1200))
}
