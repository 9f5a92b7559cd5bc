import DeliverySim

extension WorkloadStation: EventHandler {
  static func handle(
    _ kind: WorkloadEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .messageCreated: device.createMessages(&bus)
    case .extraPushMade: device.makeExtraPushes(payload, &bus)
    }
  }
}
