import DeliverySim
import Models

extension SimpleDevice {
  // MARK: The badge (R6.4)

  /// The newest number is the largest one: no push tells of fewer messages than an earlier one.
  mutating func noteBadge(_ push: SimplePush) {
    if rules.hasBadge { user.badge = max(user.badge, push.badge) }
  }

  /// The user is about to open the app because of a notification, and knows of all that the number
  /// counts.
  mutating func readBadge() {
    for message in queue.prefix(user.badge) where accounts[message].told == nil {
      let account = accounts[message]
      accounts[message].told = now
      accounts[message].isToldFirst =
        [account.shown, account.summarised, account.synced].allSatisfy { $0 == nil }
    }
  }

  /// At the end of the run, who knew of what, and from what.
  mutating func countAwareness() {
    for account in accounts where account.isOwed {
      let others = [account.shown, account.summarised, account.escalated]
      if account.told != nil, (others + [account.synced]).allSatisfy({ $0 == nil }) {
        counts.toldByBadge += 1
      }
      guard let usefulFor = rules.usefulFor else { continue }
      let known = (others + [account.found, account.told]).compactMap { $0 }.min() ?? .never
      if known <= account.created.advanced(bySpan: usefulFor) { counts.awareInTime += 1 }
    }
  }
}
