import Files
import Models

extension ScenarioReader {
  // MARK: telemetry

  /// - Returns: nil where nothing is measured.
  func readTelemetry(_ root: MapReader) -> Telemetry? {
    guard let map = root.section("telemetry") else { return nil }
    let receipts = map.value(
      "receipts", .choice(Telemetry.Receipts.allCases.map(\.rawValue)),
      default: Telemetry.Receipts.serviceExtension.rawValue)
    requireOpenings(root, for: map.source)
    return Telemetry(receipts: Telemetry.Receipts(rawValue: receipts) ?? .serviceExtension)
  }

  /// What waits for the app to be opened would wait for ever.
  func requireOpenings(_ root: MapReader, for reader: ValueReader) {
    guard root.child("app")?.node["opens"]?.saysSomething != true else { return }
    reader.report(
      found: "no app.opens", allowed: "a scenario whose app is opened: app.opens")
  }
}
