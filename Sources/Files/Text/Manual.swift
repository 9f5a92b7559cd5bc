/// A page of the documentation that help, messages and written files name.
///
/// The value is the page's path from the root of a checkout.
package enum Manual: String, CaseIterable, CustomStringConvertible {
  case calibrate = "docs/how-to/calibrate.md"
  case decide = "docs/how-to/decide.md"
  case explain = "docs/how-to/explain.md"
  case explore = "docs/how-to/explore.md"
  case fit = "docs/how-to/fit.md"
  case handlers = "docs/reference/models/handlers.md"
  case presets = "docs/reference/presets.md"
  case regression = "docs/how-to/regression.md"
  case report = "docs/how-to/report.md"
  case scenario = "docs/reference/scenario.md"
  case sensitivity = "docs/how-to/sensitivity.md"
  case statistics = "docs/explanation/statistics.md"
  case yourLog = "docs/how-to/your-log.md"

  package var description: String { rawValue }
}
