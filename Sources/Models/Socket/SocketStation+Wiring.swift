import DeliverySim

extension SocketStation {
  // MARK: The app's own connection (R11.2)

  /// Messages that came to nobody are sent again: over a new connection, or as pushes.
  static func sendAgain(_ places: [Int], _ device: inout Device, _ bus: inout Bus) {
    for place in places {
      var push = bus.pushes.remove(place)
      giveBack(&push, &device, &bus)
      device.follow(&push, before: .zero, &bus)
    }
  }

  /// A message that has come to nobody is with the provider again, if that still keeps it (R2.2).
  private static func giveBack(_ push: inout Push, _ device: inout Device, _ bus: inout Bus) {
    (push.destination, push.legEnd) = (.provider, bus.now)
    if device.provider.holds(push.message, bus) { return }
    push.destination = .none
    device.provider.refuse(push, .provider(.retentionOver), &bus)
  }

  /// The end of the run: what waits in a dead connection, and is kept no longer, is under way no
  /// more.
  static func dropUnkept(_ device: inout Device, _ bus: inout Bus) {
    for place in device.socket.takeUnacknowledged() {
      var push = bus.pushes.remove(place)
      giveBack(&push, &device, &bus)
      if push.destination != .none { device.socket.keep(push, &bus) }
    }
  }

  /// The user opens the app.
  static func open(_ device: inout Device, _ bus: inout Bus) {
    guard device.socket.isOn else { return }
    let isOnline = device.network.isOnline
    sendAgain(device.socket.openApp(isOnline: isOnline, &bus), &device, &bus)
  }

  /// The device comes online.
  static func reconnect(_ device: inout Device, _ bus: inout Bus) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.comeOnline(isOnline: true, &bus), &device, &bus)
  }

  /// The device goes offline.
  static func lose(_ device: inout Device, _ bus: inout Bus) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.goOffline(&bus), &device, &bus)
  }

  /// The user leaves the app.
  static func leave(_ device: inout Device, _ bus: inout Bus) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.leaveApp(isRunning: device.app.state.isRunning, &bus), &device, &bus)
  }

  /// The app does not run any more.
  static func end(_ device: inout Device, _ bus: inout Bus) {
    guard device.socket.isOn else { return }
    sendAgain(device.socket.close(&bus), &device, &bus)
  }

  /// The system ends the suspended app.
  static func endProcess(_ device: inout Device, _ bus: inout Bus) {
    device.app.endProcess(&bus)
    if !device.app.state.isRunning { end(&device, &bus) }
  }

  /// The provider sends a message over a connection that it takes for alive.
  ///
  /// - Returns: Whether it does.
  static func send(_ push: inout Push, _ device: inout Device, _ bus: inout Bus) -> Bool {
    guard device.socket.isTrusted else { return false }
    (push.destination, push.legEnd) = (.socket, device.socket.arrival(of: push.message, bus))
    return true
  }

  /// A message comes over the connection, or finds it dead.
  static func arrive(_ push: inout Push, _ device: inout Device, _ bus: inout Bus) {
    push.destination = .none
    guard device.socket.isConnected else {
      if device.socket.isTrusted { return device.socket.keep(push, &bus) }
      // The provider has learnt of the end meanwhile.
      return giveBack(&push, &device, &bus)
    }
    device.provider.leaveIntake(push.message, &bus)
    bus.note(.socket(.cameOver), message: push.message)
    bus.countSocketMessage(created: bus.ledger[Int(push.message)].created)
    device.escalations.noteAcknowledgement(of: push.message, at: bus.now)
    if device.authorisation != .allowed {
      device.sync(push.message, &bus)
    } else if device.app.isInForeground {
      device.show(push.message, copy: 0, &bus)
    } else {
      AppStation.post(push.message, &device, &bus)
    }
  }
}

extension SocketStation: EventHandler {
  static func handle(
    _ kind: SocketEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .closes: sendAgain(device.socket.endBackground(payload, &bus), &device, &bus)
    case .deathNoticed: sendAgain(device.socket.noticeDeath(payload, &bus), &device, &bus)
    }
  }
}
