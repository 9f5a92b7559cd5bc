public import DeliverySim

/// The push service: what it keeps while a device is away (model.md R3).
public struct PushService: Sendable {
  /// It decides what the service keeps for a device that is away (model.md R3.10): ``Kind/rules``.
  public enum Kind: String, Sendable, CaseIterable {
    case apns, fcm
    case webPush = "web-push"
    case wnsToast = "wns-toast"
    case mqtt
    case keepAll = "keep-all"
  }

  /// R3.7: which pushes overwrite each other.
  public enum Slot: String, Sendable, CaseIterable {
    /// Alert and background share one slot, VoIP has its own.
    case shared
    /// Each type has its own.
    case perType = "per-type"
  }

  /// R3.2: *usually* the newest survives.
  public struct NewestSurvives: Sendable {
    /// The newest of two pushes survives with it; in 0 to 1.
    public var probability: Probability
    /// The newest push can be lost only if it is accepted less than this after the stored one.
    public var within: SimTime

    /// - Precondition: `within` is not negative.
    public init(probability: Probability = .one, within: SimTime = .never) {
      precondition(within >= .zero, "a push is not accepted before the stored one")
      self.probability = probability
      self.within = within
    }
  }

  /// R3.8: a dead connection is noticed late.
  public struct HalfOpen: Sendable {
    /// The time from the disconnection to its notice [s].
    public var detect: Distribution
    /// A device that returns before keeps its connection.
    public var resume: Probability

    public init(detect: Distribution, resume: Probability = .zero) {
      self.detect = detect
      self.resume = resume
    }
  }

  /// It decides what the service keeps, and which keys it reads.
  public var kind: Kind
  /// From each send (R3.5); 0: one attempt, never stored. See ``expirationInForce``.
  public var expiration: SimTime
  /// The number of pushes that `apns`, `fcm` and `mqtt` store for a device, at least 1; nil: the
  /// kind's default. It is at most ``APNs/capacityMax`` with `apns`, in each slot (R3.11).
  public var capacity: Int?
  /// Whether a push replaces the one that `apns` stores with its collapse id (R3.11).
  public var collapsesInStore = false
  /// The rule which of two pushes in a slot of `apns` survives (R3.2).
  public var newestSurvives: NewestSurvives
  /// The pushes that share a slot of `apns`.
  public var slot: Slot
  /// `apns`: a push on its way to a connected device still occupies its slot (R3.12).
  public var inFlight = Probability.zero
  /// The latency to a connected device [s].
  public var latency: Distribution
  /// Nil: a disconnection is noticed at once.
  public var halfOpen: HalfOpen?
  /// The messages that are collapsible with `fcm`, and with `apns` that looks at ids; nil: none.
  public var collapseKeys: CollapseKeys?
  /// The throttle of collapsible pushes.
  public var throttle: Throttle
  /// The largest push that it accepts [byte]; nil: any.
  public var payloadLimit: Int?
  /// The throttle of pushes for one token (R2.7, 429); nil: it takes all.
  public var perToken: Throttle?
  /// So many pushes for a device in a day, an hour or a minute: each of them holds (R3.13).
  public var quotas: [Quota] = []
  /// Apple's console is looked at, so what it tells is counted (R7.4).
  public var isWatched = false
  /// Who gets a token of `web-push`, or of the web with `apns`, at all; nil: everybody.
  public var optIn: WebPushOptIn?
  /// The app is a web app: pushes of the web with APNs' slot (R12.6).
  public var isWeb = false
  /// The app implements `onDeletedMessages`, by which `fcm` tells it of what was discarded (R3.14).
  public var hasDeletedCallback = true
  /// A device that was not connected for so long is inactive: `fcm` drops what it accepts for it
  /// (R3.16); nil: the kind's default.
  public var inactiveAfter: SimTime?
  /// The token of a device that was not connected for so long is no longer valid with `fcm`
  /// (R3.16); nil: the kind's default.
  public var tokenExpiresAfter: SimTime?
  /// After so many pushes that drew nothing the browser revokes the permission; nil: it never
  /// does, as with declarative pushes (R12.6).
  public var webSilentMax: Int?

  /// - Precondition: `expiration` is not negative; `capacity` and `payloadLimit` are positive.
  public init(
    kind: Kind = .apns, expiration: SimTime = SimTime(microseconds: 30 * SimTime.day.microseconds),
    newestSurvives: NewestSurvives = NewestSurvives(), latency: Distribution = .zero,
    halfOpen: HalfOpen? = nil, capacity: Int? = nil, slot: Slot = .shared,
    collapseKeys: CollapseKeys? = nil, throttle: Throttle = .collapsible, payloadLimit: Int? = nil,
    perToken: Throttle? = nil, optIn: WebPushOptIn? = nil
  ) {
    precondition(expiration >= .zero, "a push does not expire before it is sent")
    precondition(capacity ?? 1 >= 1, "a store has a place at least")
    precondition(payloadLimit ?? 1 >= 1, "a payload of one byte at least is accepted")
    (self.perToken, self.optIn) = (perToken, optIn)
    self.collapseKeys = collapseKeys
    self.throttle = throttle
    self.payloadLimit = payloadLimit
    self.slot = slot
    self.kind = kind
    self.expiration = expiration
    self.capacity = capacity
    self.newestSurvives = newestSurvives
    self.latency = latency
    self.halfOpen = halfOpen
  }
}
