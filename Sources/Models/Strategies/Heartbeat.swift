public import DeliverySim

/// After a quiet time, a push that carries no message but the queue's last position: what was lost
/// last is noticed before the next message (model.md R8).
public struct Heartbeat: Sendable, Equatable {
  /// How it is sent.
  public enum Form: String, Sendable, CaseIterable {
    /// As an alert: the extension looks at the position.
    case alert
    /// As a background push: it wakes the app, which fetches as after silent pushes (R4.6).
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

/// How long a device's queue has been quiet.
struct HeartbeatTimer: Sendable {
  /// The queue's last push.
  fileprivate var lastSend = SimTime.zero
  /// Heartbeats since then.
  fileprivate var count = 0
  /// An event looks at the quiet time then; never: none.
  fileprivate var due = SimTime.never
}

extension ProviderStation {
  // MARK: The quiet time

  /// The queue sends a push: the quiet time begins anew. Its event comes too early after further
  /// pushes, and then waits for the rest.
  @inline(__always)
  mutating func beginQuietTime(_ bus: inout Bus) {
    beginQuietTimes(bus.now, last: bus.now, &bus)
  }

  /// The same of several pushes; no heartbeat is due before the last one.
  @inline(__always)
  mutating func beginQuietTimes(_ first: SimTime, last: SimTime, _ bus: inout Bus) {
    guard plan.pointee.heartbeatAfter != .never else { return }
    (heartbeat.lastSend, heartbeat.count) = (last, 0)
    timeHeartbeat(after: first, &bus)
  }

  /// The first moment at which a heartbeat may be due, if a push is sent now.
  @inline(__always)
  func endOfQuiet(_ bus: borrowing Bus) -> SimTime {
    guard plan.pointee.heartbeatAfter != .never else { return .never }
    return min(heartbeat.due, bus.now + plan.pointee.heartbeatAfter)
  }

  @inline(never)
  private mutating func timeHeartbeat(after time: SimTime, _ bus: inout Bus) {
    setHeartbeatTimer(time + plan.pointee.heartbeatAfter, &bus)
  }

  /// An earlier event will look again; a later one is of no use any more.
  private mutating func setHeartbeatTimer(_ time: SimTime, _ bus: inout Bus) {
    guard time < heartbeat.due else { return }
    heartbeat.due = time
    bus.schedule(.heartbeatDue, at: time)
  }

  /// - Returns: A heartbeat at hop 2, if the queue has been quiet for long enough.
  mutating func heartbeatIfQuiet(hasToken: Bool, _ bus: inout Bus) -> Push? {
    guard heartbeat.due == bus.now else { return nil }
    heartbeat.due = .never
    guard plan.pointee.heartbeatAfter != .never else { return nil }
    let due = heartbeat.lastSend + plan.pointee.heartbeatAfter
    if bus.now < due {
      setHeartbeatTimer(due, &bus)
      return nil
    }
    heartbeat.count += 1
    if heartbeat.count < plan.pointee.heartbeatTimes { timeHeartbeat(after: bus.now, &bus) }
    guard let push = sendOther(.heartbeat, hasToken: hasToken, &bus) else { return nil }
    bus.countHeartbeat()
    return push
  }

  /// At the end of the run: another one would be sent.
  var awaitsHeartbeat: Bool { plan.pointee.heartbeatAfter != .never && heartbeat.due != .never }
}
