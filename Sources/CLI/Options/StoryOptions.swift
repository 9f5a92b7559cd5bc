import ArgumentParser
import Files
import Foundation
import Results
import Scenarios
import Stories

/// The place of an event: all commands that simulate devices again ask for it alike.
struct StoryOptions: ParsableArguments {
  @Argument(help: "A scenario file (YAML) or a results directory.", completion: .file())
  var source: String

  @Option(
    name: .customLong("strategy"), parsing: .singleValue,
    help: ArgumentHelp("Look at this strategy.", valueName: "name"))
  var strategies: [String] = []

  @Option(
    parsing: .unconditional, help: "Look at this design point of a sweep, from 0 (default: 0).")
  var designPoint: Int?

  @Option(parsing: .unconditional, help: "Look at this replication, from 0 (default: 0).")
  var replication: Int?

  @Option(parsing: .unconditional, help: "Look at this device, from 0.")
  var device: Int?

  func checkStrategy() throws {
    guard let first = strategies.first else {
      throw ValidationError("missing expected argument '--strategy <name>'")
    }
    if strategies.count > 1 {
      throw ValidationError("--strategy: found \(first) and more; allowed: one")
    }
  }

  func checkDevice() throws {
    guard device == nil else { return }
    throw ValidationError(
      "missing expected argument '--device <device>' (find lists devices to look at)")
  }

  /// - Throws: `InputError`: 64 for changes of results.
  func load(_ options: OneReplicationOptions) throws -> Experiment {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: source, isDirectory: &isDirectory)
    guard exists, isDirectory.boolValue else { return try options.load(source) }
    guard options.words.isEmpty else {
      throw InputError(
        Files.ExitCode.usage,
        "\(source): results are explained as they are: --set, --seed, --replications and "
          + "--allow-outside belong to a scenario file")
    }
    return try Experiment.load(results: source)
  }

  /// - Precondition: The strategy is checked.
  func explanation(of message: Int? = nil) -> Explanation {
    Explanation(
      point: designPoint ?? 0, strategy: strategies[0], replication: replication ?? 0,
      device: device, message: message)
  }

  /// Says which design point was taken, where nobody chose one of several.
  func noteDesignPoint(_ experiment: Experiment) {
    guard designPoint == nil, let point = experiment.firstOfMany else { return }
    Console.note("note: \(point); --design-point chooses another")
  }

  /// The command that explains one message, for the user to copy.
  func command(
    _ options: OneReplicationOptions, strategy: String, _ replication: Int, device: Int,
    message: Int
  ) -> [String] {
    ["deliverysim", "explain", source] + options.words
      + (designPoint.map { ["--design-point", "\($0)"] } ?? [])
      + ["--strategy", strategy, "--replication", "\(replication)"]
      + ["--device", "\(device)", "--message", "\(message)"]
  }
}
