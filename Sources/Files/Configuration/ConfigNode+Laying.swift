// MARK: - Laying one tree over another

extension ConfigNode {
  /// This tree where it says something, the other one where it does not.
  ///
  /// - Maps merge key by key. A one-of map is replaced as a whole when this tree names another
  ///   alternative. Lists and scalars are replaced.
  /// - `key: null` removes what the base says; where the base says nothing, the null stays, so that
  ///   whoever reads it can tell a misspelt key.
  /// - An empty map changes nothing.
  ///
  /// Every node keeps its location; a merged map has that of this tree.
  package func laid(over base: ConfigNode, oneOf alternatives: Alternatives) -> ConfigNode {
    laid(over: base, alternatives, key: "")
  }

  /// - Parameter key: The key of both maps.
  private func laid(
    over base: ConfigNode, _ alternatives: Alternatives, key: String
  ) -> ConfigNode {
    guard let entries else { return self }
    if entries.isEmpty { return base }
    guard var merged = base.entries else { return self }
    if entries.count == 1, alternatives.areDifferent(merged, entries[0].key) { return self }
    for entry in entries {
      if !entry.value.isNull {
        let voided = alternatives.voided(by: entry.key, in: key)
        merged.removeAll { voided.contains($0.key) }
      }
      guard let index = merged.firstIndex(where: { $0.key == entry.key }) else {
        merged.append(entry)
        continue
      }
      if entry.value.isNull {
        merged.remove(at: index)
      } else {
        let value = entry.value.laid(over: merged[index].value, alternatives, key: entry.key)
        merged[index] = Entry(entry.key, at: entry.keyLocation, value)
      }
    }
    return ConfigNode(.mapping(merged), at: location)
  }
}
