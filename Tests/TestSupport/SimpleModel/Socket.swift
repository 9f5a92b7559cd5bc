package import DeliverySim
import Models

/// R11.2: how long the connection lives after the app is left.
package struct SimpleSocketRules: Sendable {
  package var background = SimTime.zero
}

/// The app's own connection on one device.
struct SimpleSocket {
  /// The app runs, and has a connection where there is a network.
  var isWanted = false
  /// Both ends are there.
  var isAlive = false
  /// The provider takes it for alive.
  var isTrusted = false
  /// The app closes it then.
  var closing = SimTime.never
  /// The number of connections so far.
  var ordinal = 0
  /// Messages that were sent into a dead connection, and that nobody has.
  var unacknowledged: [Int] = []
}

extension SimpleDevice {
  // MARK: The connection (R11.2)

  mutating func openSocket() {
    guard rules.socket != nil else { return }
    socket.isWanted = true
    socket.closing = .never
    connectSocket()
  }

  /// There is a network, and that takes no time.
  mutating func connectSocket() {
    guard socket.isWanted, isOnline, !socket.isAlive else { return }
    socket.ordinal += 1
    (socket.isAlive, socket.isTrusted) = (true, true)
    sendUnacknowledged()
  }

  mutating func leaveSocket(isRunning: Bool) {
    guard let rule = rules.socket else { return }
    if !isRunning || rule.background == .zero { return closeSocket() }
    socket.closing = now + rule.background
    schedule(.socketCloses, at: socket.closing)
  }

  /// The app does so in an orderly way, or its process ends.
  mutating func closeSocket() {
    socket.isWanted = false
    if socket.isAlive { loseSocket(noticed: true) }
  }

  /// The network is gone, and nobody tells the provider (R3.8).
  mutating func breakSocket() {
    guard socket.isAlive else { return }
    let span = luck.detection(ofDeath: socket.ordinal)
    if span == .zero { return loseSocket(noticed: true) }
    loseSocket(noticed: false)
    schedule(.socketDeathNoticed(ordinal: socket.ordinal), at: now + span)
  }

  mutating func noticeSocketDeath(_ ordinal: Int) {
    guard ordinal == socket.ordinal, !socket.isAlive else { return }
    loseSocket(noticed: true)
  }

  private mutating func loseSocket(noticed: Bool) {
    socket.isAlive = false
    if !noticed { return }
    socket.isTrusted = false
    sendUnacknowledged()
  }

  private mutating func sendUnacknowledged() {
    let messages = socket.unacknowledged
    socket.unacknowledged = []
    for message in messages { sendAgain(message) }
  }

  /// R2.2: only what the provider still keeps.
  private mutating func sendAgain(_ message: Int) {
    guard isKept(message, at: now) else {
      return accounts[message].noteDestroyed(.provider(.retentionOver), at: now)
    }
    send(message)
  }

  /// A message that is sent no more is not under way at the end (R0.3).
  mutating func dropUnkept() {
    let lost = socket.unacknowledged.filter { !isKept($0, at: rules.end) }
    socket.unacknowledged.removeAll(where: lost.contains)
    for message in lost {
      accounts[message].noteDestroyed(.provider(.retentionOver), at: rules.end)
    }
  }

  // MARK: Messages

  /// Sends over the connection, if the provider takes it for alive.
  ///
  /// - Returns: Whether it does.
  mutating func sendOverSocket(_ message: Int) -> Bool {
    guard socket.isTrusted else { return false }
    after(luck.socketLatency(message), .comesOverSocket(message))
    return true
  }

  mutating func comeOverSocket(_ message: Int) {
    guard socket.isAlive else {
      if socket.isTrusted { socket.unacknowledged.append(message) } else { sendAgain(message) }
      return
    }
    counts.overSocket += 1
    accounts[message].acknowledged = now
    if user.hasAlertsOff { sync(message) } else { show(message) }
  }
}

extension SimpleLuck {
  // MARK: Chance

  func socketLatency(_ message: Int) -> SimTime {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return span(rules.linkLatency, 152, push)
  }

  /// The connections of the app's own are numbered from 1.
  func detection(ofDeath connection: Int) -> SimTime {
    guard let law = rules.halfOpen?.detect else { return .zero }
    var draws = source.stream(purpose: 153, device: device).draws(index: UInt32(connection))
    return law.sampleTime(&draws)
  }
}
