import DeliverySim

extension UserStation {
  /// The user looks because of an alert, and finds what has come silently, too.
  static func look(_ index: Int, _ device: inout Device, _ bus: inout Bus) {
    guard let outcome = device.user.look(index, &bus) else { return }
    react(to: outcome, &device, &bus)
    notice(&device, &bus)
  }

  /// The quiet hours in which something came have ended, and the user looks at it.
  static func lookAfterQuiet(_ index: Int, _ device: inout Device, _ bus: inout Bus) {
    guard let outcome = device.user.lookAfterQuiet(index, &bus) else { return }
    react(to: outcome, &device, &bus)
  }

  /// The user picks up the phone, if it is on.
  static func pickUp(_ device: inout Device, _ bus: inout Bus) {
    if device.user.picksUp(isSwitchedOn: device.network.isSwitchedOn, &bus) {
      notice(&device, &bus)
    }
    device.user.planPickup(&bus)
  }

  /// Who opens the app by a tap has then noticed all.
  private static func notice(_ device: inout Device, _ bus: inout Bus) {
    while let outcome = device.user.noticeNext(&bus) { react(to: outcome, &device, &bus) }
  }

  private static func react(
    to outcome: UserStation.LookOutcome, _ device: inout Device, _ bus: inout Bus
  ) {
    if device.centre.isProvisional { decideOnPermission(&device, &bus) }
    switch outcome {
    case .nothing: break
    case .clearing: device.centre.clear()
    case .tap(let message, let showing):
      guard let visit = device.app.open(byTapOn: message, showing: showing, bus) else { return }
      AppStation.begin(visit, &device, &bus)
    case .action(let message, let showing):
      guard Int(message) <= Event.payloadMax else { return bus.stop(.notificationsUnseen) }
      let time = bus.now.advanced(bySpan: device.user.unlockTime(message, showing: showing, bus))
      bus.schedule(AppEventKind.actionReachesApp, at: time, payload: Int(message))
    }
  }

  /// R11.4: who first looks at what came silently on trial is asked with it whether
  /// to keep the notifications or to turn them off. Who turns them off has refused them.
  private static func decideOnPermission(_ device: inout Device, _ bus: inout Bus) {
    if !device.centre.decide(&bus), device.authorisation == .allowed {
      device.authorisation = .denied
      device.app.visitLog.keep(since: bus.now, isOpen: device.app.isInForeground)
    }
    device.settleDrawing()
  }
}

extension UserStation: EventHandler {
  static func handle(
    _ kind: UserEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .looks: look(payload, &device, &bus)
    case .quietIsOver: lookAfterQuiet(payload, &device, &bus)
    case .phonePickedUp: pickUp(&device, &bus)
    }
  }
}
