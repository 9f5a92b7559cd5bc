extension ConfigNode {
  /// What stands at a path, whose numbers are places in lists; nil where there is nothing.
  package func value(at path: String) -> ConfigNode? {
    var node = self
    for key in path.split(separator: ".") {
      guard let next = node[String(key)] ?? node.element(key) else { return nil }
      node = next
    }
    return node
  }

  /// A copy with another value at a path where there is one already.
  package func replacing(_ path: String, with value: ConfigNode) -> ConfigNode {
    replacing(path.split(separator: ".")[...], with: value)
  }

  private func replacing(_ keys: ArraySlice<Substring>, with value: ConfigNode) -> ConfigNode {
    guard let key = keys.first else { return value }
    var node = self
    switch content {
    case .mapping(var entries):
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return self }
      entries[place].value = entries[place].value.replacing(keys.dropFirst(), with: value)
      node.content = .mapping(entries)
    case .sequence(var elements):
      guard let place = place(key, in: elements) else { return self }
      elements[place] = elements[place].replacing(keys.dropFirst(), with: value)
      node.content = .sequence(elements)
    case .scalar: break
    }
    return node
  }

  private func element(_ key: Substring) -> ConfigNode? {
    elements.flatMap { elements in place(key, in: elements).map { elements[$0] } }
  }

  /// By number, or by name as ``setting(_:to:writtenAt:oneOf:)`` has it.
  private func place(_ key: Substring, in elements: [ConfigNode]) -> Int? {
    if let number = Int(key), elements.indices.contains(number) { return number }
    return elements.firstIndex { element in
      element["name"]?.scalarText.map { $0 == key } ?? (element[String(key)] != nil)
    }
  }
}
