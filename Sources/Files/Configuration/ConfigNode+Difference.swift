/// The first place where two trees differ.
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
    differences(from: other, path: path).first
  }

  /// Where this tree differs from another one, as deep in it as can be told; none when they mean
  /// the same.
  package func differences(from other: ConfigNode, path: String = "") -> [TreeDifference] {
    if self == other { return [] }
    let parts = childDifferences(from: other, path: path)
    return parts.isEmpty
      ? [TreeDifference(path: path, here: shortText, there: other.shortText)] : parts
  }

  /// None for what has no parts to compare.
  private func childDifferences(from other: ConfigNode, path: String) -> [TreeDifference] {
    // A map that is not there has no keys.
    if let mine = entriesOrNone, let others = other.entriesOrNone {
      let keys = mine.map(\.key) + others.map(\.key).filter { self[$0] == nil }
      return keys.flatMap { key in
        let place = path.isEmpty ? key : "\(path).\(key)"
        return (self[key] ?? .null).differences(from: other[key] ?? .null, path: place)
      }
    }
    if let mine = elements, let others = other.elements, mine.count == others.count {
      return zip(mine, others).enumerated().flatMap { place, pair in
        pair.0.differences(from: pair.1, path: "\(path)[\(place)]")
      }
    }
    return []
  }

  private var entriesOrNone: [Entry]? { isNull ? [] : entries }

  /// The text of ``foundText``, but with short lists of scalars as they are.
  private var shortText: String {
    guard let elements, 1...5 ~= elements.count else { return foundText }
    let texts = elements.compactMap { $0.scalarText == nil ? nil : $0.foundText }
    return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : foundText
  }
}
