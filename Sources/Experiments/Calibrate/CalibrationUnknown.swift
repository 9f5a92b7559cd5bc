package import Files
import Models

/// A number of the scenario that is to be found.
package struct CalibrationUnknown: Sendable, Equatable {
  package let path: String
  package let scale: InputParameter.Scale
  package let unit: InputParameter.Unit
  /// On the scale; where the search begins.
  package let start: Double
}

extension CalibrationUnknown {
  /// - Parameter resolved: The scenario with defaults filled in.
  /// - Throws: ``InputError`` (64) for paths that lead to no number, to a whole number, or are
  ///   given twice.
  static func read(
    _ paths: [String], _ resolved: ConfigNode, factors: [String]
  ) throws(InputError) -> [CalibrationUnknown] {
    guard !paths.isEmpty else {
      throw usage("--unknown: name at least one path, such as network.offline.exponential.mean")
    }
    guard paths.count <= InputEstimates.countMax else {
      throw usage("--unknown: found \(paths.count); allowed: at most \(InputEstimates.countMax)")
    }
    var unknowns: [CalibrationUnknown] = []
    for path in paths {
      if path.isEmpty { throw usage("--unknown: found nothing; allowed: a path") }
      if unknowns.contains(where: { resolved.isPart(path, of: $0.path) }) {
        throw usage("--unknown: \(path) is given twice")
      }
      if factors.contains(where: { resolved.isPart(path, of: $0) }) {
        throw usage("--unknown: \(path) is a factor of the sweep; leave out the sweep")
      }
      unknowns.append(try CalibrationUnknown(path, resolved))
    }
    return unknowns
  }

  private init(_ path: String, _ resolved: ConfigNode) throws(InputError) {
    guard let node = resolved.value(at: path) else {
      let (place, keys) = resolved.deepest(path)
      let allowed = keys.joined(separator: ", ")
      throw Self.usage(
        "--unknown: the scenario has no \(path); under "
          + "\(place.isEmpty ? "the scenario" : place) it has \(allowed)")
    }
    guard let unit = InputParameter.Unit.allCases.first(where: { $0.number(node) != nil }),
      let number = unit.number(node)
    else {
      throw Self.usage("--unknown: \(path) is \(node.foundText); allowed: a number, time or rate")
    }
    guard !InputDraws.isOfExperiment(path) else {
      throw Self.usage(
        "--unknown: \(path) is a setting of the experiment; allowed: inputs of the model, such as "
          + "network.offline")
    }
    let type = KeyFacts.type(ofPath: path)
    if case .integer = type {
      throw Self.usage(
        "--unknown: \(path) is a whole number, which has no slope; allowed: a sweep over it, each "
          + "design point calibrated by itself")
    }
    self.path = path
    self.unit = unit
    scale = unit == .number && type == .share ? .logit : .log
    let inside = scale == .logit ? min(0.999, max(0.001, number)) : number
    guard let value = scale.value(inside) else {
      throw Self.usage(
        "--unknown: \(path) is \(node.foundText); allowed: a start above 0, such as --set "
          + "\(path)=...")
    }
    start = value
  }

  private static func usage(_ message: String) -> InputError {
    InputError(ExitCode.usage, message)
  }
}

extension KeyFacts {
  /// What a path leads to; nil where only the scenario's text tells, as in a law.
  static func type(ofPath path: String) -> KeyType? {
    var (keys, type) = (KeyFacts.ofScenarios, KeyType?.none)
    for name in path.split(separator: ".").map(String.init) {
      guard let key = keys.first(where: { $0.name == name }) else {
        // A strategy's own name: its kind is not said.
        if type == .strategies { keys = shapes[0].keys.flatMap(\.below) }
        continue
      }
      type = key.type
      keys = key.below
      if case .shape(let shape) = key.type {
        keys = shapes.first { $0.name == shape }?.keys ?? []
      }
      if key.type == .strategies { keys = shapes[0].keys }
    }
    return type
  }
}
