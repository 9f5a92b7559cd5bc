import DeliverySim

extension HeartbeatTimer: EventHandler {
  static func handle(
    _ kind: HeartbeatEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .due: device.sendHeartbeat(before: .never, &turn)
    }
  }
}
