public import DeliverySim

/// When a provider sends a message again that nobody has acknowledged.
///
/// A pure function: every answer is asked for once, before the run, and holds for all devices.
public protocol RetrySchedule: Sendable {
  /// How long an acknowledgement is waited for.
  ///
  /// - Parameter retry: Which retry would be next, from 0: the one after the first send.
  /// - Returns: From the last send to the retry, at least 0; nil: the provider gives up. After 255
  ///   retries it does so anyway.
  func wait(before retry: Int) -> SimTime?
}

/// Exponential back-off: `first`, `first * factor` ... up to `max`, `attempts` times.
extension Hop.Retry: RetrySchedule {
  /// As ``RetrySchedule/wait(before:)``.
  public func wait(before retry: Int) -> SimTime? {
    retry < attempts ? wait(before: UInt16(clamping: retry)) : nil
  }
}

extension Strategy.ProviderPolicy {
  /// Messages are sent again until somebody acknowledges them.
  public struct Retry: Sendable {
    /// The waits between the sends.
    public var schedule: any RetrySchedule
    /// Pushes carry a collapse id, so that a repeat of something shown replaces it.
    public var collapse: Bool

    /// Wire waits 30 s before the first retry; the rest is a choice.
    public static let backOff = Hop.Retry(attempts: 10, first: SimTime(seconds: 30), max: .hour)

    public init(_ schedule: any RetrySchedule = Self.backOff, collapse: Bool = true) {
      self.schedule = schedule
      self.collapse = collapse
    }
  }

  /// Sends each message until somebody acknowledges it.
  public static func retries(_ retry: Retry) -> Self {
    var policy = Self()
    policy.retry = retry
    return policy
  }
}

extension Strategy.ProviderPolicy.Retry: Equatable {
  /// Equal when every wait is: a schedule is known by its answers alone.
  public static func == (left: Self, right: Self) -> Bool {
    left.collapse == right.collapse
      && (0..<Int(UInt8.max)).allSatisfy {
        left.schedule.wait(before: $0) == right.schedule.wait(before: $0)
      }
  }
}

extension Strategy {
  /// The provider sends each message again and again until the client has acknowledged it, its
  /// payload is no longer kept, or the schedule ends.
  ///
  /// - Parameter schedule: The waits, each from a send to the next one.
  /// - Parameter collapse: As ``GapRecovery/collapse``.
  public static func retryUntilAcked(
    _ schedule: any RetrySchedule = ProviderPolicy.Retry.backOff, collapse: Bool = true
  ) -> Strategy {
    Strategy(provider: .retries(.init(schedule, collapse: collapse)), client: .acknowledges)
  }
}

extension RetrySchedule {
  /// All waits, one after the other.
  ///
  /// - Precondition: None is negative.
  var waits: [SimTime] {
    var waits: [SimTime] = []
    while waits.count < RandomStream.copyLimit - 1, let wait = wait(before: waits.count) {
      precondition(wait >= .zero, "a retry comes after its send")
      waits.append(wait)
    }
    return waits
  }
}

/// What the provider knows of a message that it may send again.
struct RetryAccount: Sendable {
  /// The first acknowledgement gets there then, or never.
  var acknowledged = SimTime.never
  /// It is sent again then, unless acknowledged; never: no more.
  var due = SimTime.never
  /// The wait is over, and everything else of that moment has happened.
  var isLastWord = false
}

extension Device {
  // MARK: The client acknowledges

  /// The extension tells the provider that a push has arrived.
  ///
  /// - Parameter call: 1 when the system has called the extension a second time, else 0.
  /// - Returns: When the provider knows; never: the acknowledgement is lost.
  mutating func acknowledge(_ push: Push, call: Int = 0, _ bus: inout Bus) -> SimTime {
    bus.countExtensionRun()
    bus.countAcknowledgement()
    var chance = bus.draws(.acknowledgementLoss, push.message, push.copy, attempt: call)
    if chance.happens(setup.pointee.provider.resend.failure) {
      note(.acknowledgementLost, push, &bus)
      return .never
    }
    let law = laws.pointee.acknowledgementLatency
    let stream = bus.stream(.acknowledgementLatency)
    let numbers = stream.draws(index: push.message, copy: Int(push.copy), attempt: call)
    let span = law.isZero ? .zero : SimTime(seconds: law.sample(numbers))
    bus.note(
      .acknowledged, message: push.message, copy: push.copy, value: span.microseconds)
    return bus.now + span
  }

  /// The provider remembers the first acknowledgement of a message: no event is needed for it.
  mutating func acknowledgeInAccount(_ push: Push, call: Int = 0, _ bus: inout Bus) {
    let time = acknowledge(push, call: call, &bus)
    guard laws.pointee.retries else { return }
    let message = openRetryAccount(push.message)
    retries[message].acknowledged = min(retries[message].acknowledged, time)
  }

  /// A message has gone straight to the screen. Where its acknowledgement comes in time there is
  /// nothing to remember: no other copy of it will ever be sent.
  mutating func acknowledgeStraight(_ push: Push, _ bus: inout Bus) {
    let time = laws.pointee.acknowledges ? acknowledge(push, &bus) : .never
    let due = push.sent.advanced(bySpan: laws.pointee.firstRetry)
    guard laws.pointee.retries, mayRetry(push, &bus), time > due else { return }
    let message = openRetryAccount(push.message)
    retries[message].acknowledged = time
    setRetry(message, due, &bus)
  }
}

extension Device {
  // MARK: The provider waits

  /// A push is sent: from now on its acknowledgement is waited for.
  mutating func awaitAcknowledgement(of push: Push, _ bus: inout Bus) {
    guard mayRetry(push, &bus) else { return }
    setRetry(openRetryAccount(push.message), retryTime(after: push, bus), &bus)
  }

  /// When a message is sent again, if it must be: as long as its payload is kept.
  private func retryTime(after push: Push, _ bus: borrowing Bus) -> SimTime {
    guard Int(push.copy) < laws.pointee.retryWaits.count else { return .never }
    let time = push.sent.advanced(bySpan: laws.pointee.retryWaits[Int(push.copy)])
    return holds(push.message, at: time, bus) ? time : .never
  }

  private mutating func setRetry(_ message: Int, _ due: SimTime, _ bus: inout Bus) {
    (retries[message].due, retries[message].isLastWord) = (due, false)
    bus.schedule(.retryDue, at: due, payload: message)
  }

  /// A wait is over. An acknowledgement that comes at this very moment is in time (R0.5): the
  /// provider asks again when everything else of the moment has happened.
  ///
  /// Only a retry counts as an event: on the straight way there is no end of a wait to count.
  mutating func endRetryWait(_ message: Int, _ bus: inout Bus) {
    let account = retries[message]
    guard account.due == bus.now, account.acknowledged > bus.now else { return }
    guard account.isLastWord else {
      retries[message].isLastWord = true
      return bus.schedule(.retryDue, at: bus.now, payload: message)
    }
    bus.countEvent()
    var push = send(UInt32(message), &bus)
    follow(&push, &bus)
  }

  /// The provider's timers end with its strategy.
  mutating func forgetRetries() {
    for message in retries.indices { retries[message].due = .never }
  }

  /// At the end of the run, a retry that was still to come is a copy under way (R0.3).
  mutating func keepRetriesPending(_ bus: inout Bus) {
    guard laws.pointee.retries else { return }
    for message in retries.indices
    where retries[message].due != .never && retries[message].due >= bus.now {
      bus.ledger[message].copiesOut += 1
    }
  }

  // MARK: Accounts

  /// - Returns: The message's place in ``retries``.
  private mutating func openRetryAccount(_ message: UInt32) -> Int {
    while retries.count <= Int(message) { retries.append(RetryAccount()) }
    return Int(message)
  }

  /// An event has room for the message's number.
  private func mayRetry(_ push: Push, _ bus: inout Bus) -> Bool {
    if Int(push.message) <= Event.payloadMax { return true }
    bus.stop(.init(limit: .retriedMessages, device: bus.device, time: push.sent))
    return false
  }
}
