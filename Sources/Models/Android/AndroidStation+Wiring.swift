import DeliverySim

extension AndroidStation {
  static func start(_ device: inout Device, _ bus: inout Bus) {
    device.android.start(&bus)
    device.settleDrawing()
  }

  static func stopByVendor(_ device: inout Device, _ bus: inout Bus) {
    guard device.android.stopByVendor(&bus) else { return }
    stopApp(&device, &bus)
    device.settleDrawing()
  }

  /// The process of an app that is stopped has ended, and its own connection with it.
  static func stopApp(_ device: inout Device, _ bus: inout Bus) {
    device.app.stopByForce(&bus)
    SocketStation.end(&device, &bus)
  }
}

extension AndroidStation: EventHandler {
  static func handle(
    _ kind: AndroidEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .usageFlips:
      if device.android.flipUsage(&bus) { device.handOverHeld(before: .never, &bus) }
    case .dozeSteps:
      if device.android.takeStep(&bus) { device.handOverHeld(before: .never, &bus) }
    case .vendorStops: stopByVendor(&device, &bus)
    }
  }
}
