import DeliverySim

extension SubscriptionStation {
  static func decide(_ item: Int, _ device: inout Device, _ bus: inout Bus) {
    device.subscriptions.decide(item, &bus)
    if device.network.isOnline { TokenStation.register(&device, &bus) }
  }
}

extension SubscriptionStation: EventHandler {
  static func handle(
    _ kind: SubscriptionEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .decided: decide(payload, &device, &bus)
    }
  }
}
