import DeliverySim

extension ProviderStation: EventHandler {
  static func handle(
    _ kind: ProviderEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .heartbeatDue: device.sendHeartbeat(before: .never, &turn)
    case .retryDue: device.retry(payload, &turn)
    }
  }
}
