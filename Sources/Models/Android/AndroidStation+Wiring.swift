import DeliverySim

extension AndroidStation {
  static func start(_ device: inout Device, _ turn: inout Turn) {
    device.android.start(&turn)
    device.settleDrawing()
  }

  static func stopByVendor(_ device: inout Device, _ turn: inout Turn) {
    guard device.android.stopByVendor(&turn) else { return }
    stopApp(&device, &turn)
    device.settleDrawing()
  }

  /// The process of an app that is stopped has ended, and its own connection with it.
  static func stopApp(_ device: inout Device, _ turn: inout Turn) {
    precondition(device.android.isStopped, "the process of an app that is not stopped goes on")
    device.app.stopByForce(&turn)
    SocketStation.end(&device, &turn)
  }
}

extension AndroidStation: EventHandler {
  static func handle(
    _ kind: AndroidEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .usageFlips:
      if device.android.flipUsage(&turn) { device.handOverHeld(before: .never, &turn) }
    case .dozeSteps:
      if device.android.takeStep(&turn) { device.handOverHeld(before: .never, &turn) }
    case .vendorStops: stopByVendor(&device, &turn)
    }
  }
}
