import Models

/// R7.4: what the push service's console tells of a device; only APNs has one.
package struct SimpleConsole: Sendable, Equatable {
  var received = 0
  var delivered = 0
  var stored = 0
  var deliveredFromStorage = 0
  var unregistered = 0
  var unregisteredFromStorage = 0
  var expired = 0

  init() {}

  /// - Parameter tally: Of a run without warm-up and drain, of which no push waits for power.
  init(_ tally: Tally) {
    let number = { (counter: ConsoleCounter) in Int(tally[counter]) }
    (received, delivered) = (number(.received), number(.delivered))
    (stored, deliveredFromStorage) = (number(.storedOffline), number(.deliveredFromStorage))
    (unregistered, expired) = (number(.unregistered), number(.expired))
    unregisteredFromStorage = number(.unregisteredFromStorage)
  }
}

extension SimpleDevice {
  // MARK: The console's counts

  mutating func noteReceived(_ push: inout SimplePush) {
    guard case .slot = rules.service else { return }
    push.isFollowed = true
    counts.console.received += 1
  }

  /// However often a push comes back to the store, it counts once.
  mutating func noteStored(_ push: inout SimplePush) {
    if push.isFollowed, !push.wasStored { counts.console.stored += 1 }
    push.wasStored = true
  }

  /// A push is at the app's device.
  mutating func noteArrival(_ push: SimplePush) -> SimplePush {
    guard push.isFollowed else { return push }
    if push.wasStored {
      counts.console.deliveredFromStorage += 1
    } else {
      counts.console.delivered += 1
    }
    var push = push
    push.isFollowed = false
    return push
  }

  mutating func noteDiscarded(_ push: SimplePush, _ cause: Cause) {
    guard push.isFollowed else { return }
    if [.pushService(.expired), .pushService(.notStored)].contains(cause) {
      counts.console.expired += 1
    }
    guard cause == .tokens(.unregistered) else { return }
    if push.wasStored {
      counts.console.unregisteredFromStorage += 1
    } else {
      counts.console.unregistered += 1
    }
  }
}
