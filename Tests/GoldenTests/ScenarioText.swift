import Files
import Scenarios
import TestSupport

/// A small scenario with a section or two of its own.
enum ScenarioText {
  static let frame = """
    format: 1
    name: small
    seed: 1
    duration: 2d
    workload: {arrivals: {poisson: {rate: 40/d}}, useful_for: 12h}
    network: {online: {exponential: {mean: 6h}}, offline: {weibull: {scale: 20m, shape: 0.6}}}

    """
  static let strategies = "strategies: [fire-and-forget, gap-recovery]\n"

  /// Reads the frame with further lines, and `--set` options.
  static func read(
    _ lines: String, strategies: String = Self.strategies, _ settings: String...,
    replications: Int? = nil
  ) throws -> Experiment {
    var options = Experiment.Options()
    options.overrides = try settings.map { try ConfigOverride.parse($0) }
    options.replications = replications
    return try experiment(frame + strategies + lines, options)
  }

  /// Reads the resolved scenario again.
  static func readAgain(_ read: Experiment) throws -> Experiment {
    try experiment(read.resolved.yaml())
  }
}

/// The tool's message about an error, on one line.
func words(_ body: () throws -> Void) -> String { message(body).replacing(#/\s+/#, with: " ") }

/// The tool's message about an error; empty when there is none.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}
