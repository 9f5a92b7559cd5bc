public import DeliverySim

/// When a device has a network (model.md R1.6, R1.7).
public struct Network: Sendable {
  /// Online and offline spans; nil: always online.
  public var alternation: Alternation?
  /// From coming online to being connected to the push service [s].
  public var reconnect: Distribution

  public init(alternation: Alternation? = nil, reconnect: Distribution = .zero) {
    self.alternation = alternation
    self.reconnect = reconnect
  }
}

/// Where a device is between online and connected.
struct NetworkState: Sendable {
  var own = Alternation.State.alwaysUp
  var regionIsUp = true
  var isSwitchedOn = true
  /// The device is switched off every night.
  var hasNights = false
  /// Online, and the reconnect delay has passed.
  var isConnected = false
  /// The connection will be ready then; never: nothing is under way.
  var connecting = SimTime.never
  /// The number of times the device came online.
  var returns: UInt32 = 0
  /// The number of connections that ended.
  var disconnections: UInt32 = 0

  /// R1.6: its own alternation and its region are up, and it is switched on.
  var isOnline: Bool { own.isUp && regionIsUp && isSwitchedOn }
}

/// The laws of its spans, as plain numbers.
struct NetworkLaws {
  let online: Sampler
  let offline: Sampler
  let reconnect: Sampler

  init(_ network: Network, _ shelf: inout LawShelf) {
    online = shelf.sampler(network.alternation?.up ?? .zero)
    offline = shelf.sampler(network.alternation?.down ?? .zero)
    reconnect = shelf.sampler(network.reconnect)
  }
}

extension Device {
  // MARK: Online and offline

  private func linkStreams(_ bus: borrowing Bus) -> Alternation.Streams {
    Alternation.Streams(
      start: bus.stream(.networkStart),
      up: bus.stream(.online),
      down: bus.stream(.offline))
  }

  /// Stationary start; a device that is online at time 0 is connected.
  mutating func startNetwork(regionIsUp: Bool, _ bus: inout Bus) {
    network.regionIsUp = regionIsUp
    if let process = setup.pointee.network.alternation {
      let (state, end) = process.start(linkStreams(bus))
      network.own = state
      bus.schedule(.linkFlips, at: end)
    }
    network.isConnected = network.isOnline
    bus.note(network.isOnline ? .online : .offline)
  }

  /// A span ends, and the next ones too, as long as nothing else happens in between: most times off
  /// the network pass unnoticed.
  mutating func flipLink(_ bus: inout Bus) {
    while true {
      let wasOnline = network.isOnline
      let end = beginLinkSpan(&bus)
      let flip = bus.reserveNumber()
      onlineMayHaveChanged(from: wasOnline, before: end, &bus)
      guard bus.advance(to: end) else {
        return bus.schedule(.linkFlips, at: end, number: flip)
      }
    }
  }

  /// - Returns: When the span that begins now ends.
  @inline(__always)
  private mutating func beginLinkSpan(_ bus: inout Bus) -> SimTime {
    let index = network.own.beginSpan()
    let seconds =
      network.own.isUp
      ? windows[.online].sample(
        laws.pointee.network.online, bus.stream(.online), index: index)
      : windows[.offline].sample(
        laws.pointee.network.offline, bus.stream(.offline), index: index)
    return bus.now + SimTime(seconds: seconds)
  }

  mutating func setRegion(isUp: Bool, _ bus: inout Bus) {
    let wasOnline = network.isOnline
    network.regionIsUp = isUp
    onlineMayHaveChanged(from: wasOnline, &bus)
  }

  mutating func setSwitch(isOn: Bool, _ bus: inout Bus) {
    let wasOnline = network.isOnline
    network.isSwitchedOn = isOn
    onlineMayHaveChanged(from: wasOnline, &bus)
  }

  /// - Parameter limit: What comes before that, and before everything else, happens at once; zero:
  ///   the caller has more to do.
  private mutating func onlineMayHaveChanged(
    from wasOnline: Bool, before limit: SimTime = .zero,
    _ bus: inout Bus
  ) {
    guard network.isOnline != wasOnline else { return }
    if wasOnline { goOffline(before: limit, &bus) } else { goOnline(before: limit, &bus) }
  }

  private mutating func goOffline(before limit: SimTime, _ bus: inout Bus) {
    bus.note(.offline)
    network.connecting = .never
    failOpenRequests(&bus)
    failOpenFetches(&bus)
    guard network.isConnected else { return }
    network.isConnected = false
    network.disconnections &+= 1
    guard let detection = connectionLost(bus) else { return }
    if detection < limit, bus.advance(to: detection) {
      detectDisconnection(&bus)
    } else {
      bus.schedule(.disconnectionDetected, at: detection)
    }
  }

  /// R1.7: the n-th return uses reconnect draw n; until the delay has passed the service treats the
  /// device as away.
  private mutating func goOnline(before limit: SimTime, _ bus: inout Bus) {
    bus.note(.online)
    let seconds = windows[.reconnect].sample(
      laws.pointee.network.reconnect, bus.stream(.reconnect),
      index: network.returns)
    let delay = SimTime(seconds: seconds)
    network.returns &+= 1
    network.connecting = bus.now + delay
    fetchInForeground(&bus)
    telemetry.comeOnline(&bus)
    registerInForeground(&bus)
    if delay == .zero || network.connecting < limit && bus.advance(to: network.connecting) {
      connect(&bus)
    } else {
      bus.schedule(.connectionReady, at: network.connecting)
    }
  }

  /// The reconnect delay has passed, unless the device went offline in between.
  mutating func connect(_ bus: inout Bus) {
    guard network.connecting == bus.now else { return }
    network.connecting = .never
    network.isConnected = true
    bus.note(.connected)
    connectionReady(&bus)
  }
}
