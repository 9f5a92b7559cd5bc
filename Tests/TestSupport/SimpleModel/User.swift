package import DeliverySim
import Models

/// The user's attention (R6.2): when notifications are looked at, and how many looks end with
/// their removal.
package struct SimpleUserRules: Sendable {
  package var sees = Distribution.zero
  package var dismisses = 0.0
}

/// A notification before the user, or in the centre.
struct SimpleNotice {
  let message: Int
  /// How often the message was shown before.
  let showing: Int
  /// A summary has no message's content.
  let isSummary: Bool
}

extension SimpleDevice {
  // MARK: Looks (R6.2, R4.9)

  /// Something new is in the centre.
  ///
  /// - Parameter isSilent: Without an alert it starts no look of its own.
  mutating func present(_ message: Int, isSummary: Bool = false, isSilent: Bool) {
    let showing = accounts[message].showings
    accounts[message].showings += 1
    guard rules.user != nil else { return }
    if app.isOpen {
      if !isSummary { see(message) }
      return
    }
    let notice = SimpleNotice(message: message, showing: showing, isSummary: isSummary)
    if isSilent { return user.silent.append(notice) }
    // Also where it takes no time, the look comes after what the phone does now.
    schedule(.looks(notice, clearing: user.clearings), at: now + luck.sees(notice))
  }

  /// A look also finds what came silently. It cannot find what the app has cleared.
  mutating func look(at notice: SimpleNotice, clearing: Int) {
    guard clearing == user.clearings else { return }
    let noticed = [notice] + user.silent
    user.silent = []
    for notice in noticed {
      if !notice.isSummary { see(notice.message) }
      if luck.dismisses(notice) { accounts[notice.message].isInCentre = false }
    }
  }

  /// Who opens the app sees everything that was shown or fetched so far, and the app clears the
  /// centre.
  mutating func lookInApp() {
    guard rules.user != nil else { return }
    user.clearings += 1
    user.silent = []
    for message in accounts.indices {
      accounts[message].isInCentre = false
      let account = accounts[message]
      if account.shown != nil || account.synced != nil { see(message) }
    }
  }

  mutating func see(_ message: Int) {
    guard rules.user != nil else { return }
    accounts[message].seen = accounts[message].seen ?? now
  }
}

extension SimpleLuck {
  // MARK: Chance

  func sees(_ notice: SimpleNotice) -> SimTime {
    span(rules.user?.sees ?? .zero, 104, push(notice.message, notice.showing))
  }

  func dismisses(_ notice: SimpleNotice) -> Bool {
    happens(rules.user?.dismisses ?? 0, 105, push(notice.message, notice.showing))
  }
}
