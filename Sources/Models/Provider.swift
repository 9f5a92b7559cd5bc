public import DeliverySim

/// The provider and its hop to the push service (model.md R2).
public struct Provider: Sendable {
  /// A hop that loses each push independently.
  public struct Link: Sendable {
    public var loss: Probability
    /// [s]
    public var latency: Distribution

    public init(loss: Probability = .zero, latency: Distribution = .zero) {
      self.loss = loss
      self.latency = latency
    }
  }

  /// The endpoint that answers re-requests.
  public struct Resend: Sendable {
    /// The answer is an error.
    public var failure: Probability
    /// From request to answer [s].
    public var latency: Distribution

    public init(failure: Probability = .zero, latency: Distribution = .zero) {
      self.failure = failure
      self.latency = latency
    }
  }

  /// How long a payload can be re-sent, from its creation; `never` ends: for ever.
  public var retention: SimTime
  public var link: Link
  public var resend: Resend

  public init(retention: SimTime = .never, link: Link = Link(), resend: Resend = Resend()) {
    self.retention = retention
    self.link = link
    self.resend = resend
  }
}

/// One push on its way: a copy of a message.
struct Push: Sendable {
  /// The message's number on its device.
  let message: UInt32
  /// 0 for the first send.
  let copy: UInt16
  let sent: SimTime
  /// The order of acceptance at the push service.
  var acceptance: UInt32 = 0
  var accepted = SimTime.zero
  /// How often the push service has tried to deliver it.
  var attempts: UInt16 = 0
}

extension Device {
  // MARK: Hop 1 and the queue

  /// The server makes a message; hop 1 is ideal, so the provider sends it at once. Its position in
  /// the queue is its number + 1 (R2.3): every message of a device gets a push, so positions have
  /// no holes.
  mutating func createMessage(_ context: inout CellContext<some TraceHook>) {
    let message = UInt32(ledger.count)
    ledger.append(
      LedgerEntry(created: context.now, repair: setup.pointee.strategy.repairAtFirst))
    note(.created, message: message, &context)
    send(message, &context)
    scheduleNextMessage(&context)
  }

  mutating func scheduleNextMessage(_ context: inout CellContext<some TraceHook>) {
    guard let time = arrivals.next(setup, device: number, context.random)
    else { return }
    schedule(.messageCreated, at: time, &context)
  }

  // MARK: Hop 2

  /// Sends the next copy of a message over the link to the push service (R1.2: with draws of its
  /// own).
  mutating func send(_ message: UInt32, _ context: inout CellContext<some TraceHook>) {
    let place = Int(message)
    let copy = ledger[place].sends
    guard copy < RandomStream.copyLimit else {
      return context.stop(.init(limit: .copiesPerMessage, device: number, time: context.now))
    }
    ledger[place].sends = copy + 1
    ledger[place].copiesOut += 1
    if copy > 0 { note(.resent, message: message, copy: copy, &context) }
    sentPushes += 1

    let index = pushes.insert(Push(message: message, copy: copy, sent: context.now))
    guard pushes.count <= context.world.limits.storedPerDevice else {
      return context.stop(.init(limit: .storedPerDevice, device: number, time: context.now))
    }
    var loss = draws(.linkLoss, message, copy, context)
    if loss.happens(setup.pointee.provider.link.loss) {
      return end(index, .linkLost, &context)
    }
    let latency = draw(setup.pointee.provider.link.latency, .linkLatency, message, copy, context)
    if latency == .zero {
      accept(index, &context)
    } else {
      schedule(.pushAccepted, at: context.now + latency, payload: index, &context)
    }
  }
}
