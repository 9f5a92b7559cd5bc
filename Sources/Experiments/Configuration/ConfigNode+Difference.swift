// MARK: - Comparing

extension ConfigNode {
  /// Where two trees differ first, as a user reads it: `network.offline.weibull.scale: 20m there,
  /// 1h here`; nil when they mean the same.
  ///
  /// - Parameter other: The tree "there".
  func difference(from other: ConfigNode, path: String = "") -> String? {
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
    return "\(path): \(other.foundText) there, \(foundText) here"
  }
}
