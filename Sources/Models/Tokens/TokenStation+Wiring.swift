import DeliverySim

extension TokenStation {
  /// What was on its way to the old token is lost, and the extension has another device id and no
  /// saved position (R5.1, step 3).
  static func change(_ device: inout Device, _ bus: inout Bus) {
    device.token.change(&bus)
    device.settleDrawing()
    device.service.emptyForToken(&bus)
    device.serviceExtension.forgetAll()
  }

  /// R2.10: what is under way to the app, or with it, ends; so does everything else on the device.
  static func uninstall(_ device: inout Device, _ bus: inout Bus) {
    device.token.uninstall(&bus)
    device.settleDrawing()
    device.subscriptions.leave(bus)
    device.service.emptyForToken(&bus)
    device.serviceExtension.uninstall(&bus)
    device.app.uninstall(&bus)
    device.socket.uninstall()
  }

  static func registerInForeground(_ device: inout Device, _ bus: inout Bus) {
    if device.app.registersNow(isOnline: device.network.isOnline) { register(&device, &bus) }
  }

  static func register(_ device: inout Device, _ bus: inout Bus) {
    if device.token.register(&bus) {
      device.settleDrawing()
      device.serviceExtension.beginCursor(bus)
    }
    device.subscriptions.register(&bus)
  }
}

extension TokenStation: EventHandler {
  static func handle(
    _ kind: TokenEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .changes: change(&device, &bus)
    }
  }
}
