package import Files
import Foundation
import Models
package import Scenarios
import Statistics

/// The values of unknown inputs with which a scenario produces what was observed: simulated method
/// of moments.
///
/// Source: D. McFadden, "A method of simulated moments for estimation of discrete response models
/// without numerical integration", Econometrica 57 (1989) 995-1026.
package struct Calibration: Sendable {
  let model: CalibrationModel
  let size: Size
  /// Sentences say which figures are not used, and why.
  package internal(set) var unused: [String] = []
  /// The figures were not chosen by the user: one that follows from another is left out.
  var isAutomatic = false

  /// The amount of simulation at each place.
  struct Size: Sendable {
    /// The first steps have so many: enough for controls.
    let first: Int
    let last: Int
    /// The most steps of a search.
    var steps = Calibration.iterationsMax
  }
}

extension Calibration {
  /// These figures were observed.
  package var figures: [CalibrationTarget] { model.targets }

  /// - Throws: `InputError` (64) for unknowns that the scenario does not have, and a sweep.
  package init(
    _ experiment: Experiment, _ targets: [CalibrationTarget], unknown: [String], threads: Int
  ) throws(InputError) {
    guard experiment.points.count == 1 else {
      throw InputError(
        ExitCode.usage,
        "\(experiment.file): has \(experiment.points.count) design points; allowed: one; set each "
          + "factor to one value and leave out sweep (--set sweep=null)")
    }
    let unknowns = try CalibrationUnknown.read(
      unknown, experiment.resolved, swept: experiment.factors.map(\.path))
    let whole = unknowns.filter(\.isWhole).map(\.path)
    guard whole.count < 2 else {
      throw InputError(
        ExitCode.usage,
        "--unknown: found \(whole.joined(separator: ", ")); allowed: one whole number, since each "
          + "value of it is tried by itself")
    }
    var plain = Experiment.Options()
    (plain.allowsOutside, plain.watchesConsole) = (experiment.allowsOutside, true)
    model = CalibrationModel(
      tree: experiment.resolved.without(["expect", "best"]), file: experiment.file,
      folder: experiment.folder, options: plain, unknowns: unknowns, targets: targets,
      threads: threads)
    let replications = experiment.base.replications
    let most = replications.isFixed ? replications.max : replications.min
    guard most >= Self.replicationsMin else {
      throw InputError(
        ExitCode.usage,
        "--replications: found \(most); allowed: at least \(Self.replicationsMin), because the "
          + "error of the simulation must be known, too")
    }
    size = Size(first: min(most, max(20, most / 4)), last: most)
  }

  static let replicationsMin = 10
  static let iterationsMax = 12
  /// A step of this part of a standard error ends the search: a linear model leads that far.
  static let stepMin = 0.5
  /// The longest step on the scales; a factor e.
  static let stepMax = 1.0
  /// Half of the distance between the places of a slope: about a standard error, so that the noise
  /// of the simulation hardly matters.
  static let slopeSteps = 0.1...0.3
  /// A direction whose standard error would be above a factor e² is open.
  static let errorMax = 2.0
  /// Figures that the simulation knows worse than this part of their own error need more
  /// replications, up to so many times the scenario's.
  private static let noiseMax = 0.4
  private static let growthMax = 16.0

  /// Searches, and tests what was found: first roughly, then with so many replications that the
  /// simulation adds little to the errors of the figures.
  ///
  /// - Parameter report: The function that tells the user what is being done.
  /// - Throws: As `CalibrationModel/moments(_:replications:)`; `InputError` (65) where the
  ///   scenario does not produce a figure at its own values.
  package func run(report: (String) -> Void) async throws -> Result {
    report("\(size.first) replications at each place ...")
    var surface = try await surface(
      model.unknowns.map(\.start), size.first, step: Self.slopeSteps.lowerBound)
    let followers = try followers(surface.center)
    let absent = absent(surface)
    guard followers.isEmpty, absent.isEmpty else {
      for (words, names) in [
        ("they follow from others", followers), ("the scenario never has them", absent),
      ] where !names.isEmpty {
        report("left out, because \(words): \(names.joined(separator: "; "))")
      }
      let model = model.without(Set(followers + absent))
      guard !model.targets.isEmpty else { throw missing(at: surface.place) }
      return try await Calibration(model: model, size: size).run(report: report)
    }
    if model.unknowns.contains(where: \.isWhole) {
      report("whole numbers ...")
      return try result(await WholeNumbers(of: self, near: surface))
    }
    surface = try await approached(surface)
    var hasConverged = false
    for replications in try await sizes(surface.place) {
      report("\(replications) replications at each place ...")
      (surface, hasConverged) = try await refined(
        surface, at: next(surface, surface.step), replications)
    }
    return try await checked(result(surface, hasConverged), surface, report)
  }

  /// Adds the range of the values, and their dependence on the shape of a law. Where none produce
  /// the figures, another shape may.
  private func checked(
    _ result: Result, _ surface: Surface, _ report: (String) -> Void
  ) async throws -> Result {
    guard result.hasConverged else { return result }
    var result = result
    let wide = model.unknowns.indices.filter { result.spread[$0] > Self.waldMax }
    if !wide.isEmpty, !result.isRejected {
      report("intervals ...")
      let profile = try await Profile(of: self, result, surface)
      for unknown in wide { result.ends[unknown] = try await profile.ends(of: unknown) }
    }
    guard result.open.isEmpty else { return result }
    result.shapes = try await Shapes(of: self, result, surface).tried(report)
    return result
  }

  /// An unknown with a larger standard error on its scale has an interval of its own: figures bend
  /// where it goes so far.
  static let waldMax = 0.1

  typealias Surface = CalibrationSurface

  /// The scenario's own number of replications, and as many as the figures' errors ask for.
  func sizes(_ place: [Double]) async throws -> [Int] {
    let errors = try await known(place, size.last).errors
    let noise = zip(errors, model.targets).map { $0 / $1.standardError }.max() ?? 0
    let factor = min(Self.growthMax, pow(noise / Self.noiseMax, 2))
    return factor > 1 ? [size.last, Int((factor * Double(size.last)).rounded(.up))] : [size.last]
  }
}
