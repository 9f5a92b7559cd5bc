package import Files

/// A number of the scenario that may vary: the one noun for what a sample draws, `--range`
/// searches, `--unknown` looks for, `--inputs` estimates, and `--pin` moves.
package struct Varied: Sendable, Equatable {
  package let path: String
  package let unit: NumberUnit
  /// The ends between which the key allows plain numbers, as far as its declaration says.
  package let range: ClosedRange<Double>
  /// The scenario's own value: in seconds, per second, a share or a plain number.
  package let value: Double
  /// The same as the scenario writes it.
  package let text: String
}

extension Varied {
  /// - Parameters:
  ///   - resolved: The scenario with defaults filled in.
  ///   - others: Paths that vary already.
  ///   - swept: Paths of the sweep's factors.
  ///   - isListed: A list has its values, which settings of the experiment may have too.
  /// - Throws: The problem of the path, for its reader to tell at the path's place.
  package init(
    _ path: String, in resolved: ConfigNode, besides others: [String] = [], swept: [String] = [],
    isListed: Bool = false
  ) throws(Problem) {
    guard !path.isEmpty else { throw Problem("nothing", allowed: "a path such as \(Self.example)") }
    switch Variation(ofPath: path) {
    case .freely, .below: break
    case .byList where isListed: break
    case .byList, .never:
      throw Problem(
        "\(path), a setting of the experiment",
        allowed: "inputs of the model and parameters of strategies, such as \(Self.example)")
    }
    guard let node = resolved.value(at: path) else { throw Problem(unknown: path, in: resolved) }
    guard let text = node.scalarText, let unit = NumberUnit(of: text, at: path),
      let value = unit.number(text)
    else {
      throw Problem(
        "\(path), which is \(node.foundText)", allowed: "the path of a number, time, rate or share")
    }
    if swept.contains(where: { resolved.isPart(path, of: $0) }) {
      throw Problem(
        "\(path), which the sweep sets", allowed: "what is the same at all design points")
    }
    if let other = others.first(where: { resolved.isPart(path, of: $0) }) {
      let found = other == path ? "\(path) twice" : "\(path), which is \(other)"
      throw Problem(found, allowed: "each path once")
    }
    (self.path, self.unit, self.value, self.text) = (path, unit, value, text)
    let isPlain = unit.ofFile == .number
    range = (isPlain ? KeyFacts.type(ofPath: path)?.range : nil) ?? -.infinity...(.infinity)
  }

  /// - Parameter option: The option that has the path, such as `--range`.
  /// - Throws: `InputError` (64).
  package init(
    _ path: String, of option: String, in resolved: ConfigNode, besides others: [String] = [],
    swept: [String] = []
  ) throws(InputError) {
    do throws(Problem) {
      try self.init(path, in: resolved, besides: others, swept: swept)
    } catch {
      let diagnostic = error.diagnostic(at: SourceLocation(file: option))
      throw InputError(ExitCode.usage, [diagnostic])
    }
  }

  static let example = "network.offline.weibull.scale"
}

extension NumberUnit {
  /// The unit of a number that stands at a path; nil: it is none.
  fileprivate init?(of text: String, at path: String) {
    guard let unit = NumberUnit(of: text) else { return nil }
    let type = unit == .number ? KeyFacts.type(ofPath: path) : nil
    self = type == .share ? .share : type?.isWhole == true ? .whole : unit
  }
}

extension Varied {
  /// Only whole numbers are values.
  package var isWhole: Bool { unit == .whole }
  package var isShare: Bool { unit == .share }

  /// The scale on which its error is nearly normal.
  package var scale: InputParameter.Scale { isShare ? .logit : .log }

  /// The number that a text says in this unit; nil: it says something else.
  package func number(_ text: String) -> Double? { unit.number(text) }

  /// The nearest number that the key allows.
  package func allowed(_ number: Double) -> Double {
    min(range.upperBound, max(range.lowerBound, isWhole ? number.rounded() : number))
  }

  /// A number as a scenario writes it.
  ///
  /// - Parameter location: The place that it comes from.
  package func node(_ number: Double, at location: SourceLocation) -> ConfigNode {
    var node = unit.node(number)
    node.location = location
    return node
  }

  /// About three digits of a number, as people and scenarios write it.
  package func short(_ number: Double) -> String {
    let digits = { (number: Double) in HumanText.digits(number, 3) }
    switch unit {
    case .seconds:
      let (name, size) = Units.timeUnit(suiting: number)
      return digits(number / size) + name
    case .perSecond: return digits(number * 86_400) + "/d"
    case .share: return digits(number * 100) + "%"
    case .whole, .number: return digits(number)
    }
  }

  /// A number in tables and sentences.
  package func text(_ number: Double) -> String { unit.text(number) }
}

// MARK: - Errors of paths

extension Varied {
  /// The reason why a path leads to nothing that may vary: the same words wherever paths are given.
  package struct Problem: Error, Equatable {
    package let found: String
    package let allowed: String
    package let suggestion: String?

    init(_ found: String, allowed: String, suggestion: String? = nil) {
      (self.found, self.allowed, self.suggestion) = (found, allowed, suggestion)
    }

    /// There is nothing at the path.
    fileprivate init(unknown path: String, in resolved: ConfigNode) {
      let (place, keys) = resolved.deepest(path)
      let depth = place.isEmpty ? 0 : place.split(separator: ".").count
      self.init(
        "\(path), which the scenario does not have",
        allowed: "under \(place.isEmpty ? "the scenario" : place): "
          + (keys.isEmpty ? "nothing" : keys.joined(separator: ", ")),
        suggestion: path.split(separator: ".").dropFirst(depth).first.flatMap {
          NearestName.nearest(to: String($0), among: keys)
        })
    }

    /// - Parameters:
    ///   - location: The place where the path is written.
    ///   - key: The key that holds the path; empty: an option.
    package func diagnostic(at location: SourceLocation, key: String = "") -> Diagnostic {
      Diagnostic(at: location, path: key, .found(found), allowed: allowed, suggestion: suggestion)
    }
  }
}

extension ConfigNode {
  /// The longest part of a path that leads somewhere, and the keys that are there.
  fileprivate func deepest(_ path: String) -> (place: String, keys: [String]) {
    var keys = path.split(separator: ".").map(String.init)
    while !keys.isEmpty {
      keys.removeLast()
      let place = keys.joined(separator: ".")
      if let node = keys.isEmpty ? self : value(at: place) {
        return (place, node.namesBelow(place))
      }
    }
    return ("", [])
  }

  /// The names that may continue a path: keys, or names of a list's elements; else those that there
  /// are.
  private func namesBelow(_ place: String) -> [String] {
    let isStrategy = place.hasPrefix("strategies.") && place.split(separator: ".").count == 2
    if let entries, isStrategy {
      // Its parameters stand below its kind.
      let kinds = entries.compactMap(\.value.entries)
      if let parameters = kinds.first { return parameters.map(\.key) }
    }
    if let entries { return entries.map(\.key) }
    let names = (elements ?? []).compactMap { element in
      element.scalarText ?? element["name"]?.scalarText ?? element.entries?.first?.key
    }
    return names.isEmpty ? [foundText] : names
  }
}
