import DeliverySim

// Most times off the network matter to nobody: nothing is under way or stored, and the device is
// connected again before anything else happens. Such an absence is one step.
//
// The same changes as in `NetworkStation`, `PushServiceStation` and `Device+Life`, one by one; the
// property tests compare both ways.

extension NetworkStation {
  /// The device leaves the network, and is connected again before anything else happens.
  ///
  /// - Parameters:
  ///   - limit: Something else happens then.
  ///   - detection: How long a dead connection is not noticed; nil: not at all.
  /// - Returns: When the online span that follows ends; nil: the absence needs the general way, and
  ///   nothing has changed.
  /// - Precondition: An online span ends now, the device is connected, and nothing waits for the
  ///   network or depends on it.
  @inline(__always)
  mutating func skipAbsence(
    before limit: SimTime, detection: Sampler?, _ bus: inout Bus
  ) -> (end: SimTime, number: UInt32)? {
    var own = own
    let began = bus.now
    let absence = bus.span(.offline, plan.pointee.offline, own.beginSpan())
    let back = endOfSpan(absence, isOnline: false, from: began)
    let connected = back + bus.span(.reconnect, plan.pointee.reconnect, returns)
    guard connected < limit, bus.hasRoom(forEvents: 3) else { return nil }
    let presence = bus.span(.online, plan.pointee.online, own.beginSpan())
    let end = endOfSpan(presence, isOnline: true, from: back)
    let unnoticed = detection.map { bus.span(.detection, $0, disconnections) } ?? .zero
    let noticed = began + unnoticed
    guard connected < end, noticed < back || noticed > connected else { return nil }

    bus.note(.offline, at: began)
    if unnoticed > .zero { noteDetection(at: noticed, back, &bus) }
    bus.note(.online, at: back)
    bus.note(.connected, at: connected)
    if bus.keepsFlips { keepFlips(began, back) }
    self.own = own
    disconnections &+= 1
    returns &+= 1
    bus.countEvents(connected > back ? 2 : 1)
    bus.skip(to: connected)
    bus.reserveNumbers(1)
    return (end, bus.reserveNumber())
  }

  /// A dead connection is noticed before the device is back; or the device has another one by then,
  /// and the event comes for nothing.
  @inline(__always)
  private func noteDetection(at time: SimTime, _ back: SimTime, _ bus: inout Bus) {
    if time < back { bus.note(.detected, at: time) } else { bus.reserveNumbers(1) }
    if time < bus.simulation.horizon { bus.countEvents(1) }
  }
}

extension Device {
  /// Nothing waits for a new connection, nor would be lost with the old one. What waits for a
  /// network has it as long as the device is connected.
  ///
  /// Mutating, so that no station is copied for it.
  @inline(__always)
  mutating func ignoresNetwork() -> Bool {
    !service.store.isInUse && serviceExtension.gaps.openRequests.isEmpty && !app.fetches.isRunning
      && !socket.isOn
  }
}
