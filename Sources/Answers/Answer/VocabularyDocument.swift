import Files
import Models
import Scenarios
import Vocabulary

/// The document names and explains everything in results, for programs that read them.
///
/// The Python package has it as a file, and keeps no names of its own.
package enum VocabularyDocument {
  /// Raised when a program that reads the document must change.
  private static let format = 1

  /// A line for each entry, with a newline at the end.
  package static var json: String {
    let parts =
      [("format", "\(format)"), ("rare_below", "\(HumanText.perMillionMax)")]
      + lists.map { ($0.0, Self.lines($0.1)) }
    let texts = parts.map { "  \(ConfigNode.quoted($0.0)): \($0.1)" }
    return "{\n" + texts.joined(separator: ",\n") + "\n}\n"
  }

  private static func lines(_ entries: [ConfigNode]) -> String {
    "[\n" + entries.map { "    " + $0.jsonLine() }.joined(separator: ",\n") + "\n  ]"
  }

  private static var lists: [(String, [ConfigNode])] {
    [
      ("metrics", Metric.all.map(metric)),
      ("columns", ResultColumns.all.sorted { $0.name < $1.name }.map(column)),
      ("files", ResultColumns.files.map(file)),
      ("fates", Fate.allCases.map { named($0.name, $0.words, $0.meaning) }),
      ("stages", Stage.allCases.map { named($0.rawValue, $0.words) }),
      ("causes", Cause.allCases.compactMap(cause)),
      ("repairs", Repair.allCases.map { named($0.name, $0.words) }),
      ("cohorts", Cohort.all.map(cohort)),
      ("units", Units.durations.map(unit)),
      ("verdicts", verdicts),
      ("looks", FateLook.all.map(look) + strategyLooks),
    ]
  }
}

extension VocabularyDocument {
  // MARK: Entries

  private static func metric(_ metric: Metric) -> ConfigNode {
    let places = [("prominence", metric.prominence?.rawValue), ("cost", metric.cost)]
    return .map(
      texts([
        ("name", metric.name), ("words", metric.words), ("axis", metric.axis),
        ("label", metric.label), ("kind", metric.unit.rawValue), ("unit", metric.unitWords),
        ("share_of", metric.wholeWords), ("better", metric.better.rawValue),
        ("needs", metric.needs ?? ""),
      ]) + places.compactMap { name, place in place.map { (name, .integer($0)) } }
        + (metric.mayNeverEnd ? [("never_ends", .bool(true))] : []))
  }

  private static func column(_ column: Column) -> ConfigNode {
    .map(
      texts([
        ("name", column.name), ("kind", column.kind.rawValue), ("unit", column.unit),
        ("label", column.label),
      ]))
  }

  private static func file(_ file: ResultColumns.File) -> ConfigNode {
    .map([
      ("name", .text(file.name)),
      ("columns", .list(file.columns.map { .text($0.name) })),
    ])
  }

  private static func named(
    _ name: String, _ words: String, _ meaning: String = ""
  ) -> ConfigNode {
    .map(texts([("name", name), ("words", words), ("meaning", meaning)]))
  }

  private static func cohort(_ cohort: Cohort) -> ConfigNode {
    .map(
      texts([("name", cohort.name), ("words", cohort.words)])
        + [("dash", .list(cohort.dash.map { .integer($0) }))])
  }

  /// Durations have it in resolved scenarios.
  private static func unit(_ unit: (name: String, seconds: Double)) -> ConfigNode {
    .map([("name", .text(unit.name)), ("seconds", .number(unit.seconds))])
  }

  /// Two stages may have causes of one name.
  private static func cause(_ cause: Cause) -> ConfigNode? {
    cause.stage.map {
      .map(texts([("stage", $0.rawValue), ("name", cause.name), ("words", cause.words)]))
    }
  }

  /// Those of `best.csv` and `pareto.csv`.
  private static var verdicts: [ConfigNode] {
    let standings = Standing.Verdict.allCases.map { ($0.rawValue, $0.words, $0.colour) }
    let fronts = Pareto.Verdict.allCases.map { ($0.rawValue, $0.words, $0.colour) }
    return (standings + fronts.filter { front in !standings.contains { $0.0 == front.0 } }).map {
      .map(texts([("name", $0.0), ("words", $0.1), ("colour", $0.2 ?? "")]))
    }
  }

  /// The kind says whose look it is.
  private static func look(_ look: FateLook) -> ConfigNode {
    .map(
      texts([
        ("kind", "fate"), ("name", look.fate.name), ("colour", look.colour),
        ("hatch", look.hatch),
      ]))
  }

  private static var strategyLooks: [ConfigNode] {
    [.map(texts([("kind", "baseline"), ("colour", Palette.baseline)]))]
      + zip(Palette.strategies, Palette.markers).map {
        .map(texts([("kind", "strategy"), ("colour", $0), ("marker", $1)]))
      }
  }

  /// The texts without the empty ones.
  private static func texts(_ entries: [(String, String)]) -> [(String, ConfigNode)] {
    entries.filter { !$0.1.isEmpty }.map { ($0.0, .text($0.1)) }
  }
}
