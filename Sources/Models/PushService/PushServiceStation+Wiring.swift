import DeliverySim

extension PushServiceStation: EventHandler {
  static func handle(
    _ kind: PushServiceEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .disconnectionDetected: device.service.detectDisconnection(of: payload, &bus)
    }
  }
}
