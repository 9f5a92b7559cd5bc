import ArgumentParser
import Files
import Scenarios
import Vocabulary

/// The precision that a run must reach, and the time that it may take.
struct PrecisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Run until the differences between strategies are known to this much, such as 0.1pp; the tool \
      chooses the numbers of devices and replications.
      """, valueName: "width"))
  var precision: String?

  @Flag(help: "The precision is a share of each difference: --precision 10% --relative.")
  var relative = false

  @Option(
    help: ArgumentHelp(
      "Apply --precision to this metric (default: that of the answer).", valueName: "name"))
  var metric: String?

  @Option(
    help: ArgumentHelp(
      "Stop after about this time, such as 30s, with the results so far.", valueName: "time"))
  var time: String?
}

extension PrecisionOptions {
  /// The scenario with a precision to reach, where one is asked for.
  ///
  /// - Parameter sets: The keys that the user has set.
  /// - Throws: `InputError`: 64 for options that mean nothing together; as `Experiment/make`.
  func applied(to plain: Experiment, sets: [String]) throws -> Experiment {
    guard let precision else {
      if metric != nil { throw Self.usage("--metric", "only beside --precision") }
      if relative { throw Self.usage("--relative", "only beside --precision") }
      return plain
    }
    var options = Experiment.Options()
    options.allowsOutside = plain.allowsOutside
    options.overrides = try overrides(precision, plain, sets)
    return try Experiment.make(plain.written, file: plain.file, folder: plain.folder, options)
  }

  private func overrides(
    _ precision: String, _ plain: Experiment, _ sets: [String]
  ) throws -> [ConfigOverride] {
    if plain.inputDraws != nil {
      throw Self.usage("--precision", "only without --inputs, whose intervals say how sure it is")
    }
    if plain.base.selection != nil {
      throw Self.usage("--precision", "only without best, which decides itself when to stop")
    }
    // 0.1 of a share would be ten points.
    let needsUnit = !relative && metric.map(Metric.isShare) ?? plain.leadingMetric.isShare
    if !precision.contains(where: \.isNumber) || needsUnit && Double(precision) != nil {
      throw Self.usage(
        "--precision",
        "a width with its unit such as 0.1pp, found \(Diagnostic.excerpt(precision))")
    }
    let metric = metric.map { ", metric: \($0)" } ?? ""
    let target = relative ? "relative" : "half_width"
    var all = ["replications={until: {\(target): \(precision), leader: true\(metric)}}"]
    if let devices = plain.devicesOfPrecision, !sets.contains("devices") {
      all.append("devices=\(devices)")
    }
    return try all.map { try ConfigOverride.parse($0) }
  }

  /// The longest time that the run may take; nil: as long as it takes.
  ///
  /// - Throws: `InputError` (64) for what is no time, and for a run that does not look at what it
  ///   has.
  func duration(_ experiment: Experiment) throws -> Duration? {
    guard let time else { return nil }
    guard let span = Units.duration(time), span > 0 else {
      throw Self.usage("--time", "a time such as 30s, found \(Diagnostic.excerpt(time))")
    }
    guard experiment.base.replications.until != nil else {
      throw Self.usage("--time", "only with a precision (--precision, or replications.until)")
    }
    return .microseconds(span)
  }

  private static func usage(_ option: String, _ allowed: String) -> InputError {
    InputError(Files.ExitCode.usage, "\(option): allowed: \(allowed)")
  }
}
