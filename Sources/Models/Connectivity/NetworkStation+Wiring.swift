import DeliverySim

extension NetworkStation {
  static func setRegion(isUp: Bool, _ device: inout Device, _ bus: inout Bus) {
    if device.token.isUninstalled { return }
    carryOut(device.network.setRegion(isUp: isUp, &bus), &device, &bus)
  }

  /// The device begins to reserve power, or ends it; again and again, as long as nothing else
  /// happens in between.
  static func flipPower(_ device: inout Device, _ bus: inout Bus) {
    while true {
      let (hasMore, end, number) = device.power.flip(&bus)
      if hasMore { device.handOverHeld(before: end, &bus) }
      guard bus.advance(to: end) else {
        return bus.schedule(ConnectivityEventKind.powerFlips, at: end, number: number)
      }
    }
  }

  static func switchOver(_ device: inout Device, _ bus: inout Bus) {
    let isOn = device.network.announceSwitch(&bus)
    if isOn { device.serviceExtension.lock(&bus) }
    carryOut(device.network.setSwitch(isOn: isOn, &bus), before: .never, &device, &bus)
  }

  /// - Parameter limit: As in ``Device/follow(_:before:_:)``.
  static func carryOut(
    _ change: NetworkStation.Change, before limit: SimTime = .zero, _ device: inout Device,
    _ bus: inout Bus
  ) {
    switch change {
    case .none: break
    case .offline(let connection): goOffline(losing: connection, before: limit, &device, &bus)
    case .online(let delay): goOnline(after: delay, before: limit, &device, &bus)
    }
  }

  private static func goOffline(
    losing connection: UInt32?, before limit: SimTime, _ device: inout Device, _ bus: inout Bus
  ) {
    if !device.serviceExtension.gaps.openRequests.isEmpty {
      for step in device.serviceExtension.failOpenRequests(&bus) {
        ExtensionStation.carryOut(step, &device, &bus)
      }
    }
    device.app.failOpenFetches(&bus)
    SocketStation.lose(&device, &bus)
    guard let connection, let detection = device.service.lose(connection: connection, &bus) else {
      return
    }
    if detection < limit, bus.isNext(detection) {
      // Counted by what follows.
      bus.skip(to: detection)
      device.service.detectDisconnection(of: device.service.lost, &bus)
    } else {
      bus.schedule(
        PushServiceEventKind.disconnectionDetected, at: detection, payload: device.service.lost)
    }
  }

  private static func goOnline(
    after delay: SimTime, before limit: SimTime, _ device: inout Device, _ bus: inout Bus
  ) {
    AppStation.fetchInForeground(&device, &bus)
    SocketStation.reconnect(&device, &bus)
    device.telemetry.comeOnline(&bus)
    device.escalations.comeOnline(bus)
    TokenStation.registerInForeground(&device, &bus)
    let time = device.network.connecting
    if delay == .zero || bus.advance(to: time, before: limit) {
      device.connect(before: limit, &bus)
    } else {
      bus.schedule(ConnectivityEventKind.connectionReady, at: time)
    }
  }
}

extension NetworkStation: EventHandler {
  static func handle(
    _ kind: ConnectivityEventKind, _ payload: Int, _ device: inout Device, _ bus: inout Bus
  ) {
    switch kind {
    case .connectivityFlips: device.flipConnectivity(&bus)
    case .regionFlips: preconditionFailure("not an event of a device")
    case .connectionReady: device.connect(before: .never, &bus)
    case .powerFlips: flipPower(&device, &bus)
    case .switched: switchOver(&device, &bus)
    }
  }
}
