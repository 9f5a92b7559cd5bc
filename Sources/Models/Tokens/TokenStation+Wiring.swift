import DeliverySim

extension TokenStation {
  /// Pushes on their way to the old token are lost, and the extension has another device id and no
  /// saved position (R5.1, step 3).
  static func change(_ device: inout Device, _ turn: inout Turn) {
    if device.token.change(&turn), device.app.forgetMisuses() {
      turn.note(.tokens(.unblocked))
    }
    device.settleDrawing()
    device.service.emptyForToken(&turn)
    device.serviceExtension.forgetAll()
  }

  /// R3.16: the push service forgets the token of a device that was away for too long. The app
  /// stays as it is, with all that it remembers.
  static func expire(_ device: inout Device, _ turn: inout Turn) {
    let (isOver, next) = device.token.expire(away: device.service.store.away, at: turn.now)
    turn.schedule(TokenEventKind.mayExpire, at: next)
    guard isOver else { return }
    turn.countEvent()
    turn.note(.app(.tokenExpired))
    device.settleDrawing()
    device.service.emptyForToken(&turn)
  }

  /// R2.10: what is under way to the app, or with it, ends; so does everything else on the device.
  static func uninstall(_ device: inout Device, _ turn: inout Turn) {
    device.token.uninstall(&turn)
    device.settleDrawing()
    device.subscriptions.leave(after: turn.ledger.count)
    device.service.emptyForToken(&turn)
    device.serviceExtension.uninstall(&turn)
    device.app.uninstall(&turn)
    device.socket.uninstall()
  }

  static func registerInForeground(_ device: inout Device, _ turn: inout Turn) {
    if device.app.registersNow(isOnline: device.network.isOnline) { register(&device, &turn) }
  }

  static func register(_ device: inout Device, _ turn: inout Turn) {
    let isInstalledAnew = !device.token.hasExpired
    if device.token.register(&turn) {
      device.settleDrawing()
      if isInstalledAnew { device.serviceExtension.beginCursor(at: turn.serverState) }
    }
    device.subscriptions.register(&turn)
  }
}

extension TokenStation: EventHandler {
  static func handle(
    _ kind: TokenEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .changes: change(&device, &turn)
    case .mayExpire: expire(&device, &turn)
    }
  }
}
