import Scenarios
import Vocabulary

extension [VariedRange] {
  /// The ranges with names that columns may have: the last key of the path, with the one before
  /// where needed.
  func named() -> [VariedRange] {
    let plain = { (text: String) in
      String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
    var taken = ResultColumns.names.union(ResultColumns.optimise.map(\.name))
    return map { range in
      var named = range
      let keys = range.varied.path.split(separator: ".").map { plain(String($0)) }
      let names = keys.indices.reversed().map { keys[$0...].joined(separator: "_") }
      let free = names.first { !taken.contains($0) && $0.first?.isLetter == true }
      named.name = free ?? "range_\(taken.count)"
      taken.insert(named.name)
      return named
    }
  }
}
