import Files
package import Results
import Vocabulary

/// A regression check as a program draws it: verdicts with numbers and words, and what has changed
/// in the scenario.
package struct CheckDocument {
  private let check: RegressionCheck

  package init(_ check: RegressionCheck) { self.check = check }

  /// JSON; the same check gives the same bytes.
  package var text: String {
    ConfigNode.map([
      ("baseline", .text(check.baseline.directory)),
      ("confidence", .number(check.confidence)),
      ("versions", .map([("now", version(check.results)), ("before", version(check.baseline))])),
      ("changes", .list(check.results.differences(from: check.baseline).map(Self.change))),
      ("answers", .list(CheckAnswers(check).paragraphs.map { .text($0) })),
      ("missing", .list(check.missing.map { .text($0) })),
      ("warnings", .list(check.warnings.map { .text($0) })),
      ("verdicts", .list(CheckVerdict.worstFirst.map(Self.look))),
      ("metrics", .list(metrics)),
    ]).json()
  }

  /// A verdict is drawn so.
  private static func look(_ verdict: CheckVerdict) -> ConfigNode {
    let (colour, marker) =
      switch verdict {
      case .fail: (Palette.beaten, "s")
      case .inconclusive: (Palette.doubtful, "D")
      case .pass: (Palette.chosen, "o")
      }
    return .map([
      ("name", .text(verdict.rawValue)), ("colour", .text(colour)), ("marker", .text(marker)),
    ])
  }

  private var metrics: [ConfigNode] {
    check.series.flatMap { series in series.metrics.map { Self.metric(series, $0) } }
  }

  private static func number(_ value: Double?) -> ConfigNode { RecordTable.Cell.number(value).node }

  private func version(_ manifest: StoredManifest) -> ConfigNode {
    .text(manifest.manifest.toolVersion)
  }

  private static func change(_ difference: TreeDifference) -> ConfigNode {
    .map([
      ("path", .text(difference.path)), ("now", value(difference.here)),
      ("before", value(difference.there)),
    ])
  }

  /// Null: the key is not there; a text is in quotes.
  private static func value(_ text: String) -> ConfigNode {
    text == ConfigNode.null.foundText ? .null : .text(unquoted(text))
  }

  /// A unit is written without quotes, since a reader sees one value at a time.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  private static func metric(_ series: RegressionCheck.Series, _ metric: MetricCheck) -> ConfigNode
  {
    .map([
      ("design_point", .integer(series.point)), ("strategy", .text(series.strategy)),
      ("metric", .text(metric.name)), ("verdict", .text(metric.verdict.rawValue)),
      ("higher_is_better", .bool(metric.metric.better == .higher)),
      ("now", number(metric.value)), ("before", number(metric.baseline)),
      ("low", number(metric.interval?.low)), ("high", number(metric.interval?.high)),
      ("limit", number(metric.limit)), ("is_same", .bool(metric.isSame)),
      ("worsening", metric.worsening.map { .list($0.map(number)) } ?? .null),
      ("words", .text(metric.differenceText)),
      ("margin", .text(metric.limitText ?? "none")),
    ])
  }
}
