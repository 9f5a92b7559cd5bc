import DeliverySim
package import Files
import Models
import Statistics

/// Vectors of inputs, drawn from what is known about them: how sure results are, is how much they
/// differ between the vectors.
package struct InputDraws: Sendable, Equatable {
  package let estimates: InputEstimates
  /// The paths of the uncertain inputs.
  var paths: [String] { estimates.parameters.map(\.path) }
  /// How many vectors.
  package let count: Int
  private let factor: CholeskyFactor
  /// Where each parameter is written, for messages.
  private let locations: [SourceLocation]

  /// - Parameter count: ``countRange``.
  /// - Throws: `InputError` (65) for what is wrong in the tree, and a covariance that is not
  ///   positive definite.
  package init(_ node: ConfigNode, count: Int) throws(InputError) {
    precondition(Self.countRange.contains(count), "the caller has checked the number of draws")
    let estimates = try InputEstimates(node)
    self.estimates = estimates
    self.count = count
    locations = (node["parameters"]?.elements ?? []).map { $0["path"]?.location ?? $0.location }
    guard let factor = CholeskyFactor(estimates.covariance) else {
      let path = zip(estimates.parameters, estimates.covariance.indices)
        .first { estimates.covariance[$1][$1] <= 0 }?.0.path
      let diagnostic = Diagnostic(
        at: node["covariance"]?.location, path: "covariance",
        .found(path.map { "no variance above 0 of \($0)" } ?? "a singular matrix"),
        allowed: "one whose eigenvalues are above 0; leave out a parameter that others determine")
      throw InputError(ExitCode.dataError, [diagnostic])
    }
    self.factor = factor
  }

  package static let countRange = 2...10_000
  package static let countStandard = 50
}

extension InputDraws {
  /// Reads `inputs.json`.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 as ``init(_:count:)``.
  package static func read(_ path: String, count: Int) throws(InputError) -> InputDraws {
    let bytes = try InputFile.contents(path: path, displayName: path, named: .user)
    return try InputDraws(ConfigNode.parse(yaml: bytes, file: path), count: count)
  }

  /// The record that a manifest has.
  package var node: ConfigNode { .map([("draws", .integer(count)), ("law", estimates.node)]) }

  /// - Throws: `InputError` (65) for a manifest that was edited.
  package init?(ofManifest node: ConfigNode?, file: String) throws(InputError) {
    guard let node, !node.isNull else { return nil }
    guard let law = node["law"], let count = node["draws"]?.scalarText.flatMap({ Int($0) }),
      Self.countRange.contains(count)
    else { throw InputError(ExitCode.dataError, "\(file): edited: input_draws") }
    try self.init(law, count: count)
  }

  /// How many replications each vector has, so that all of them cost about as much as a few runs.
  ///
  /// - Parameter replications: Of the run itself.
  static func replications(beside replications: Int) -> Int {
    min(replications, max(4, replications / 10))
  }

  /// A vector on the parameters' own scales: a function of the seed and its number alone.
  package func vector(_ number: Int, seed: UInt64) -> [Double] {
    var draws = RandomSource(seed: seed, replication: 0).inputStream.draws(index: UInt32(number))
    let normals = estimates.parameters.map { _ in Normal.quantile(draws.uniform()) }
    return zip(estimates.parameters, factor.times(normals)).map { $0.estimate + $1 }
  }
}

extension InputDraws {
  // MARK: In a scenario

  /// A scenario's tree, with defaults filled in, where the inputs are those of a vector.
  func applied(to tree: ConfigNode, _ number: Int, seed: UInt64) -> ConfigNode {
    let vector = vector(number, seed: seed)
    return estimates.parameters.indices.reduce(tree) { tree, place in
      let parameter = estimates.parameters[place]
      var number = parameter.scale.number(vector[place])
      if let type = KeyFacts.type(ofPath: parameter.path), parameter.unit == .number {
        let range = type.range ?? -.infinity...(.infinity)
        if type.isWhole { number = number.rounded() }
        number = min(range.upperBound, max(range.lowerBound, number))
      }
      var node = parameter.unit.node(number)
      node.location = locations[place]
      return tree.placing(node, at: parameter.path)
    }
  }

  /// Whether the scenario has all inputs.
  ///
  /// - Throws: `InputError` (65) for paths that it lacks, another law at their place, another
  ///   unit, or a factor of the sweep.
  func check(_ tree: ConfigNode, varied: [String]) throws(InputError) {
    let sink = DiagnosticSink()
    for (place, (parameter, location)) in zip(estimates.parameters, locations).enumerated() {
      let path = parameter.path
      let report = { (found: String, allowed: String) in
        sink.report(Diagnostic(at: location, path: path, .message(found), allowed: allowed))
      }
      if !Variation(ofPath: path).allowsNumbers {
        report("a setting of the experiment", "inputs of the model, such as network.offline")
      } else if varied.contains(where: { tree.isPart(path, of: $0) }) {
        report("the sweep sets it", "an input that is the same at all design points")
      } else if let other = estimates.parameters[..<place].first(where: {
        tree.isPart(path, of: $0.path)
      }) {
        report("the same as \(other.path)", "each input once")
      } else if let node = tree.value(at: path) {
        if let number = parameter.unit.number(node) {
          guard parameter.scale.value(number) == nil else { continue }
          report(
            "the scenario has \(node.foundText), which has no place on the scale "
              + parameter.scale.rawValue,
            "another scale: log of what is above 0, logit of shares, linear")
          continue
        }
        report(
          "the scenario has \(node.foundText)", "a value in the unit \(parameter.unit.rawValue)")
      } else {
        let (place, keys) = tree.deepest(path)
        let has = keys.isEmpty ? "nothing" : keys.joined(separator: ", ")
        let near = tree.suggestion(for: path).map { "; did you mean \"\($0)\"?" } ?? ""
        report(
          "the scenario has no such input",
          "under \(place.isEmpty ? "the scenario" : place) it has \(has)\(near)")
      }
    }
    try sink.throwIfAny()
  }

  /// Inputs whose value in the scenario is far from the estimate: more than three standard errors,
  /// and more than the digits of a scenario.
  func distant(from tree: ConfigNode) -> [String] {
    estimates.parameters.indices.filter { place in
      let parameter = estimates.parameters[place]
      guard let number = tree.value(at: parameter.path).flatMap(parameter.unit.number),
        let value = parameter.scale.value(number)
      else { return false }
      let error = estimates.covariance[place][place].squareRoot()
      return abs(value - parameter.estimate) > max(3 * error, 1e-3)
    }.map { estimates.parameters[$0].path }
  }
}

extension ConfigNode {
  /// What a path may go on with: keys, or names of a list's elements; else what there is.
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

  /// The name nearest to the first one of a path that leads nowhere.
  package func suggestion(for path: String) -> String? {
    let (place, keys) = deepest(path)
    let depth = place.isEmpty ? 0 : place.split(separator: ".").count
    return path.split(separator: ".").dropFirst(depth).first.flatMap {
      NearestName.nearest(to: String($0), among: keys)
    }
  }

  /// How far a path leads, and what there is in its place.
  package func deepest(_ path: String) -> (place: String, keys: [String]) {
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
}
