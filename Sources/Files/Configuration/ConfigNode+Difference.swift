/// Where two trees differ first.
package struct TreeDifference: Equatable {
  /// Such as `network.offline.weibull.scale`.
  package let path: String
  /// The values, as a user reads them.
  package let here: String
  package let there: String
}

// MARK: - Comparing

extension ConfigNode {
  /// Where this tree differs first from another one; nil when they mean the same.
  package func difference(from other: ConfigNode, path: String = "") -> TreeDifference? {
    if self == other { return nil }
    if let mine = entries, let others = other.entries {
      let keys = mine.map(\.key) + others.map(\.key).filter { self[$0] == nil }
      for key in keys {
        let place = path.isEmpty ? key : "\(path).\(key)"
        let (here, there) = (self[key] ?? .null, other[key] ?? .null)
        if let difference = here.difference(from: there, path: place) { return difference }
      }
    }
    if let mine = elements, let others = other.elements, mine.count == others.count {
      for (place, (here, there)) in zip(mine, others).enumerated() {
        if let difference = here.difference(from: there, path: "\(path)[\(place)]") {
          return difference
        }
      }
    }
    return TreeDifference(path: path, here: shortText, there: other.shortText)
  }

  /// As ``foundText``, but short lists of scalars as they are.
  private var shortText: String {
    guard let elements, 1...5 ~= elements.count else { return foundText }
    let texts = elements.compactMap { $0.scalarText == nil ? nil : $0.foundText }
    return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : foundText
  }
}
