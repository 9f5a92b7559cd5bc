import DeliverySim

extension SocketStation {
  // MARK: The app's own connection (R11.2)

  /// Messages that came to nobody are sent again: over a new connection, or as pushes.
  static func sendAgain(_ places: [Int], _ device: inout Device, _ turn: inout Turn) {
    for place in places {
      var push = turn.pushes.remove(place)
      giveBack(&push, &device, &turn)
      device.follow(&push, before: .zero, &turn)
    }
  }

  /// A message that has come to nobody is with the provider again, if that still keeps it (R2.2).
  private static func giveBack(_ push: inout Push, _ device: inout Device, _ turn: inout Turn) {
    (push.destination, push.legEnd) = (.provider, turn.now)
    if device.provider.holds(push.message, turn) { return }
    push.destination = .none
    device.provider.refuse(push, .provider(.retentionOver), &turn)
  }

  /// The end of the run: what waits in a dead connection, and is kept no longer, is under way no
  /// more.
  static func dropUnkept(_ device: inout Device, _ turn: inout Turn) {
    for place in device.socket.takeUnacknowledged() {
      var push = turn.pushes.remove(place)
      giveBack(&push, &device, &turn)
      if push.destination != .none { device.socket.keep(push, &turn.pushes) }
    }
  }

  /// The user opens the app.
  static func open(_ device: inout Device, _ turn: inout Turn) {
    guard device.socket.isOn else { return }
    let isOnline = device.network.isOnline
    sendAgain(device.socket.openApp(isOnline: isOnline, &turn), &device, &turn)
  }

  /// The device comes online.
  static func reconnect(_ device: inout Device, _ turn: inout Turn) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.comeOnline(isOnline: true, &turn), &device, &turn)
  }

  /// The device goes offline.
  static func lose(_ device: inout Device, _ turn: inout Turn) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.goOffline(&turn), &device, &turn)
  }

  /// The user leaves the app.
  static func leave(_ device: inout Device, _ turn: inout Turn) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.leaveApp(isRunning: device.app.state.isRunning, &turn), &device, &turn)
  }

  /// The app does not run any more.
  static func end(_ device: inout Device, _ turn: inout Turn) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.close(&turn), &device, &turn)
  }

  /// The system ends the suspended app.
  static func endProcess(_ device: inout Device, _ turn: inout Turn) {
    device.app.endProcess(&turn)
    endWithProcess(&device, &turn)
  }

  /// The system may have ended the app, such as one that a call has woken in vain (R4.7).
  static func endWithProcess(_ device: inout Device, _ turn: inout Turn) {
    if !device.app.state.isRunning { end(&device, &turn) }
  }

  /// The provider sends a message over a connection that it takes for alive.
  ///
  /// - Returns: Whether it does.
  static func send(_ push: inout Push, _ device: inout Device, _ turn: inout Turn) -> Bool {
    guard device.socket.isTrusted else { return false }
    (push.destination, push.legEnd) = (.socket, device.socket.arrival(of: push.message, turn))
    return true
  }

  /// A message comes over the connection, or finds it dead.
  static func arrive(_ push: inout Push, _ device: inout Device, _ turn: inout Turn) {
    push.destination = .none
    guard device.socket.isConnected else {
      if device.socket.isTrusted { return device.socket.keep(push, &turn.pushes) }
      // The provider has learnt of the end meanwhile.
      return giveBack(&push, &device, &turn)
    }
    precondition(device.socket.isTrusted, "the provider knows of a connection that is there")
    device.provider.leaveIntake(push.message, &turn)
    turn.note(.socket(.cameOver), message: push.message)
    turn.count(SocketCounter.messages, at: turn.ledger[Int(push.message)].created)
    device.escalations.noteAcknowledgement(of: push.message, at: turn.now)
    if device.authorisation != .allowed {
      device.sync(push.message, &turn)
    } else if device.app.isInForeground {
      device.show(push.message, copy: 0, &turn)
    } else {
      AppStation.post(push.message, &device, &turn)
    }
  }
}

extension SocketStation: EventHandler {
  static func handle(
    _ kind: SocketEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .closes: sendAgain(device.socket.endBackground(payload, &turn), &device, &turn)
    case .deathNoticed: sendAgain(device.socket.noticeDeath(payload, &turn), &device, &turn)
    }
  }
}
