import DeliverySim

extension ProviderStation: EventHandler {
  static func handle(
    _ kind: ProviderEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .heartbeatDue: device.sendHeartbeat(before: .never, &bus)
    case .retryDue: device.retry(payload, &bus)
    }
  }
}
