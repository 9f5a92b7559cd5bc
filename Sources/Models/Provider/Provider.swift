public import DeliverySim

/// The provider and the hops to it and to the push service (model.md R2).
public struct Provider: Sendable {
  /// The endpoint that answers re-requests.
  public struct Resend: Sendable {
    /// The requests that a shard's endpoint can serve at a time (R2.5).
    public struct Capacity: Sendable {
      /// The number of requests that are served at once; at least 1.
      public var servers: Int
      /// The time that a server needs for a request [s].
      public var service: Distribution
      /// The longest wait for a server; `never`: no limit.
      public var timeout: SimTime

      /// - Precondition: There is a server.
      public init(servers: Int, service: Distribution, timeout: SimTime = .never) {
        precondition(servers > 0, "at least one server is needed")
        self.servers = servers
        self.service = service
        self.timeout = timeout
      }
    }

    /// The answer is an error.
    public var failure: Probability
    /// From request to answer, or from the end of service [s].
    public var latency: Distribution
    /// Nil: nobody ever waits, and service takes no time.
    public var capacity: Capacity?

    public init(
      failure: Probability = .zero, latency: Distribution = .zero, capacity: Capacity? = nil
    ) {
      self.failure = failure
      self.latency = latency
      self.capacity = capacity
    }
  }

  /// The time in which a payload can be sent again, from the message's creation; `never`: no limit.
  public var retention: SimTime
  /// Hop 1, from the server.
  public var intake: Hop
  /// Hop 2, to the push service.
  public var link: Hop
  /// This endpoint answers re-requests (R2.5).
  public var resend: Resend
  /// Device i asks the endpoint of shard i mod `shards`; at least 1.
  public var shards: Int
  /// The push service takes nothing of the provider then (R12.7): its certificate is revoked, or
  /// the app is removed from the store. Nil: it always takes its pushes.
  public var cutOff: Range<SimTime>?
  /// The hours in which messages are sent for the first time; nil: at once.
  public var sendWindow: SendWindow?

  /// - Precondition: There is a shard; a time that is cut off is not empty.
  public init(
    retention: SimTime = .never, intake: Hop = Hop(), link: Hop = Hop(), resend: Resend = Resend(),
    shards: Int = 1, cutOff: Range<SimTime>? = nil, sendWindow: SendWindow? = nil
  ) {
    precondition(shards > 0, "at least one shard is needed")
    precondition(cutOff?.isEmpty != true, "a time that is cut off is not empty")
    (self.cutOff, self.sendWindow) = (cutOff, sendWindow)
    self.shards = shards
    self.retention = retention
    self.intake = intake
    self.link = link
    self.resend = resend
  }
}
