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
  /// The number of vectors.
  package let count: Int
  private let factor: CholeskyFactor
  /// The place where each parameter is written, for messages.
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

  /// The number of replications of each vector, so that all of them cost about as much as a few
  /// runs.
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
  ///
  /// - Parameter inputs: The inputs that ``inputs(in:swept:)`` gives.
  /// - Throws: `InputError` (65) where the scenario has no place for the choice of users.
  func applied(
    _ inputs: [Varied], to tree: ConfigNode, _ number: Int, seed: UInt64
  ) throws(InputError) -> ConfigNode {
    let vector = vector(number, seed: seed)
    let start =
      estimates.drawsUsers
      ? try tree.setting(Self.usersKey, to: .integer(number + 1), oneOf: .ofScenarios) : tree
    return inputs.indices.reduce(start) { tree, place in
      let number = inputs[place].allowed(estimates.parameters[place].scale.number(vector[place]))
      return tree.placing(
        inputs[place].node(number, at: locations[place]), at: inputs[place].path)
    }
  }

  /// Another number in it draws other users.
  private static let usersKey = "workload.arrivals.trace.resample"

  /// All inputs, as the scenario has them.
  ///
  /// - Throws: `InputError` (65) for paths that lead to no number or to one of another unit, and
  ///   those that the sweep sets.
  func inputs(in tree: ConfigNode, swept: [String]) throws(InputError) -> [Varied] {
    let sink = DiagnosticSink()
    var inputs: [Varied] = []
    if estimates.drawsUsers, tree.value(at: "workload.arrivals.trace.device") == nil {
      sink.report(
        Diagnostic(
          at: nil, path: InputEstimates.users, .found("true"),
          allowed: "false: the scenario's messages are no trace with device"))
    }
    for (place, parameter) in estimates.parameters.enumerated() {
      do throws(Varied.Problem) {
        let input = try Varied(
          parameter.path, in: tree, besides: inputs.map(\.path), swept: swept)
        try Self.check(input, parameter)
        inputs.append(input)
      } catch {
        sink.report(error.diagnostic(at: locations[place], key: "parameters[\(place)].path"))
      }
    }
    try sink.throwIfAny()
    return inputs
  }

  private static func check(
    _ input: Varied, _ parameter: InputParameter
  ) throws(Varied.Problem) {
    let found = "\(input.path), which is \(input.text)"
    guard input.unit.ofFile == parameter.unit else {
      throw Varied.Problem(found, allowed: "a value in the unit \(parameter.unit.rawValue)")
    }
    guard parameter.scale.value(input.value) != nil else {
      throw Varied.Problem(
        found + ", which has no place on the scale \(parameter.scale.rawValue)",
        allowed: "another scale: log of what is above 0, logit of shares, linear")
    }
  }

  /// Inputs whose value in the scenario is far from the estimate: more than three standard errors,
  /// and more than the digits of a scenario.
  func distant(from tree: ConfigNode) -> [String] {
    estimates.parameters.indices.filter { place in
      let parameter = estimates.parameters[place]
      guard let number = tree.value(at: parameter.path)?.scalarText.flatMap(parameter.unit.number),
        let value = parameter.scale.value(number)
      else { return false }
      let error = estimates.covariance[place][place].squareRoot()
      return abs(value - parameter.estimate) > max(3 * error, 1e-3)
    }.map { estimates.parameters[$0].path }
  }
}
