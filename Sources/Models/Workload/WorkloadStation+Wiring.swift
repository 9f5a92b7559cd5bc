import DeliverySim

extension WorkloadStation: EventHandler {
  static func handle(
    _ kind: WorkloadEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .messageCreated: device.createMessages(&turn)
    case .extraPushMade: device.makeExtraPushes(payload, &turn)
    }
  }
}
