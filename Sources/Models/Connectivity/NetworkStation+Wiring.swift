import DeliverySim

extension NetworkStation {
  static func setRegion(isUp: Bool, _ device: inout Device, _ turn: inout Turn) {
    if device.token.isUninstalled { return }
    carryOut(device.network.setRegion(isUp: isUp, &turn), &device, &turn)
  }

  /// The device begins to reserve power, or ends it; again and again, as long as nothing else
  /// happens in between.
  static func flipPower(_ device: inout Device, _ turn: inout Turn) {
    while true {
      let (hasMore, end, number) = device.power.flip(&turn)
      if hasMore { device.handOverHeld(before: end, &turn) }
      guard turn.advance(to: end) else {
        return turn.schedule(ConnectivityEventKind.powerFlips, at: end, number: number)
      }
    }
  }

  static func switchOver(_ device: inout Device, _ turn: inout Turn) {
    let isOn = device.network.announceSwitch(&turn)
    if isOn { device.serviceExtension.lock(&turn) }
    carryOut(device.network.setSwitch(isOn: isOn, &turn), before: .never, &device, &turn)
  }

  /// - Parameter limit: The same as in ``Device/follow(_:before:_:)``.
  static func carryOut(
    _ change: NetworkStation.Change, before limit: SimTime = .zero, _ device: inout Device,
    _ turn: inout Turn
  ) {
    switch change {
    case .none: break
    case .offline(let connection): goOffline(losing: connection, before: limit, &device, &turn)
    case .online(let delay): goOnline(after: delay, before: limit, &device, &turn)
    }
  }

  private static func goOffline(
    losing connection: UInt32?, before limit: SimTime, _ device: inout Device, _ turn: inout Turn
  ) {
    precondition(!device.network.isOnline, "a device with a network has lost nothing")
    if !device.serviceExtension.gaps.openRequests.isEmpty {
      for step in device.serviceExtension.failOpenRequests(&turn) {
        ExtensionStation.carryOut(step, &device, &turn)
      }
    }
    device.app.failOpenFetches(&turn)
    SocketStation.endWithProcess(&device, &turn)
    SocketStation.lose(&device, &turn)
    guard let connection, let detection = device.service.lose(connection: connection, &turn) else {
      return
    }
    if detection < limit, turn.isNext(detection) {
      // Counted by what follows.
      turn.skip(to: detection)
      device.service.detectDisconnection(of: device.service.lost, &turn)
    } else {
      turn.schedule(
        PushServiceEventKind.disconnectionDetected, at: detection, payload: device.service.lost)
    }
  }

  private static func goOnline(
    after delay: SimTime, before limit: SimTime, _ device: inout Device, _ turn: inout Turn
  ) {
    precondition(device.network.isOnline, "a device without a network comes back later")
    AppStation.fetchInForeground(&device, &turn)
    SocketStation.reconnect(&device, &turn)
    device.telemetry.comeOnline(&turn)
    device.escalations.comeOnline(at: turn.now)
    TokenStation.registerInForeground(&device, &turn)
    let time = device.network.connecting
    if delay == .zero || turn.advance(to: time, before: limit) {
      device.connect(before: limit, &turn)
    } else {
      turn.schedule(ConnectivityEventKind.connectionReady, at: time)
    }
  }
}

extension NetworkStation: EventHandler {
  static func handle(
    _ kind: ConnectivityEventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn
  ) {
    switch kind {
    case .connectivityFlips: device.flipConnectivity(&turn)
    case .regionFlips: preconditionFailure("not an event of a device")
    case .connectionReady: device.connect(before: .never, &turn)
    case .powerFlips: flipPower(&device, &turn)
    case .switched: switchOver(&device, &turn)
    }
  }
}
