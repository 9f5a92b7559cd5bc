import DeliverySim

extension RetryTimers: EventHandler {
  static func handle(
    _ kind: RetryEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .due: device.retry(payload, &turn)
    }
  }
}
