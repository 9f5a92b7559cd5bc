import DeliverySim
import Models

extension SimpleDevice {
  // MARK: Network (R1.7)

  mutating func goOnline(_ ordinal: Int) {
    isOnline = true
    register()
    tellOfOpening()
    fetchInForeground()
    connectSocket()
    let delay = luck.reconnect(ordinal)
    connection = now + delay
    after(delay, .connects(ordinal: ordinal))
  }

  /// R3.10: the app is told of what was discarded, and fetches it, or everything with a shared
  /// cursor (R5.8); then comes what is stored.
  mutating func connect(_ ordinal: Int) {
    (isConnected, token.away) = (true, nil)
    reviveConnection(return: ordinal)
    for message in toBeFetched { sync(message) }
    if !discarded.isEmpty, rules.sharesCursor { client.learnOfFetch(below: queue.count) }
    (discarded, isDiscarding) = ([], false)
    let kept = stored.sorted { $0.acceptance < $1.acceptance }
    stored = []
    for push in kept { deliver(push) }
  }

  /// A sync that is due brings these.
  var toBeFetched: [Int] {
    discarded.isEmpty || !rules.sharesCursor ? discarded : Array(accounts.indices)
  }

  mutating func goOffline() {
    isOnline = false
    if isConnected {
      noteAbsence()
      breakConnection()
    }
    isConnected = false
    connection = .never
    failOpenRequests()
    failOpenFetches()
    breakSocket()
  }
}

extension SimpleLuck {
  // MARK: Chance

  func reconnect(_ ordinal: Int) -> SimTime {
    var draws = source.stream(purpose: 51, device: device).draws(index: UInt32(ordinal))
    return rules.reconnect.sampleTime(&draws)
  }
}
