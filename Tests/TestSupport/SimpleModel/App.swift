package import DeliverySim
import Models

/// The app, as far as this model has it (R6.2): it is opened and left, and its process ends.
package struct SimpleAppRules: Sendable {
  /// An opening fetches what the user does not have.
  package var syncs = true
  /// R4.4: what arrives while the app is open is drawn; else the app has it on its screen.
  package var presents = true
  /// Openings [1/s]; from an opening to the leaving; how many visits end with the app's end; from a
  /// leaving to the end of the process, nil: never.
  package var rate = 0.0
  package var visit = Distribution.zero
  package var kills = 0.0
  package var suspended: Distribution?
}

/// The app of one device.
struct SimpleApp {
  var isOpen = false
  /// It was opened without a network, and fetches as soon as there is one.
  var waitsToFetch = false
  /// It has not told the provider yet that it is open.
  var waitsToTell = false
  /// The times when the provider has heard of it.
  var contacts: [SimTime] = []
}

extension SimpleDevice {
  // MARK: Openings (R6.2)

  mutating func openApp() {
    (app.isOpen, app.waitsToTell, app.waitsToFetch) = (true, true, rules.app?.syncs == true)
    token.waitsToRegister = true
    register()
    tellOfOpening()
    lookInApp()
    for message in accounts.indices { find(message) }
    fetchInForeground()
    openSocket()
  }

  mutating func leaveApp(isRunning: Bool) {
    (app.isOpen, app.waitsToTell, app.waitsToFetch) = (false, false, false)
    token.waitsToRegister = false
    leaveSocket(isRunning: isRunning)
  }

  mutating func tellOfOpening() {
    guard app.waitsToTell, isOnline else { return }
    app.waitsToTell = false
    app.contacts.append(now)
  }

  /// Everything that was made so far, whether a push of it is out or not.
  mutating func fetchInForeground() {
    guard app.waitsToFetch, isOnline else { return }
    app.waitsToFetch = false
    for message in accounts.indices { sync(message) }
    if rules.sharesCursor { client.learnOfFetch(below: queue.count) }
  }

  mutating func sync(_ message: Int) {
    guard accounts[message].shown == nil else { return }
    accounts[message].synced = accounts[message].synced ?? now
    if app.isOpen { see(message) }
    if app.isOpen || !user.hasAlertsOff { find(message) }
  }

  /// The user learns of what was fetched.
  private mutating func find(_ message: Int) {
    guard accounts[message].synced != nil, accounts[message].found == nil else { return }
    accounts[message].found = now
    if app.isOpen { learn(of: message) }
  }
}
