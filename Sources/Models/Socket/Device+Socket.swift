import DeliverySim

extension Device {
  // MARK: The app's own connection (R11.2)

  /// What has come to nobody is sent again: over a new connection, or as a push.
  mutating func sendAgain(_ places: [Int], _ bus: inout Bus) {
    for place in places {
      var push = bus.pushes.remove(place)
      giveBack(&push, &bus)
      follow(&push, before: .zero, &bus)
    }
  }

  /// A message that has come to nobody is with the provider again, if that still keeps it (R2.2).
  private mutating func giveBack(_ push: inout Push, _ bus: inout Bus) {
    (push.destination, push.legEnd) = (.provider, bus.now)
    if provider.holds(push.message, bus) { return }
    push.destination = .none
    provider.refuse(push, .retentionOver, &bus)
  }

  /// The end of the run: what waits in a dead connection, and is kept no longer, is under way no
  /// more.
  mutating func dropUnkept(_ bus: inout Bus) {
    for place in socket.takeUnacknowledged() {
      var push = bus.pushes.remove(place)
      giveBack(&push, &bus)
      if push.destination != .none { socket.keep(push, &bus) }
    }
  }

  mutating func openSocket(_ bus: inout Bus) {
    if socket.isOn { sendAgain(socket.openApp(isOnline: network.isOnline, &bus), &bus) }
  }

  mutating func reconnectSocket(_ bus: inout Bus) {
    if socket.isOn { sendAgain(socket.comeOnline(isOnline: true, &bus), &bus) }
  }

  mutating func loseSocket(_ bus: inout Bus) {
    if socket.isOn { sendAgain(socket.goOffline(&bus), &bus) }
  }

  mutating func leaveSocket(_ bus: inout Bus) {
    guard socket.isOn else { return }
    sendAgain(socket.leaveApp(isRunning: app.state.isRunning, &bus), &bus)
  }

  /// The system ends the suspended app.
  mutating func endProcess(_ bus: inout Bus) {
    app.endProcess(&bus)
    if socket.isOn, !app.state.isRunning { sendAgain(socket.close(&bus), &bus) }
  }

  /// The provider sends a message over a connection that it takes for alive.
  ///
  /// - Returns: Whether it does.
  mutating func sendOverSocket(_ push: inout Push, _ bus: inout Bus) -> Bool {
    guard socket.isTrusted else { return false }
    (push.destination, push.legEnd) = (.socket, socket.arrival(of: push.message, bus))
    return true
  }

  /// A message comes over the connection, or finds it dead.
  mutating func arriveOverSocket(_ push: inout Push, _ bus: inout Bus) {
    push.destination = .none
    guard socket.isConnected else {
      if socket.isTrusted { return socket.keep(push, &bus) }
      // The provider has learnt of the end meanwhile.
      return giveBack(&push, &bus)
    }
    provider.leaveIntake(push.message, &bus)
    bus.note(.app(.cameOverSocket), message: push.message)
    bus.countSocketMessage(created: bus.ledger[Int(push.message)].created)
    escalations.noteAcknowledgement(of: push.message, at: bus.now)
    if authorisation != .allowed {
      sync(push.message, &bus)
    } else if app.isInForeground {
      show(push.message, copy: 0, &bus)
    } else {
      post(push.message, &bus)
    }
  }
}
