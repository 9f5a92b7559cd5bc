import DeliverySim
import Models

/// R4.7: each push is a call that wakes the app, which reports none; after so many the system wakes
/// it no more.
package struct SimpleCallRules: Sendable {
  package var most: Int
}

extension SimpleDevice {
  // MARK: Calls (R4.7, R4.8)

  /// The app fetches at once what the user does not have and the provider still keeps.
  mutating func takeCall(_ push: SimplePush) {
    guard let rule = rules.calls else { return }
    guard misuses < rule.most else { return destroy(push, .app(.voipBlocked)) }
    misuses += 1
    for message in accounts.indices where isKept(message, at: now) { post(message) }
  }

  /// A push is out at the end: the call would bring all that the provider still keeps (R0.3).
  func broughtByNextCall() -> [Int] {
    guard let rule = rules.calls, misuses < rule.most else { return [] }
    return accounts.indices.filter { isKept($0, at: rules.end) }
  }
}
