import DeliverySim

extension UserStation {
  /// The user looks because of an alert, and finds what has come silently, too.
  static func look(_ index: Int, _ device: inout Device, _ turn: inout Turn) {
    guard let outcome = device.user.look(index, &turn) else { return }
    react(to: outcome, &device, &turn)
    notice(&device, &turn)
  }

  /// The quiet hours in which something came have ended, and the user looks at it.
  static func lookAfterQuiet(_ index: Int, _ device: inout Device, _ turn: inout Turn) {
    guard let outcome = device.user.lookAfterQuiet(index, &turn) else { return }
    react(to: outcome, &device, &turn)
  }

  /// The user picks up the phone, if it is on.
  static func pickUp(_ device: inout Device, _ turn: inout Turn) {
    if device.user.picksUp(isSwitchedOn: device.network.isSwitchedOn, &turn) {
      notice(&device, &turn)
    }
    device.user.planPickup(&turn)
  }

  /// Who opens the app by a tap has then noticed all.
  private static func notice(_ device: inout Device, _ turn: inout Turn) {
    while let outcome = device.user.noticeNext(&turn) { react(to: outcome, &device, &turn) }
  }

  private static func react(
    to outcome: UserStation.LookOutcome, _ device: inout Device, _ turn: inout Turn
  ) {
    if device.centre.isProvisional { decideOnPermission(&device, &turn) }
    switch outcome {
    case .nothing: break
    case .clearing: device.centre.clear()
    case .tap(let message, let showing):
      guard let visit = device.app.open(byTapOn: message, showing: showing, turn) else { return }
      // R6.4: the user knows from the badge of what has not come.
      if device.user.plan.hasBadge {
        let missing = device.user.badge.open(at: turn.now).map { turn.message(at: $0) }.filter {
          !turn.userHas($0) && turn.ledger[Int($0)].summarised == .never
        }
        if !missing.isEmpty {
          turn.note(.attention(.badge), value: Int64(missing.count), others: missing)
        }
      }
      AppStation.begin(visit, &device, &turn)
    case .action(let message, let showing):
      guard Int(message) <= Event.payloadMax else { return turn.stop(.notificationsUnseen) }
      let time = turn.now.advanced(bySpan: device.user.unlockTime(message, showing: showing, turn))
      turn.schedule(AppEventKind.actionReachesApp, at: time, payload: Int(message))
    }
  }

  /// R11.4: who first looks at what came silently on trial is asked with it whether
  /// to keep the notifications or to turn them off. Who turns them off has refused them.
  private static func decideOnPermission(_ device: inout Device, _ turn: inout Turn) {
    if !device.centre.decide(&turn), device.authorisation == .allowed {
      device.authorisation = .denied
      device.app.visitLog.keep(since: turn.now, isOpen: device.app.isInForeground)
    }
    device.settleDrawing()
  }
}

extension UserStation: EventHandler {
  static func handle(
    _ kind: UserEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .looks: look(payload, &device, &turn)
    case .quietIsOver: lookAfterQuiet(payload, &device, &turn)
    case .phonePickedUp: pickUp(&device, &turn)
    }
  }
}
