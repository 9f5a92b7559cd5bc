/// Finds the name that a user probably meant.
///
/// Source: the optimal string alignment variant of the Damerau-Levenshtein distance (Boytsov,
/// "Indexing methods for approximate dictionary searching", ACM JEA 16, 2011, section 2.1):
/// insertions, deletions, substitutions and swaps of neighbours, no substring edited twice.
package enum NearestName {
  /// The nearest of `names`; of several, the one that begins most like `name`, then the first one.
  ///
  /// - Returns: nil if no name is nearer than a third of the length of `name` (at least 1).
  package static func nearest(to name: String, among names: [String]) -> String? {
    let typed = Array(name)
    let distanceMax = max(1, typed.count / 3)
    var best: (name: String, rank: (distance: Int, unlike: Int))?
    for candidate in names where abs(candidate.count - typed.count) <= distanceMax {
      let rank = (distance(typed, Array(candidate)), -sharedStart(name, candidate))
      if rank.0 <= distanceMax, rank < best?.rank ?? (Int.max, 0) {
        best = (candidate, rank)
      }
    }
    return best?.name
  }

  private static func sharedStart(_ left: String, _ right: String) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }

  /// The number of typing slips between two words.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}

extension InputError {
  /// A name on the command line that does not exist.
  ///
  /// The name should be that of a `kind`.
  package static func unknownName(
    _ option: String, _ name: String, among names: [String], kind: String = "strategy"
  ) -> InputError {
    let nearest = NearestName.nearest(to: name, among: names)
    let hint =
      name.contains(",")
      ? "; give the option once for each name;"
      : nearest.map { "; did you mean \"\($0)\"?" } ?? ";"
    let all = names.joined(separator: ", ")
    return InputError(
      ExitCode.usage, "\(option): no \(kind) \"\(name)\"\(hint) there are: \(all)")
  }
}
