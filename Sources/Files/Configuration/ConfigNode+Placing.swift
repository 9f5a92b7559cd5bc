extension ConfigNode {
  /// The node at a path, whose numbers are places in lists; nil where there is nothing.
  package func value(at path: String) -> ConfigNode? {
    var (node, isElement) = (self, false)
    for key in path.split(separator: ".") {
      let below = node[String(key)] ?? (isElement ? node.parameters?[String(key)] : nil)
      guard let next = below ?? node.element(key) else { return nil }
      (isElement, node) = (below == nil, next)
    }
    return node
  }

  /// Whether what stands at a path is a part of what stands at another one, or the same: paths may
  /// name an element of a list or count to it.
  package func isPart(_ path: String, of whole: String) -> Bool {
    guard let node = value(at: path), value(at: whole) != nil else { return false }
    let mark = ConfigNode.text("\u{0}")
    let marked = placing(mark, at: whole).value(at: path)
    return marked.map { $0.scalarText == mark.scalarText && node.scalarText != mark.scalarText }
      ?? true
  }

  /// The map below the kind of a list's element that is a strategy, `{name: own, gap-recovery:
  /// {...}}`.
  private var parameters: ConfigNode? { placeOfParameters.flatMap { entries?[$0].value } }

  private var placeOfParameters: Int? {
    guard let entries, self["name"] != nil || entries.count == 1 else { return nil }
    return entries.firstIndex { $0.key != "name" && $0.value.entries != nil }
  }

  /// A copy with another value at a path where there is one already.
  package func placing(_ value: ConfigNode, at path: String) -> ConfigNode {
    replacing(path.split(separator: ".")[...], with: value, isElement: false)
  }

  private func replacing(
    _ keys: ArraySlice<Substring>, with value: ConfigNode, isElement: Bool
  ) -> ConfigNode {
    guard let key = keys.first else { return value }
    var node = self
    switch content {
    case .mapping(var entries):
      if let place = entries.firstIndex(where: { $0.key == key }) {
        entries[place].value = entries[place].value.replacing(
          keys.dropFirst(), with: value, isElement: false)
      } else if isElement, let place = placeOfParameters {
        entries[place].value = entries[place].value.replacing(
          keys, with: value, isElement: false)
      }
      node.content = .mapping(entries)
    case .sequence(var elements):
      guard let place = place(key, in: elements) else { return self }
      elements[place] = elements[place].replacing(
        keys.dropFirst(), with: value, isElement: true)
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
