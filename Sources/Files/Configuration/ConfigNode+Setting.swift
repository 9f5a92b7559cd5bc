// MARK: - Setting a value at a path

extension ConfigNode {
  /// A copy of this tree with another value at a path such as `network.offline.weibull.scale`.
  ///
  /// - Missing maps are created. A map is replaced as a whole if it holds one alternative of a
  ///   one-of list and the path names another; so is a scalar where the path names an alternative.
  /// - A key that says in another way what a neighbour says takes its place.
  /// - A list element is addressed by its `name`, by itself if it is a scalar, by its only key, or
  ///   by its `factor`, also inside a `zip`. In `strategies` the path goes on inside the strategy's
  ///   parameters.
  ///
  /// - Parameters:
  ///   - path: keys and names of list elements, joined by dots.
  ///   - value: what stands there then.
  ///   - place: where the path is written; nil: where the value is.
  ///   - alternatives: the keys that replace others.
  /// - Throws: `InputError` (65) at `place` if the path leads into a scalar or to a list element
  ///   that there is not. An unknown key is no error here: the reader reports it, at `place` too.
  /// - Precondition: the path has at most ``depthMax`` keys.
  package func setting(
    _ path: String, to value: ConfigNode, writtenAt place: SourceLocation? = nil,
    oneOf alternatives: Alternatives
  ) throws(InputError) -> ConfigNode {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    precondition(keys.count <= Self.depthMax, "A path of more keys than a tree has levels")
    let setter = Setter(
      keys: keys, value: value, place: place ?? value.location, alternatives: alternatives)
    return try setter.setting(self, at: 0)
  }
}

/// Walks down a path and rebuilds the tree on the way back.
private struct Setter {
  let keys: [String]
  let value: ConfigNode
  let place: SourceLocation
  let alternatives: Alternatives

  /// The node with the value set below it; `depth` keys of the path are behind us.
  func setting(_ node: ConfigNode, at depth: Int) throws(InputError) -> ConfigNode {
    guard depth < keys.count else { return value }
    switch node.content {
    case .mapping(let entries): return try setting(in: entries, of: node, at: depth)
    case .sequence(let elements): return try setting(in: elements, of: node, at: depth)
    case .scalar:
      let isReplaced =
        node.isNull || (depth == 1 && keys[0] == "replications")
        || alternatives.contain(keys[depth])
      guard isReplaced else {
        throw failure(.message("\(node.foundText) is a value; it has no keys below it"), at: depth)
      }
      return built(at: depth)
    }
  }

  private func setting(
    in entries: [ConfigNode.Entry], of node: ConfigNode, at depth: Int
  ) throws(InputError) -> ConfigNode {
    var result = node
    var changed = entries
    let removes = depth == keys.count - 1 && value.isNull
    let voided = alternatives.voided(by: keys[depth], in: depth > 0 ? keys[depth - 1] : "")
    changed.removeAll { !removes && voided.contains($0.key) }
    if let index = changed.firstIndex(where: { $0.key == keys[depth] }) {
      changed[index].value = try setting(changed[index].value, at: depth + 1)
    } else if alternatives.areDifferent(entries, keys[depth]) {
      return built(at: depth)
    } else {
      changed.append(entry(at: depth))
    }
    result.content = .mapping(changed)
    return result
  }

  // MARK: New maps

  private func built(at depth: Int) -> ConfigNode {
    guard depth < keys.count else { return value }
    return ConfigNode(.mapping([entry(at: depth)]), at: place)
  }

  private func entry(at depth: Int) -> ConfigNode.Entry {
    ConfigNode.Entry(keys[depth], at: place, built(at: depth + 1))
  }

  // MARK: Lists

  private func setting(
    in elements: [ConfigNode], of node: ConfigNode, at depth: Int
  ) throws(InputError) -> ConfigNode {
    var changed = elements
    if let index = elements.firstIndex(where: { name(of: $0) == keys[depth] }) {
      changed[index] = try setting(element: elements[index], at: depth)
    } else if let index = elements.firstIndex(where: { zipped($0).contains(keys[depth]) }),
      var entries = elements[index].entries,
      let zip = entries.firstIndex(where: { $0.key == "zip" })
    {
      entries[zip].value = try setting(entries[zip].value, at: depth)
      changed[index] = ConfigNode(.mapping(entries), at: elements[index].location)
    } else {
      throw noElement(among: elements, at: depth)
    }
    var result = node
    result.content = .sequence(changed)
    return result
  }

  private func noElement(among elements: [ConfigNode], at depth: Int) -> InputError {
    let known = elements.flatMap { element in
      let zipped = zipped(element)
      return zipped.isEmpty ? name(of: element).map { [$0] } ?? [] : zipped
    }
    return failure(
      .message(elements.isEmpty ? "the list is empty" : "no element has this name"), at: depth + 1,
      allowed: known.isEmpty ? nil : known.joined(separator: ", "),
      suggestion: NearestName.nearest(to: keys[depth], among: known))
  }

  private func name(of element: ConfigNode) -> String? {
    if let name = (element["name"] ?? element["factor"])?.scalarText { return name }
    if let entries = element.entries { return entries.count == 1 ? entries[0].key : nil }
    return element.scalarText
  }

  /// The names of the factors that a zip holds.
  private func zipped(_ element: ConfigNode) -> [String] {
    element["zip"]?.elements?.compactMap { $0["factor"]?.scalarText } ?? []
  }

  /// A strategy's parameters live under its key: `{name: own, gap-recovery: {...}}`. Elements of
  /// other lists, such as groups, are maps of their own.
  private func setting(element: ConfigNode, at depth: Int) throws(InputError) -> ConfigNode {
    if let text = element.scalarText {
      let parameters = ConfigNode.Entry(text, at: element.location, built(at: depth + 1))
      return ConfigNode(.mapping([parameters]), at: element.location)
    }
    let isStrategy = depth == 1 && keys[0] == "strategies"
    let isOnlyKey = element["name"] == nil && element["factor"] == nil
    guard isStrategy || isOnlyKey, var entries = element.entries,
      let index = entries.firstIndex(where: { $0.key != "name" })
    else { return try setting(element, at: depth + 1) }
    entries[index].value = try setting(entries[index].value, at: depth + 1)
    return ConfigNode(.mapping(entries), at: element.location)
  }

  private func failure(
    _ problem: Diagnostic.Problem, at depth: Int, allowed: String? = nil, suggestion: String? = nil
  ) -> InputError {
    let path = keys.prefix(depth).joined(separator: ".")
    let diagnostic = Diagnostic(
      at: place, path: path, problem, allowed: allowed, suggestion: suggestion)
    return InputError(ExitCode.dataError, [diagnostic])
  }
}
