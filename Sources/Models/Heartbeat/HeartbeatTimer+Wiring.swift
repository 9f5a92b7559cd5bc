import DeliverySim

extension HeartbeatTimer {
  /// The highest position that a heartbeat will tell which is stored, under way or still to be
  /// sent; nil: there is none.
  ///
  /// - Parameter type: The type of the heartbeats.
  static func lastTold(
    by type: PushType, _ device: borrowing Device, _ turn: borrowing Turn
  ) -> UInt32? {
    let plan = device.provider.plan
    var last: UInt32?
    if !device.token.isMissing {
      if device.provider.awaitsHeartbeat, plan.heartbeatType == type { last = turn.lastPosition }
      last = device.provider.unanswered.lastTold(byHeartbeats: type, or: last)
    }
    guard turn.books.counts.othersSent > turn.books.counts.othersEnded else { return last }
    for place in turn.pushes.liveNumbers() {
      let push = turn.pushes[place]
      guard push.content == .heartbeat, push.type == type else { continue }
      last = max(last ?? 0, push.lastPosition)
    }
    return last
  }
}

extension HeartbeatTimer: EventHandler {
  static func handle(
    _ kind: HeartbeatEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .due: device.sendHeartbeat(before: .never, &turn)
    }
  }
}
