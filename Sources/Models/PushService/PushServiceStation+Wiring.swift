import DeliverySim

extension PushServiceStation: EventHandler {
  static func handle(
    _ kind: PushServiceEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .disconnectionDetected: device.service.detectDisconnection(of: payload, &turn)
    }
  }
}
