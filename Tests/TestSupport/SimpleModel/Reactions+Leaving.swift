import DeliverySim
import Models

extension SimpleDevice {
  // MARK: Leaving (R2.10)

  var hasLeft: Bool { user.left != .never }

  /// Ends the pushes that are stored, or on the device without having been shown; nothing else
  /// happens there.
  mutating func leave() {
    guard !hasLeft else { return }
    counts.uninstalls = 1
    for push in stored + takeHalfOpen() { destroy(push, .tokens(.unregistered)) }
    for run in client.runs.values where run.holdsCarrier {
      destroy(run.carrier, .tokens(.unregistered))
    }
    (stored, discarded, isDiscarding) = ([], [], false)
    client.leave()
    (app.isOpen, app.waitsToFetch, app.waitsToTell) = (false, false, false)
    user.clearings += 1
    user.silent = []
    // The process is gone, and with it the connection: what came to nobody is pushed in vain.
    closeSocket()
    user.left = now
  }

  // MARK: Trust (R10.1)

  /// The user learns of a message in the app; a summary may have told of it.
  mutating func learn(of message: Int) {
    guard let temper = rules.temper, accounts[message].summarised == nil else { return }
    let isLate = now > accounts[message].created.advanced(bySpan: temper.usefulFor)
    guard isLate, luck.disappoints(message, temper.missed) else { return }
    user.disappointments += 1
    guard user.disappointments >= temper.trust else { return }
    user.disappointments = 0
    let place = luck.distrust(user.trustEnds)
    user.trustEnds += 1
    if place < temper.distrustLeaves {
      schedule(.acts(.leaves), at: now)
    } else if place < temper.distrustLeaves + temper.opensLess {
      schedule(.acts(.opensLess), at: now)
    }
  }
}
