/// A version of iOS (model.md R12.5). It sets the keys of a scenario that it knows; what the
/// scenario says itself wins, unless that came with a later version.
enum Era: String, CaseIterable, Comparable {
  case ios4, ios5, ios8, ios9, ios10, ios12, ios13, ios15

  static func < (left: Era, right: Era) -> Bool { left.number < right.number }

  var number: Int { Int(rawValue.dropFirst(3)) ?? 0 }
}
