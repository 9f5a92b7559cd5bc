public import DeliverySim

/// A second channel (SMS, e-mail, a call) for what has not been confirmed in time (model.md R11.1).
public struct Escalation: Sendable, Equatable {
  /// The events that the provider takes for a confirmation.
  public enum Confirmation: String, Sendable, CaseIterable {
    /// The strategy's acknowledgement, that of the app's own connection, or else telemetry's
    /// receipt, which waits for the next opening of the app.
    case acknowledged
    /// The user has seen the message.
    case seen
    /// The app was opened since the message was made, and had a network.
    case opened
  }

  /// The second channel.
  public struct Channel: Sendable, Equatable {
    /// The probability that it brings a message.
    public var delivery: Probability
    /// The time that it takes [s].
    public var latency: Distribution
    /// The cost of each message that goes out, whether it arrives or not; money, without a unit.
    public var cost: Double

    /// - Precondition: A cost from 0 to 1,000,000.
    public init(delivery: Probability = .one, latency: Distribution = .zero, cost: Double = 0) {
      precondition((0...1e6).contains(cost), "a cost from 0 to 1,000,000")
      (self.delivery, self.latency, self.cost) = (delivery, latency, cost)
    }
  }

  /// So long after its creation a message goes out, unless it is confirmed.
  public var after: SimTime
  /// The event that confirms it.
  public var unless: Confirmation
  /// The channel by which it goes out.
  public var channel: Channel

  /// - Precondition: `after` is not negative.
  public init(
    after: SimTime, unless: Confirmation = .acknowledged, channel: Channel = Channel()
  ) {
    precondition(after >= .zero, "nothing goes out before it is made")
    (self.after, self.unless, self.channel) = (after, unless, channel)
  }
}

extension Escalation {
  /// Something on the device can confirm a message.
  ///
  /// - Parameters:
  ///   - setup: The setup of the devices.
  ///   - strategy: The one that it is laid over.
  public func canBeConfirmed(_ setup: DeviceSetup, _ strategy: Strategy) -> Bool {
    switch unless {
    case .acknowledged:
      strategy.acknowledges || strategy.socket != nil || setup.telemetry != nil
    case .seen: setup.user != nil
    case .opened:
      setup.app.map { $0.openings != nil || setup.user?.taps.value ?? 0 > 0 } ?? false
    }
  }
}

/// A second channel, compiled once.
struct EscalationPlan {
  let after: SimTime
  let unless: Escalation.Confirmation
  let delivery: Probability
  let latency: Sampler
  /// The cost of each message that goes out [1e-6].
  let cost: UInt64

  init(_ rule: Escalation, _ arena: inout PlanArena) {
    (after, unless, delivery) = (rule.after, rule.unless, rule.channel.delivery)
    latency = arena.sampler(rule.channel.latency)
    cost = UInt64((rule.channel.cost * 1e6).rounded())
  }
}

/// The confirmations that the provider gets of one device's messages. Nothing is escalated before
/// the end of the run: what goes out changes nothing on the device, so that it can be told
/// afterwards. Empty where the strategy has no second channel.
struct EscalationStation: ~Copyable {
  private(set) var isOn: Bool
  /// The times when the first acknowledgement of a message got to the provider, or never.
  private var acknowledged = Buffer<SimTime>()
  /// The times when the opened app has told the provider so, ascending.
  private var openings = Buffer<SimTime>()
  /// The app was opened without a network.
  private var waitsToTell = false

  init(isOn: Bool) { self.isOn = isOn }
}

extension EscalationStation {
  // MARK: The provider's confirmations

  mutating func noteAcknowledgement(of message: UInt32, at time: SimTime) {
    guard isOn else { return }
    while acknowledged.count <= Int(message) { acknowledged.append(.never) }
    acknowledged[Int(message)] = min(acknowledged[Int(message)], time)
  }

  mutating func openApp(isOnline: Bool, at time: SimTime) {
    guard isOn else { return }
    waitsToTell = true
    if isOnline { comeOnline(at: time) }
  }

  mutating func comeOnline(at time: SimTime) {
    guard waitsToTell else { return }
    waitsToTell = false
    openings.append(time)
  }

  mutating func leaveApp() { waitsToTell = false }

  func acknowledgement(of message: Int) -> SimTime {
    message < acknowledged.count ? acknowledged[message] : .never
  }

  /// The first opening at a moment or after it, or never.
  func opening(from time: SimTime) -> SimTime { first(of: openings, from: time) }

  /// The first of ascending times at a moment or after it, or never.
  func first(of times: borrowing Buffer<SimTime>, from time: SimTime) -> SimTime {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count ? times[low] : .never
  }

  // MARK: The second channel

  /// A message goes out, `due` after the start.
  ///
  /// - Parameter known: The time when the user has had it.
  func escalate(
    _ message: Int, _ plan: EscalationPlan, due: SimTime, known: SimTime, _ turn: inout Turn
  ) {
    let number = UInt32(message)
    precondition(due >= turn.ledger[message].created, "nothing goes out before it is made")
    precondition(turn.ledger[message].escalated == .never, "a message goes out once")
    turn.note(.escalation(.sent), message: number, at: due)
    let isCounted = turn.isCounted(turn.ledger[message].created)
    if isCounted {
      turn.tally.add(1, to: EscalationCounter.escalations)
      turn.tally.add(known <= due ? 1 : 0, to: EscalationCounter.needlessEscalations)
      turn.tally.add(plan.cost, to: EscalationCounter.escalationCost)
    }
    var chance = turn.draws(EscalationStream.delivery, number, 0)
    guard chance.happens(plan.delivery) else {
      return turn.note(.escalation(.failed), message: number, at: due)
    }
    let arrival = due + turn.draw(plan.latency, EscalationStream.latency, number, 0)
    guard arrival < turn.now else {
      // It is under way at the end of the run (R0.3).
      turn.ledger[message].copiesOut += 1
      return
    }
    turn.ledger[message].escalated = arrival
    turn.note(.escalation(.arrived), message: number, at: arrival)
  }
}

extension EscalationPlan: StationPlan {
  /// The closing asks after the run what was confirmed.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
