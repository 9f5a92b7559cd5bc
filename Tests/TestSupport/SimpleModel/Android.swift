package import DeliverySim
import Models

/// R11.3: of what was handed over with high priority within so long a time, so large a share must
/// draw something; else so many pushes count as of normal priority.
package struct SimpleDemotionRules: Sendable {
  package var window = SimTime.never
  package var visibleMin = 0.5
  package var share = 1.0
}

extension SimpleDevice {
  // MARK: Demotion (R11.3)

  /// Alerts have high priority, and what wakes the app has not.
  private var hasHighPriority: Bool { !rules.comesSilently }

  mutating func demote(_ push: inout SimplePush) {
    guard let rule = rules.demotion, hasHighPriority else { return }
    let recent = urgent.filter { now - $0.time < rule.window }
    let visible = recent.count(where: \.isVisible)
    guard !recent.isEmpty, Double(visible) / Double(recent.count) < rule.visibleMin else { return }
    push.isDemoted = luck.isDemoted(push, rule.share)
    if push.isDemoted { accounts[push.message].demotions += 1 }
  }

  /// Demoted ones count, too.
  mutating func noteHandOver(_ push: SimplePush) {
    guard hasHighPriority else { return }
    urgent.append((now, !user.hasAlertsOff && !luck.isBlank(push.message)))
  }
}

extension SimpleLuck {
  // MARK: Chance

  func isDemoted(_ push: SimplePush, _ share: Double) -> Bool { happens(share, 146, push) }
}
