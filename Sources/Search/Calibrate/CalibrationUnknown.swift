package import Files
import Models
import Runs
import Scenarios

/// A number of the scenario that is to be found.
package struct CalibrationUnknown: Sendable, Equatable {
  package let path: String
  package let scale: InputParameter.Scale
  package let unit: InputParameter.Unit
  /// On the scale; where the search begins.
  package let start: Double
  /// Whole numbers alone are possible.
  package let isWhole: Bool
  /// What the key allows, on the scale.
  private let range: ClosedRange<Double>
}

extension CalibrationUnknown {
  /// The nearest place that the key allows.
  func clamped(_ place: Double) -> Double {
    min(range.upperBound, max(range.lowerBound, place))
  }

  /// Whether a step from a place does not leave at once what the key allows.
  func isInside(_ place: Double, _ step: Double) -> Bool {
    !(step < 0 && place <= range.lowerBound) && !(step > 0 && place >= range.upperBound)
  }

  /// The place of the nearest whole number.
  func wholePlace(nearest place: Double) -> Double {
    clamped(scale.value(scale.number(place).rounded()) ?? range.lowerBound)
  }
}

extension CalibrationUnknown {
  /// - Parameter resolved: The scenario with defaults filled in.
  /// - Throws: `InputError` (64) for paths that lead to no number, or are given twice.
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
          + "\(place.isEmpty ? "the scenario" : place) it has \(allowed)"
          + (resolved.suggestion(for: path).map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    guard let unit = InputParameter.Unit.allCases.first(where: { $0.number(node) != nil }),
      let number = unit.number(node)
    else {
      throw Self.usage("--unknown: \(path) is \(node.foundText); allowed: a number, time or rate")
    }
    guard Variation(ofPath: path).allowsNumbers else {
      throw Self.usage(
        "--unknown: \(path) is a setting of the experiment; allowed: inputs of the model, such as "
          + "network.offline")
    }
    let type = KeyFacts.type(ofPath: path)
    let scale: InputParameter.Scale = unit == .number && type == .share ? .logit : .log
    isWhole = unit == .number && type?.isWhole == true
    let ends = unit == .number ? type?.range : nil
    let low = max(isWhole ? 1 : 0, ends?.lowerBound ?? 0)
    let inside = scale == .logit ? min(0.999, max(0.001, number)) : max(isWhole ? 1 : 0, number)
    guard let value = scale.value(inside) else {
      throw Self.usage(
        "--unknown: \(path) is \(node.foundText); allowed: a start above 0, such as --set "
          + "\(path)=...")
    }
    (self.path, self.unit, self.scale, start) = (path, unit, scale, value)
    let high = ends.flatMap { scale.value($0.upperBound) } ?? .infinity
    range = (scale.value(low) ?? -.infinity)...high
  }

  private static func usage(_ message: String) -> InputError {
    InputError(ExitCode.usage, message)
  }
}
