public import DeliverySim

/// The provider and the hops to it and to the push service (model.md R2).
public struct Provider: Sendable {
  /// The endpoint that answers re-requests.
  public struct Resend: Sendable {
    /// What a shard's endpoint can do at a time (R2.5).
    public struct Capacity: Sendable {
      /// How many requests are served at once; at least 1.
      public var servers: Int
      /// How long a server needs for a request [s].
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

  /// How long a payload can be sent again, from the message's creation; `never`: no limit.
  public var retention: SimTime
  /// Hop 1, from the server.
  public var intake: Hop
  /// Hop 2, to the push service.
  public var link: Hop
  public var resend: Resend
  /// Device i asks the endpoint of shard i mod `shards`; at least 1.
  public var shards: Int

  /// - Precondition: There is a shard.
  public init(
    retention: SimTime = .never, intake: Hop = Hop(), link: Hop = Hop(), resend: Resend = Resend(),
    shards: Int = 1
  ) {
    precondition(shards > 0, "at least one shard is needed")
    self.shards = shards
    self.retention = retention
    self.intake = intake
    self.link = link
    self.resend = resend
  }
}

extension Device {
  // MARK: Hop 1 and the queue

  /// The server makes a message; then the following ones, as long as nothing else can happen before
  /// the next one is made.
  mutating func createMessages(_ bus: inout Bus) {
    var next = nextCreation(bus)
    while true {
      if !goStraight(before: &next, &bus) { createMessage(before: next, &bus) }
      guard bus.isNext(next) else { return bus.scheduleMessage(at: next) }
      bus.skip(to: next)
      bus.countEvent()
      next = nextCreation(bus)
    }
  }

  /// When the server makes the next message.
  @inline(__always)
  mutating func nextCreation(_ bus: borrowing Bus) -> SimTime {
    arrivals.next(laws, &windows, device: bus.device, bus.random)
  }

  /// The server makes a message. Where hop 1 is ideal, and the provider drops nothing, it is sent
  /// at once, and its position in the queue is its number + 1 (R2.3): every message of a device
  /// gets a push, so positions have no holes.
  ///
  /// - Parameter next: When the next one is made.
  @inline(never)
  private mutating func createMessage(before next: SimTime, _ bus: inout Bus) {
    let message = UInt32(bus.ledger.count)
    bus.ledger.append(LedgerEntry(created: bus.now, repair: laws.pointee.repairAtFirst))
    bus.note(.created, message: message)
    subscriptions.create(message, &windows, bus)
    guard laws.pointee.pushType != nil else { return }
    var push =
      laws.pointee.users.numbersByMessage ? send(message, &bus) : handIn(message, &bus)
    follow(&push, before: next, &bus)
  }

  // MARK: Sends

  /// Sends the next copy of a message over the link to the push service (R1.2: with draws of its
  /// own).
  ///
  /// - Returns: The push on its way, if it is.
  mutating func send(_ message: UInt32, _ bus: inout Bus) -> Push {
    let place = Int(message)
    let copy = bus.ledger[place].sends
    var push = Push(message: message, copy: copy, sent: bus.now)
    guard copy < RandomStream.copyLimit else {
      bus.stop(.copiesPerMessage)
      return push
    }
    guard mayStore(bus) else {
      bus.stop(.storedPerDevice)
      return push
    }
    push.type = laws.pointee.pushType ?? .alert
    bus.ledger[place].sends = copy &+ 1
    bus.ledger[place].copiesOut &+= 1
    if copy > 0 { bus.note(.resent, message: message, copy: copy) }
    sentPushes &+= 1
    if laws.pointee.digestItems > 0 { pack(&push, &bus) }
    beginQuietTime(&bus)
    if laws.pointee.users.limitsPayload, rejectTooLarge(push, &bus) { return push }
    if copy == 0, telemetry.isOn { telemetry.noteSend(of: message, at: bus.now) }
    if laws.pointee.retries { awaitAcknowledgement(of: push, &bus) }
    crossLink(&push, &bus)
    return push
  }

  /// Another copy may be on its way or stored.
  @inline(__always)
  func mayStore(_ bus: borrowing Bus) -> Bool {
    sentPushes - endedPushes + handedIn < bus.world.limits.storedPerDevice
  }
}
