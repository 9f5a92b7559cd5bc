import DeliverySim
import Models

/// The app, as far as this model has it (R6.2): it is opened and left, and its process ends.
package struct SimpleAppRules: Sendable {
  /// An opening fetches what the user does not have.
  package var syncs = true
  /// R4.4: what arrives while the app is open is drawn; else the app has it on its screen.
  package var presents = true
}

/// The app of one device.
struct SimpleApp {
  var isOpen = false
  /// It was opened without a network, and fetches as soon as there is one.
  var waitsToFetch = false
  /// It has not told the provider yet that it is open.
  var waitsToTell = false
  /// When it has.
  var contacts: [SimTime] = []
}

extension SimpleDevice {
  // MARK: Visits (R6.2)

  /// When the app is opened and left, and when its process ends, is a part of the world (R1.1).
  mutating func scheduleVisits(of world: DeviceStory) {
    for record in world.records {
      switch record.event {
      case .app(.opened): schedule(.appOpens, at: record.time)
      case .app(.left): schedule(.appIsLeft(isRunning: true), at: record.time)
      case .app(.killed): schedule(.appIsLeft(isRunning: false), at: record.time)
      case .app(.ended): schedule(.processEnds, at: record.time)
      default: break
      }
    }
  }

  mutating func openApp() {
    (app.isOpen, app.waitsToTell, app.waitsToFetch) = (true, true, rules.app?.syncs == true)
    tellOfOpening()
    lookInApp()
    for message in accounts.indices { find(message) }
    fetchInForeground()
    openSocket()
  }

  mutating func leaveApp(isRunning: Bool) {
    (app.isOpen, app.waitsToTell, app.waitsToFetch) = (false, false, false)
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
  }
}
