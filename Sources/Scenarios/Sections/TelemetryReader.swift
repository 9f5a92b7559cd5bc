import Files
import Models

final class TelemetryKeys: KeyGroup {
  let receipts = Key(
    "receipts", .words(of: Telemetry.Receipts.self), .serviceExtension, "What writes them.", "R7.1")
}

/// - Parameter opensApp: The scenario says when the app is opened.
/// - Returns: nil where nothing is measured.
func readTelemetry(_ section: Section<TelemetryKeys>?, opensApp: Bool) -> Telemetry? {
  guard let section else { return nil }
  let receipts = section.receipts
  if !opensApp { section.map.source.reportUnopenedApp() }
  return Telemetry(receipts: receipts)
}
