package import Files
package import Scenarios

/// A number of the scenario that is to be found.
package struct CalibrationUnknown: Sendable, Equatable {
  package let varied: Varied
  /// The start of the search, on the scale.
  package let start: Double
  /// The values that the key allows, on the scale.
  private let range: ClosedRange<Double>
}

extension CalibrationUnknown {
  package var path: String { varied.path }
  package var unit: NumberUnit { varied.unit }
  package var scale: InputParameter.Scale { varied.scale }
  package var isWhole: Bool { varied.isWhole }

  /// The nearest place that the key allows.
  func clamped(_ place: Double) -> Double {
    min(range.upperBound, max(range.lowerBound, place))
  }

  /// Whether a step from a place does not leave at once what the key allows.
  func isInside(_ place: Double, _ step: Double) -> Bool {
    !(step < 0 && place <= range.lowerBound) && !(step > 0 && place >= range.upperBound)
  }

  /// The place of a whole number; nil: the key does not allow it.
  func wholePlace(_ number: Double) -> Double? {
    guard number >= 1, let value = scale.value(number), clamped(value) == value else { return nil }
    return value
  }

  /// The place of the nearest whole number.
  func wholePlace(nearest place: Double) -> Double {
    clamped(scale.value(scale.number(place).rounded()) ?? range.lowerBound)
  }
}

extension CalibrationUnknown {
  private static let option = "--unknown"

  /// - Parameters:
  ///   - resolved: The scenario with defaults filled in.
  ///   - swept: The paths of the sweep's factors.
  /// - Throws: `InputError` (64) for paths that lead to no number, or are given twice.
  static func read(
    _ paths: [String], _ resolved: ConfigNode, swept: [String]
  ) throws(InputError) -> [CalibrationUnknown] {
    guard !paths.isEmpty else {
      throw usage("name at least one path, such as network.offline.exponential.mean")
    }
    guard paths.count <= InputEstimates.countMax else {
      throw usage("found \(paths.count); allowed: at most \(InputEstimates.countMax)")
    }
    var unknowns: [CalibrationUnknown] = []
    for path in paths {
      let varied = try Varied(
        path, of: option, in: resolved, besides: unknowns.map(\.path), swept: swept)
      unknowns.append(try CalibrationUnknown(varied))
    }
    return unknowns
  }

  private init(_ varied: Varied) throws(InputError) {
    let (scale, least) = (varied.scale, varied.isWhole ? 1.0 : 0)
    let number = varied.isShare ? min(0.999, max(0.001, varied.value)) : max(least, varied.value)
    guard let start = scale.value(number) else {
      throw Self.usage(
        "\(varied.path) is \(varied.text); allowed: a start above 0, such as --set "
          + "\(varied.path)=...")
    }
    (self.varied, self.start) = (varied, start)
    let low = scale.value(max(least, varied.range.lowerBound)) ?? -.infinity
    range = low...(scale.value(varied.range.upperBound) ?? .infinity)
  }

  private static func usage(_ message: String) -> InputError {
    InputError(ExitCode.usage, "\(option): \(message)")
  }
}
