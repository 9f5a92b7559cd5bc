public import DeliverySim

/// A push after a quiet time. It carries no message but the queue's last position, so that a loss
/// at the end is noticed before the next message (model.md R8).
public struct Heartbeat: Sendable, Equatable {
  /// The form of the push.
  public enum Form: String, Sendable, CaseIterable {
    /// An alert: the extension looks at the position.
    case alert
    /// A background push: it wakes the app, which fetches as after silent pushes (R4.6).
    case silent
  }

  /// The quiet time after the last push of the queue; above 0.
  public var after: SimTime
  /// The largest number of heartbeats until the queue's next push, ``after`` apart; at least 1.
  public var times: Int
  /// The app has Apple's entitlement to filter notifications: heartbeats are not seen.
  public var filtering: Bool
  /// Nobody sees a silent one.
  public var form: Form

  /// - Precondition: A quiet time above 0, at least one heartbeat; only alerts are filtered.
  public init(
    after: SimTime = .hour, times: Int = 1, filtering: Bool = false, form: Form = .alert
  ) {
    precondition(after > .zero && times > 0, "a heartbeat needs a quiet time, and there is one")
    precondition(form == .alert || !filtering, "only what would be seen is filtered")
    self.after = after
    self.times = times
    self.filtering = filtering
    self.form = form
  }
}

extension Heartbeat.Form {
  var pushType: PushType { self == .silent ? .background : .alert }
}

/// The timer of the quiet time of a device's queue.
struct HeartbeatTimer: Sendable {
  /// The queue's last push; never: there was none.
  fileprivate var lastSend = SimTime.never
  /// Heartbeats since then.
  fileprivate var count = 0
  /// The quiet time is looked at then; never: there is no need.
  fileprivate var due = SimTime.never
}

extension ProviderStation {
  // MARK: The quiet time

  /// The queue sends a push: the quiet time begins anew. An event that comes too early, after
  /// further pushes, waits for the rest.
  mutating func beginQuietTime(_ turn: inout Turn) {
    if let due = startQuietTime(turn) { turn.schedule(HeartbeatEventKind.due, at: due) }
  }

  /// - Returns: When somebody must look whether a heartbeat is due; nil: nobody, or somebody will
  ///   do so anyway.
  mutating func startQuietTime(_ turn: borrowing Turn) -> SimTime? {
    guard plan.heartbeatAfter != .never else { return nil }
    (heartbeat.lastSend, heartbeat.count) = (turn.now, 0)
    return arm(turn.now + plan.heartbeatAfter, turn)
  }

  /// Sets the timer, unless the next message comes before it and sets it anew.
  private mutating func arm(_ time: SimTime, _ turn: borrowing Turn) -> SimTime? {
    let sendsNext = turn.books.numbersByMessage && plan.pushType != nil
    let isCutShort = sendsNext && turn.books.arrivals.next <= time
    guard !isCutShort, time < heartbeat.due else { return nil }
    heartbeat.due = time
    return time
  }

  /// When a heartbeat is due between some messages for the first time; never: each comes before the
  /// quiet time after the one before it is over.
  ///
  /// - Parameter times: The times when they are made, and that of the one after them.
  func firstQuietEnd(_ times: UnsafePointer<SimTime>, _ count: Int) -> SimTime {
    guard plan.heartbeatAfter != .never else { return .never }
    for place in 0..<count {
      let end = times[place] + plan.heartbeatAfter
      if end < times[place &+ 1] { return end }
    }
    return .never
  }

  /// - Returns: A heartbeat at hop 2, if the queue has been quiet for long enough.
  mutating func heartbeatIfQuiet(hasToken: Bool, _ turn: inout Turn) -> Push? {
    guard heartbeat.due == turn.now else { return nil }
    heartbeat.due = .never
    guard plan.heartbeatAfter != .never else { return nil }
    let due = heartbeat.lastSend + plan.heartbeatAfter
    if turn.now < due {
      lookAgain(at: due, &turn)
      return nil
    }
    heartbeat.count += 1
    precondition(heartbeat.count <= plan.heartbeatTimes, "more heartbeats than there may be")
    if awaitsHeartbeat { lookAgain(at: turn.now + plan.heartbeatAfter, &turn) }
    guard let push = sendOther(.heartbeat, hasToken: hasToken, &turn) else { return nil }
    turn.count(HeartbeatCounter.heartbeats)
    return push
  }

  private mutating func lookAgain(at time: SimTime, _ turn: inout Turn) {
    if let look = arm(time, turn) { turn.schedule(HeartbeatEventKind.due, at: look) }
  }

  /// Another one will be sent, if nothing else is.
  var awaitsHeartbeat: Bool {
    plan.heartbeatAfter != .never && heartbeat.lastSend != .never
      && heartbeat.count < plan.heartbeatTimes
  }
}
