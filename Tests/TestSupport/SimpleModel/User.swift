package import DeliverySim
import Models

/// The user's attention (R6.2): when notifications are looked at, and how many looks end with a
/// tap, or with their removal.
package struct SimpleUserRules: Sendable {
  package var sees = Distribution.zero
  package var taps = 0.0
  package var dismisses = 0.0
}

/// A notification before the user, or in the centre.
struct SimpleNotice {
  let message: Int
  /// The number of times that the message was shown before.
  let showing: Int
  /// A summary has no message's content.
  let isSummary: Bool
}

/// A look ends so.
enum SimpleReaction { case taps, dismisses, ignores }

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
    // A tap opens the app, and then nothing is left to look at.
    for notice in noticed where clearing == user.clearings { perform(notice) }
  }

  private mutating func perform(_ notice: SimpleNotice) {
    if !notice.isSummary { see(notice.message) }
    let reaction = luck.reaction(notice)
    guard reaction != .ignores else { return }
    if !notice.isSummary { accounts[notice.message].isInCentre = false }
    if reaction == .taps { tap(notice) }
  }

  private mutating func tap(_ notice: SimpleNotice) {
    counts.taps += 1
    guard let rule = rules.app else { return }
    readBadge()
    visit(until: now + luck.visit(byTapOn: notice, rule), endsApp: luck.kills(notice, rule))
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

  /// All taps of a smaller share are among those of a larger one; dismissals follow.
  func reaction(_ notice: SimpleNotice) -> SimpleReaction {
    let user = rules.user ?? SimpleUserRules()
    let push = push(notice.message, notice.showing)
    if happens(user.taps, 105, push) { return .taps }
    return happens(min(1, user.taps + user.dismisses), 105, push) ? .dismisses : .ignores
  }

  func visit(byTapOn notice: SimpleNotice, _ rule: SimpleAppRules) -> SimTime {
    span(rule.visit, 106, push(notice.message, notice.showing))
  }

  func kills(_ notice: SimpleNotice, _ rule: SimpleAppRules) -> Bool {
    happens(rule.kills, 107, push(notice.message, notice.showing))
  }
}
