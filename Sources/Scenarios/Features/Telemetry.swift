import Files
import Models

extension DeviceSection {
  static let telemetry = DeviceSection(
    Key(
      "telemetry", TelemetryKeys(), "The team's own receipts and their bias; needs app.opens.",
      "R7.1")
  ) { $1.others.telemetry = readTelemetry($0, opensApp: $1.opensApp()) }
}

final class TelemetryKeys: KeyGroup {
  let receipts = Key(
    "receipts", .words(of: Telemetry.Receipts.self), .serviceExtension,
    "The part of the app that writes them.", "R7.1")
}

/// - Parameter opensApp: The scenario says when the app is opened.
/// - Returns: nil where nothing is measured.
func readTelemetry(_ section: Section<TelemetryKeys>?, opensApp: Bool) -> Telemetry? {
  guard let section else { return nil }
  let receipts = section.receipts
  if !opensApp { section.map.source.reportUnopenedApp() }
  return Telemetry(receipts: receipts)
}
