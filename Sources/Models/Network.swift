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

  private func linkStreams(_ random: RandomSource) -> Alternation.Streams {
    Alternation.Streams(
      start: random.stream(.networkStart, device: number),
      up: random.stream(.online, device: number),
      down: random.stream(.offline, device: number))
  }

  /// Stationary start; a device that is online at time 0 is connected.
  mutating func startNetwork(regionIsUp: Bool, _ context: inout CellContext) {
    network.regionIsUp = regionIsUp
    if let process = setup.pointee.network.alternation {
      let (state, end) = process.start(linkStreams(context.random))
      network.own = state
      schedule(.linkFlips, at: end, &context)
    }
    network.isConnected = network.isOnline
    note(network.isOnline ? .online : .offline, &context)
  }

  /// A span ends, and the next ones too, as long as nothing else happens in between: most times off
  /// the network pass unnoticed.
  mutating func flipLink(_ context: inout CellContext) {
    while true {
      let wasOnline = network.isOnline
      let end = beginLinkSpan(&context)
      let flip = reserveNumber()
      onlineMayHaveChanged(from: wasOnline, before: end, &context)
      guard advance(to: end, &context) else {
        return schedule(.linkFlips, at: end, number: flip, &context)
      }
    }
  }

  /// - Returns: When the span that begins now ends.
  @inline(__always)
  private mutating func beginLinkSpan(_ context: inout CellContext) -> SimTime {
    let index = network.own.beginSpan()
    let seconds =
      network.own.isUp
      ? windows.online.sample(
        laws.pointee.network.online, context.random.stream(.online, device: number), index: index)
      : windows.offline.sample(
        laws.pointee.network.offline, context.random.stream(.offline, device: number), index: index)
    return context.now + SimTime(seconds: seconds)
  }

  mutating func setRegion(isUp: Bool, _ context: inout CellContext) {
    let wasOnline = network.isOnline
    network.regionIsUp = isUp
    onlineMayHaveChanged(from: wasOnline, &context)
  }

  mutating func setSwitch(isOn: Bool, _ context: inout CellContext) {
    let wasOnline = network.isOnline
    network.isSwitchedOn = isOn
    onlineMayHaveChanged(from: wasOnline, &context)
  }

  /// - Parameter limit: What comes before that, and before everything else, happens at once; zero:
  ///   the caller has more to do.
  private mutating func onlineMayHaveChanged(
    from wasOnline: Bool, before limit: SimTime = .zero,
    _ context: inout CellContext
  ) {
    guard network.isOnline != wasOnline else { return }
    if wasOnline { goOffline(before: limit, &context) } else { goOnline(before: limit, &context) }
  }

  private mutating func goOffline(before limit: SimTime, _ context: inout CellContext) {
    note(.offline, &context)
    network.connecting = .never
    failOpenRequests(&context)
    failOpenFetches(&context)
    guard network.isConnected else { return }
    network.isConnected = false
    network.disconnections &+= 1
    guard let detection = connectionLost(context) else { return }
    if detection < limit, advance(to: detection, &context) {
      detectDisconnection(&context)
    } else {
      schedule(.disconnectionDetected, at: detection, &context)
    }
  }

  /// R1.7: the n-th return uses reconnect draw n; until the delay has passed the service treats the
  /// device as away.
  private mutating func goOnline(before limit: SimTime, _ context: inout CellContext) {
    note(.online, &context)
    let seconds = windows.reconnect.sample(
      laws.pointee.network.reconnect, context.random.stream(.reconnect, device: number),
      index: network.returns)
    let delay = SimTime(seconds: seconds)
    network.returns &+= 1
    network.connecting = context.now + delay
    fetchInForeground(&context)
    uploadReceipts(&context)
    registerInForeground(&context)
    if delay == .zero || network.connecting < limit && advance(to: network.connecting, &context) {
      connect(&context)
    } else {
      schedule(.connectionReady, at: network.connecting, &context)
    }
  }

  /// The reconnect delay has passed, unless the device went offline in between.
  mutating func connect(_ context: inout CellContext) {
    guard network.connecting == context.now else { return }
    network.connecting = .never
    network.isConnected = true
    note(.connected, &context)
    connectionReady(&context)
  }
}
