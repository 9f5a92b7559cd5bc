public import DeliverySim

/// A connection of the app's own: while the app runs, messages come over it, past the push service
/// and its slot (model.md R11.2).
public struct Socket: Sendable, Equatable {
  /// The time that it stays open after the app is left; at most as long as its process lives.
  public var background: SimTime

  /// - Precondition: `background` is not negative.
  public init(background: SimTime = .zero) {
    precondition(background >= .zero, "a connection does not end before the app is left")
    self.background = background
  }
}

/// A connection of the app's own, compiled once.
struct SocketPlan {
  let background: SimTime
  /// The time from the provider to the app: that of hop 2.
  let latency: Sampler
  /// From the end of the connection to the provider's notice, where nobody closes it; nil: at once.
  let detect: Sampler?

  init(_ rule: Socket, _ setup: DeviceSetup, _ arena: inout PlanArena) {
    background = rule.background
    latency = arena.sampler(setup.provider.link.latency)
    detect = setup.service.halfOpen.flatMap { $0.detect.isZero ? nil : arena.sampler($0.detect) }
  }
}

/// The connection of one device. A message that the provider has sent over it and knows no more of
/// is still on its way to the provider: it has no position yet.
struct SocketStation: ~Copyable {
  private var plan: SocketPlan?
  /// The app runs, and would have a connection if there were a network.
  private var isWanted = false
  /// Both ends are there.
  private(set) var isConnected = false
  /// The provider takes it for alive.
  private(set) var isTrusted = false
  /// The number of times that the app was opened or closed: an earlier plan to close it is void.
  private var turns = 0
  /// The number of connections so far: a timer of an earlier one is void.
  private var connections = 0
  /// Messages that have come to nobody, parked.
  private var unacknowledged: [Int] = []

  init(_ plan: SocketPlan?) { self.plan = plan }

  mutating func adopt(_ plan: SocketPlan?) { self.plan = plan }
}

extension SocketStation {
  // MARK: Open and closed

  /// There is one, or the provider thinks so.
  var isOn: Bool { plan != nil || isWanted || isTrusted }

  /// The app comes to the foreground.
  ///
  /// - Returns: The messages that were sent over an earlier one and not acknowledged.
  mutating func openApp(isOnline: Bool, _ turn: inout Turn) -> [Int] {
    guard plan != nil else { return [] }
    turns += 1
    isWanted = true
    return comeOnline(isOnline: isOnline, &turn)
  }

  /// There is a network, or the app has just come to the foreground with one.
  mutating func comeOnline(isOnline: Bool, _ turn: inout Turn) -> [Int] {
    guard isWanted, isOnline, !isConnected else { return [] }
    connections += 1
    (isConnected, isTrusted) = (true, true)
    turn.note(.socket(.opened))
    return takeUnacknowledged()
  }

  /// The app is left.
  ///
  /// - Parameter isRunning: The user has not ended it.
  /// - Returns: The messages that ``close(_:)`` returns.
  mutating func leaveApp(isRunning: Bool, _ turn: inout Turn) -> [Int] {
    guard isWanted else { return [] }
    guard isRunning, let background = plan?.background, background > .zero else {
      return close(&turn)
    }
    turns += 1
    turn.schedule(
      SocketEventKind.closes, at: turn.now.advanced(bySpan: background),
      payload: turns & Event.payloadMax)
    return []
  }

  /// - Returns: The messages that ``close(_:)`` returns.
  mutating func endBackground(_ place: Int, _ turn: inout Turn) -> [Int] {
    place == turns & Event.payloadMax ? close(&turn) : []
  }

  /// The app closes it, or its process ends. The provider learns of that at once, if there is a
  /// connection.
  ///
  /// - Returns: The messages that the provider has to push now.
  mutating func close(_ turn: inout Turn) -> [Int] {
    isWanted = false
    guard isConnected else { return [] }
    (isConnected, isTrusted) = (false, false)
    turn.note(.socket(.closed))
    return takeUnacknowledged()
  }

  /// The network is gone. Nobody tells the provider (R3.8).
  ///
  /// - Returns: The messages that the provider has to push now, if it notices at once.
  mutating func goOffline(_ turn: inout Turn) -> [Int] {
    guard isConnected else { return [] }
    isConnected = false
    guard let law = plan?.detect else {
      isTrusted = false
      return takeUnacknowledged()
    }
    let delay = turn.draw(law, SocketStream.detection, UInt32(truncatingIfNeeded: connections), 0)
    turn.schedule(
      SocketEventKind.deathNoticed, at: turn.now.advanced(bySpan: delay),
      payload: connections & Event.payloadMax)
    return []
  }

  /// - Returns: The messages that the provider has to push now.
  mutating func noticeDeath(_ place: Int, _ turn: inout Turn) -> [Int] {
    guard isTrusted, !isConnected, place == connections & Event.payloadMax else { return [] }
    isTrusted = false
    turn.note(.socket(.deathNoticed))
    return takeUnacknowledged()
  }

  /// The app is gone for good.
  mutating func uninstall() {
    (isWanted, isConnected, isTrusted) = (false, false, false)
    unacknowledged.removeAll(keepingCapacity: true)
  }

  // MARK: Messages

  /// The time when a message that is sent over it now arrives.
  func arrival(of message: UInt32, _ turn: borrowing Turn) -> SimTime {
    guard let plan else { return turn.now }
    return turn.now.advanced(bySpan: turn.draw(plan.latency, SocketStream.latency, message, 0))
  }

  /// A message has come to nobody. The provider waits for its acknowledgement, until it learns of
  /// the end or there is a new connection.
  mutating func keep(_ push: Push, _ pushes: inout Pool<Push>) {
    precondition(isTrusted && !isConnected, "messages wait for nobody but a dead connection")
    unacknowledged.append(pushes.insert(push))
  }

  mutating func takeUnacknowledged() -> [Int] {
    defer { unacknowledged.removeAll(keepingCapacity: true) }
    return unacknowledged
  }
}

extension SocketPlan: StationPlan {
  /// Positions are no numbers of messages with it: the fast way asks for that.
  func vetoes(_ setup: DeviceSetup) -> Vetoes { [] }
}
