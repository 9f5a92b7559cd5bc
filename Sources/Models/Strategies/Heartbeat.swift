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

  public init(after: SimTime = .hour, times: Int = 1, filtering: Bool = false) {
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
  mutating func beginQuietTime(_ context: inout CellContext) {
    guard laws.pointee.heartbeatAfter != .never else { return }
    heartbeat.lastSend = context.now
    heartbeat.count = 0
    timeHeartbeat(&context)
  }

  @inline(never)
  private mutating func timeHeartbeat(_ context: inout CellContext) {
    setHeartbeatTimer(context.now + laws.pointee.heartbeatAfter, &context)
  }

  /// An earlier event will look again; a later one is of no use any more.
  private mutating func setHeartbeatTimer(_ time: SimTime, _ context: inout CellContext) {
    guard time < heartbeat.timer else { return }
    heartbeat.timer = time
    schedule(.heartbeatDue, at: time, &context)
  }

  mutating func sendHeartbeatIfQuiet(_ context: inout CellContext) {
    guard heartbeat.timer == context.now else { return }
    heartbeat.timer = .never
    guard let law = setup.pointee.strategy.provider.heartbeat else { return }
    let due = heartbeat.lastSend + law.after
    if context.now < due { return setHeartbeatTimer(due, &context) }
    heartbeat.count += 1
    if heartbeat.count < law.times { timeHeartbeat(&context) }
    guard var push = sendOther(.heartbeat, &context) else { return }
    context.countHeartbeat()
    follow(&push, &context)
  }

  // MARK: The client's side

  /// The heartbeat's gap is all that lies after the saved position, the last one included.
  mutating func receiveHeartbeat(
    _ push: Push, _ start: ExtensionStart, _ context: inout CellContext
  ) {
    guard laws.pointee.numbersPushes else { return showContent(push, &context) }
    client.arrivals &+= 1
    context.countExtensionRun()
    let last = push.lastPosition
    guard let saved = start.saved, canReadPosition(context) else {
      savePosition(last, context)
      return showContent(push, &context)
    }
    client.savedPosition = max(saved, last)
    let missed = min(saved, last) + 1..<last + 1
    guard !missed.isEmpty || laws.pointee.remembers && client.holes.contains(before: last + 1)
    else { return showContent(push, &context) }
    noticeGap(push, missed, start, &context)
  }

  /// An alert without news, unless it is filtered.
  mutating func showHeartbeat(_ push: Push, _ context: inout CellContext) {
    if !push.isFiltered, !isOnScreen {
      note(.heartbeatShown, push, &context)
      _ = alert(nil, &context)
    }
    release(push)
  }
}
