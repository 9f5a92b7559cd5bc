import DeliverySim

extension SubscriptionStation {
  static func decide(_ item: Int, _ device: inout Device, _ turn: inout Turn) {
    device.subscriptions.decide(item, &turn)
    if device.network.isOnline { TokenStation.register(&device, &turn) }
  }
}

extension SubscriptionStation: EventHandler {
  static func handle(
    _ kind: SubscriptionEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .decided: decide(payload, &device, &turn)
    }
  }
}
