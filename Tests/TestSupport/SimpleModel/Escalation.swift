import DeliverySim
import Models

extension SimpleDevice {
  /// R11.1: at the end of the run, what has gone out by the second channel.
  ///
  /// - Returns: The messages that are under way there.
  mutating func escalate() -> Set<Int> {
    guard let after = rules.escalatesAfter else { return [] }
    var underWay: Set<Int> = []
    for (message, account) in accounts.enumerated() where account.isOwed {
      let due = account.created + after
      let arrived = rules.acknowledges ? account.arrived : nil
      if arrived != nil { counts.extensionRuns += 1 }
      let confirmed = confirmation(of: message, arrived: arrived)
      guard due < min(rules.end, user.left), (confirmed ?? .never) > due else { continue }
      counts.escalations += 1
      let known = [account.shown, account.found].compactMap { $0 }.min() ?? .never
      if known <= due { counts.needless += 1 }
      guard luck.channelBrings(message) else { continue }
      let arrival = due + luck.channelLatency(message)
      if arrival < rules.end {
        accounts[message].escalated = arrival
      } else {
        underWay.insert(message)
      }
    }
    return underWay
  }

  /// The values are in the order of the keys.
  private func confirmation(of message: Int, arrived: SimTime?) -> SimTime? {
    let account = accounts[message]
    switch rules.confirmation {
    case .acknowledged:
      let told = arrived.flatMap { luck.acknowledgement(of: message, arrived: $0) }
      return [told, account.acknowledged].compactMap { $0 }.min()
    case .seen: return account.seen
    case .opened: return app.contacts.first { $0 >= account.created }
    }
  }
}

extension SimpleLuck {
  // MARK: Chance

  /// The time when the provider hears that a first push has arrived; nil: never.
  func acknowledgement(of message: Int, arrived: SimTime) -> SimTime? {
    let push = SimplePush(messages: message...message, copy: 0, sent: arrived)
    return happens(rules.resendFailure, 26, push)
      ? nil : arrived + span(rules.resendLatency, 27, push)
  }

  func channelBrings(_ message: Int) -> Bool {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return happens(rules.channelDelivery, 150, push)
  }

  func channelLatency(_ message: Int) -> SimTime {
    let push = SimplePush(messages: message...message, copy: 0, sent: .zero)
    return span(rules.channelLatency, 151, push)
  }
}
