import DeliverySim
import Files
import Models

extension DeviceSection {
  static let app = DeviceSection(
    Key("app", AppKeys(), "The use of the app; default: nobody opens it.", "R6.2")
  ) { $1.others.app = readApp($0) }
}

final class AppKeys: KeyGroup {
  let opens = Key("opens", oneOf: openingKinds, "The times when people open it unprompted.", "R6.2")
  let visit = Key("visit", law: .time, "The time that a visit lasts.", "R6.2")
  let suspended = Key(
    optional: "suspended", law: .time, "Time from leaving until the system ends the process.",
    "R4.5")
  let kills = Key("kills", KillKeys(), "Users who kill the app in the app switcher.", "R6.2")
  let syncOnOpening = Key(
    "sync_on_opening", .bool, true, "Opening the app fetches missing messages.", "R6.2")
  let presentsInForeground = Key(
    "presents_in_foreground", .bool, true, "willPresent draws what arrives in the foreground.",
    "R4.4")
  let handlers = Key(
    facts: KeyFacts(
      "handlers", .handlers, or: "all but the oldest", "The methods that the app implements.",
      "R4.5")
  ) { map, _ in
    map.child("handlers")?.list(of: .words(of: HandlerMatrix.Method.self))
  }
  let silent = Key("silent", SilentKeys(), "The rules by which pushes wake the app.", "R4.6")
  let voipMisuses = Key(
    optional: "voip_misuses", .integer(in: 1...1_000_000),
    "After so many VoIP pushes without a reported call, the app gets no more of them.", "R4.7"
  ).changesWorld { $0.app?.voipMisuses != nil }.limits
  let local = Key(
    "local", LocalKeys(), "Local notifications alert again until somebody looks.", "R12.2"
  ).idle("there is no section user, so nobody looks") { $1.user == nil }.idle(
    "no strategy posts local notifications"
  ) { scenario, _ in
    !scenario.strategies.contains { $0.strategy.stages.contains(where: \.postsLocally) }
  }
  let backgroundTime = Key(
    "background_time", .time, App().backgroundTime,
    "The time that the app may run in the background.", "R4.6")
  let backgroundRefresh = Key(
    "background_refresh", .share, .one,
    "Share of devices on which silent pushes and refreshes may wake the app.", "R4.6"
  ).drawn(as: .backgroundRefresh).idle("no silent push and no refresh would wake the app") {
    !$0.wakesUnseen($1)
  }
}

final class LocalKeys: KeyGroup {
  let every = Key(
    "repeat", .time, or: "", "The time from one alert to the next one; at least 60s.", "R12.2"
  ).needed
  let times = Key(
    "times", .integer(in: 1...1000), 1, "The number of alerts after the first one, at most.",
    "R12.2"
  ).limits
}

final class KillKeys: KeyGroup {
  let users = Key("users", .share, .one, "Share of users who do.", "R6.2").drawn(as: .killer)
  let visits = Key("visits", .share, .one, "Share of their visits that end so.", "R6.2")
}

final class SilentKeys: KeyGroup {
  let launch = Key(
    "launch", .share, .one, "Probability that the system launches an app that is not running.",
    "R4.6")
  let perDay = Key(
    optional: "per_day", .integer(in: 0...1_000_000),
    "Silent pushes that the system delivers in a local day.", "R4.6"
  ).limits
  let throttle = Key(
    "throttle", ThrottleKeys(), or: "3, 20m",
    "Rate limit of silent pushes; none unless given.", "R4.6")
}

/// - Returns: nil where no app is modelled.
func readApp(_ section: Section<AppKeys>?) -> App? {
  guard let section else { return nil }
  var app = App()
  app.openings = section.opens
  (app.visit, app.suspended) = (section.visit, section.suspended)
  if let kills = section.kills {
    (app.kills.users, app.kills.visits) = (kills.users, kills.visits)
  }
  app.syncsOnOpening = section.syncOnOpening
  app.presentsInForeground = section.presentsInForeground
  if let methods = section.handlers { app.handlers = HandlerMatrix(implementing: Set(methods)) }
  if let silent = section.silent {
    app.silent = App.Silent(launch: silent.launch)
    app.silent.perDay = silent.perDay
    app.silent.throttle = silent.throttle.map { readThrottle($0, .silent) }
  }
  app.voipMisuses = section.voipMisuses
  app.localRepeats = section.local.flatMap(readLocalRepeats)
  app.backgroundTime = section.backgroundTime
  app.backgroundRefresh = section.backgroundRefresh
  return app
}

private func readLocalRepeats(_ section: Section<LocalKeys>) -> LocalRepeats? {
  let allowed = "at least 60s: iOS repeats none sooner"
  let times = section.times
  guard section.says(\.every) else {
    section.reportMissing(\.every, allowed: "a duration of \(allowed)")
    return nil
  }
  let every = section.every(.zero)
  guard every >= LocalRepeats.everyMin else {
    section.report(\.every, allowed: allowed)
    return nil
  }
  return LocalRepeats(every: every, times: times)
}

extension ValueReader {
  /// Reports pushes that wait for ever, since the app is never opened.
  func reportUnopenedApp() {
    report(found: "no app.opens", allowed: "a scenario whose app is opened: app.opens")
  }
}
