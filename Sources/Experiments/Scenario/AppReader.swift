import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: app

  /// - Returns: nil where no app is modelled.
  func readApp(_ root: MapReader) -> App? {
    guard let map = root.section("app") else { return nil }
    var app = App()
    app.openings = map.oneOf("opens", ["poisson", "weekly"]).flatMap { choice in
      readOpenings(choice.name, choice.parameters)
    }
    app.visit = readLaw(map, "visit", .duration)
    app.suspended = readOptionalLaw(map, "suspended", .duration)
    if let kills = map.section("kills") {
      app.kills.users = probability(kills, "users", default: 1)
      app.kills.visits = probability(kills, "visits", default: 1)
    }
    app.syncsOnOpening = map.value("sync_on_opening", .bool, default: true)
    app.presentsInForeground = map.value("presents_in_foreground", .bool, default: true)
    if let names = map.child("handlers")?.list(of: .choice(Self.handlerNames)) {
      app.handlers = HandlerMatrix(
        implementing: Set(names.compactMap(HandlerMatrix.Method.init(rawValue:))))
    }
    if let silent = map.section("silent") { app.silent = readSilent(silent) }
    app.voipMisuses = map.optional("voip_misuses", .integer(in: 1...1_000_000))
    app.backgroundTime = map.time("background_time", default: app.backgroundTime)
    return app
  }

  private static var handlerNames: [String] { HandlerMatrix.Method.allCases.map(\.rawValue) }

  private func readSilent(_ map: MapReader) -> App.Silent {
    var silent = App.Silent(launch: probability(map, "launch", default: 1))
    silent.perDay = map.optional("per_day", .integer(in: 0...1_000_000))
    silent.throttle = map.section("throttle").map { readThrottle($0, .silent) }
    return silent
  }

  /// As the arrivals of messages.
  private func readOpenings(_ kind: String, _ map: MapReader) -> App.Openings? {
    let isWeekly = kind == "weekly"
    let profile = isWeekly ? readProfile(map) : nil
    guard let rate = readRate(map), !isWeekly || profile != nil else { return nil }
    return App.Openings(rate: rate, profile: profile)
  }
}
