public import DeliverySim

/// After a quiet time, a push that carries no message but the queue's last position: what was lost
/// last is noticed before the next message (model.md R8).
public struct Heartbeat: Sendable, Equatable {
  /// The quiet time after the last push of the queue; above 0.
  public var after: SimTime
  /// The largest number of heartbeats until the queue's next push, ``after`` apart; at least 1.
  public var times: Int
  /// The app has Apple's entitlement to filter notifications: heartbeats are not seen.
  public var filtering: Bool

  /// - Precondition: A quiet time above 0, at least one heartbeat.
  public init(after: SimTime = .hour, times: Int = 1, filtering: Bool = false) {
    precondition(after > .zero && times > 0, "a heartbeat needs a quiet time, and there is one")
    self.after = after
    self.times = times
    self.filtering = filtering
  }
}

extension Strategy {
  /// This strategy, with heartbeats. Only a client that recovers gaps makes anything of them.
  public func with(_ heartbeat: Heartbeat) -> Strategy {
    var strategy = self
    strategy.provider.heartbeat = heartbeat
    return strategy
  }
}

/// How long a device's queue has been quiet.
struct HeartbeatState: Sendable {
  /// The queue's last push.
  var lastSend = SimTime.zero
  /// Heartbeats since then.
  var count = 0
  /// An event looks at the quiet time then; never: none.
  var timer = SimTime.never
}

extension Device {
  // MARK: The provider's side

  /// The queue sends a push: the quiet time begins anew. Its event comes too early after further
  /// pushes, and then waits for the rest.
  @inline(__always)
  mutating func beginQuietTime(_ bus: inout Bus) {
    guard laws.pointee.heartbeatAfter != .never else { return }
    heartbeat.lastSend = bus.now
    heartbeat.count = 0
    timeHeartbeat(&bus)
  }

  @inline(never)
  private mutating func timeHeartbeat(_ bus: inout Bus) {
    setHeartbeatTimer(bus.now + laws.pointee.heartbeatAfter, &bus)
  }

  /// An earlier event will look again; a later one is of no use any more.
  private mutating func setHeartbeatTimer(_ time: SimTime, _ bus: inout Bus) {
    guard time < heartbeat.timer else { return }
    heartbeat.timer = time
    bus.schedule(.heartbeatDue, at: time)
  }

  mutating func sendHeartbeatIfQuiet(_ bus: inout Bus) {
    guard heartbeat.timer == bus.now else { return }
    heartbeat.timer = .never
    guard let law = setup.pointee.strategy.provider.heartbeat else { return }
    let due = heartbeat.lastSend + law.after
    if bus.now < due { return setHeartbeatTimer(due, &bus) }
    heartbeat.count += 1
    if heartbeat.count < law.times { timeHeartbeat(&bus) }
    guard var push = sendOther(.heartbeat, &bus) else { return }
    bus.countHeartbeat()
    follow(&push, &bus)
  }

  // MARK: The client's side

  /// The heartbeat's gap is all that lies after the saved position, the last one included.
  mutating func receiveHeartbeat(_ push: Push, _ start: ExtensionStart, _ bus: inout Bus) {
    guard laws.pointee.numbersPushes else { return showContent(push, &bus) }
    client.arrivals &+= 1
    bus.countExtensionRun()
    let last = push.lastPosition
    guard let saved = start.saved, canReadPosition(bus) else {
      savePosition(last, bus)
      return showContent(push, &bus)
    }
    client.savedPosition = max(saved, last)
    let missed = min(saved, last) + 1..<last + 1
    guard !missed.isEmpty || laws.pointee.remembers && client.holes.contains(before: last + 1)
    else { return showContent(push, &bus) }
    noticeGap(push, missed, start, &bus)
  }

  /// An alert without news, unless it is filtered.
  mutating func showHeartbeat(_ push: Push, _ bus: inout Bus) {
    if !push.isFiltered, !isOnScreen {
      note(.heartbeatShown, push, &bus)
      _ = alert(nil, &bus)
    }
    release(push, &bus)
  }
}
