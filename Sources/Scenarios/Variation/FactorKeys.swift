import Files
import Vocabulary

final class FactorKeys: KeyGroup {
  let factor = Key(
    needed: "factor", columnName,
    "The column's name: a-z, 0-9 and _. Required except with zip."
  ).neededAtTimes
  let path = Key(
    needed: "path", .text("a path such as network.offline.weibull.scale"),
    "The key to vary: keys joined by dots. Required except with zip."
  ).neededAtTimes
  let values = Key(
    facts: KeyFacts("values", .list, "Its values. Required except with zip.")
  ) { map, _ in map.child("values")?.list(count: 1...10_000) }
  let labels = Key(
    facts: KeyFacts("labels", .list, "The texts of the column; required where values are maps.")
  ) { map, _ in map.child("labels") }
  let label = factorLabel
  let unit = factorUnit
  let zip = Key(
    facts: KeyFacts("zip", .factors, "Factors that move together.")
  ) { map, _ in map.child("zip") }
}

/// Factors with values have these keys, and those of a sample.
let factorLabel = Key(
  optional: "label", .text(), "A title for people, in tables and charts instead of its name.")
let factorUnit = Key(
  optional: "unit", .text(), "The unit of its plain numbers, such as servers.")

let columnLabel = ScalarFormat.text(
  "a label that does not begin with = + - or @, except a number such as -5%"
) { !SweepFactor.Cell.text($0).isFormula }

let columnName = ScalarFormat.text(
  "a name of a-z, 0-9 and _ that starts with a letter and is not a column of the results"
) { name in
  guard let first = name.utf8.first, 97...122 ~= first else { return false }
  return name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == 95 }
    && !ResultColumns.names.contains(name)
}
