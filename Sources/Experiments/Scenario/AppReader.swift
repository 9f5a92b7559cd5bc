import DeliverySim
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
    return app
  }

  /// As the arrivals of messages.
  private func readOpenings(_ kind: String, _ map: MapReader) -> App.Openings? {
    let isWeekly = kind == "weekly"
    let profile = isWeekly ? readProfile(map) : nil
    guard let rate = readRate(map), !isWeekly || profile != nil else { return nil }
    return App.Openings(rate: rate, profile: profile)
  }
}
