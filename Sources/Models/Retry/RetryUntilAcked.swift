public import DeliverySim

/// The times at which a provider sends a message again that nobody has acknowledged.
///
/// A pure function: every answer is asked for once, before the run, and holds for all devices.
public protocol RetrySchedule: Sendable {
  /// The time to wait for an acknowledgement.
  ///
  /// - Parameter retry: The number of the next retry, from 0: the one after the first send.
  /// - Returns: From the last send to the retry, at least 0; nil: the provider gives up. After 255
  ///   retries it does so anyway.
  func wait(before retry: Int) -> SimTime?
}

/// Exponential back-off: `first`, `first * factor` ... up to `max`, `attempts` times.
extension Hop.Retry: RetrySchedule {
  /// It is the same as ``RetrySchedule/wait(before:)``.
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

/// The times at which a provider sends again, compiled once.
struct RetryPlan {
  /// The waits before each retry.
  let waits: [SimTime]

  init(_ retry: Strategy.ProviderPolicy.Retry?) { waits = retry?.schedule.waits ?? [] }

  /// The provider sends again what nobody acknowledges.
  var isOn: Bool { !waits.isEmpty }
}

/// The provider's knowledge of a message that it may send again.
struct RetryAccount: Sendable {
  /// The first acknowledgement gets there then, or never.
  var acknowledged = SimTime.never
  /// It is sent again then, unless acknowledged; never: no more.
  var due = SimTime.never
  /// The wait is over, and everything else of that moment has happened.
  var isLastWord = false
}

/// The messages that a provider may send again, as far as they matter. Empty where it never does.
struct RetryTimers: ~Copyable {
  private var accounts = Buffer<RetryAccount>()
}

extension RetryTimers {
  /// A copy of a message is sent now: from now on its acknowledgement is waited for, as long as the
  /// message's payload is kept.
  mutating func await(
    _ message: UInt32, copy: UInt16, _ plan: Kept<ProviderPlan>, _ turn: inout Turn
  ) {
    guard plan.retry.isOn, mayRetry(message, &turn) else { return }
    let account = open(message)
    var due = SimTime.never
    if Int(copy) < plan.retry.waits.count {
      let time = turn.now.advanced(bySpan: plan.retry.waits[Int(copy)])
      if turn.ledger[account].isKept(for: plan.retention, at: time) { due = time }
    }
    setTimer(account, due, &turn)
  }

  private mutating func setTimer(_ message: Int, _ due: SimTime, _ turn: inout Turn) {
    (accounts[message].due, accounts[message].isLastWord) = (due, false)
    turn.schedule(RetryEventKind.due, at: due, payload: message)
  }

  /// The provider remembers the first acknowledgement of a message, which comes then: no event is
  /// needed for it.
  mutating func noteAcknowledgement(of message: UInt32, at time: SimTime) {
    let account = open(message)
    accounts[account].acknowledged = min(accounts[account].acknowledged, time)
  }

  /// A wait is over. An acknowledgement that comes at this very moment is in time (R0.5): the
  /// provider asks again when everything else of the moment has happened.
  ///
  /// Only a retry counts as an event: in fast forward there is no end of a wait to count.
  ///
  /// - Returns: Whether the message is sent again.
  mutating func endWait(for message: Int, _ turn: inout Turn) -> Bool {
    let account = accounts[message]
    guard account.due == turn.now, account.acknowledged > turn.now else { return false }
    guard account.isLastWord || turn.isNext(turn.now) else {
      accounts[message].isLastWord = true
      turn.schedule(RetryEventKind.due, at: turn.now, payload: message)
      return false
    }
    turn.countEvent()
    return true
  }

  /// The provider's timers end with its strategy.
  mutating func forget() {
    for message in accounts.indices { accounts[message].due = .never }
  }

  /// At the end of the run, a retry that was still to come is a copy under way (R0.3).
  func keepPending(_ ledger: inout Buffer<LedgerEntry>, at end: SimTime) {
    for message in accounts.indices {
      let account = accounts[message]
      guard account.due != .never, account.due >= end, account.acknowledged > account.due
      else { continue }
      ledger[message].copiesOut += 1
    }
  }

  // MARK: Accounts

  /// - Returns: Its place.
  private mutating func open(_ message: UInt32) -> Int {
    while accounts.count <= Int(message) { accounts.append(RetryAccount()) }
    return Int(message)
  }

  /// An event has room for the message's number.
  static func hasRoom(for message: UInt32) -> Bool { Int(message) <= Event.payloadMax }

  private func mayRetry(_ message: UInt32, _ turn: inout Turn) -> Bool {
    if Self.hasRoom(for: message) { return true }
    turn.stop(.retriedMessages)
    return false
  }
}
