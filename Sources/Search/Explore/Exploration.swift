import Answers
package import Files
import Models
import Runs
package import Scenarios

/// The page of `explore` needs to know this of a scenario.
package struct Exploration {
  private let experiment: Experiment
  private let pins: [Pin]
  private let loader: Loader
  private static let devicesLeast = 4
  private static let devicesProbed = 10
  /// A replication should have so many.
  private static let notifications = 1000.0

  /// - Parameters:
  ///   - file: The scenario.
  ///   - pins: Each as `PATH=A..B`; empty: the usual ones.
  /// - Throws: `InputError`: as `Experiment/load(_:_:)`; 64 for pins that the scenario cannot have.
  package init(
    _ file: String, _ options: Experiment.Options, pins texts: [String]
  ) throws(InputError) {
    experiment = try Experiment.load(file, options)
    loader = Loader(file: file, options: options, resolved: experiment.resolved)
    var pins: [Pin] = []
    for (place, text) in texts.enumerated() {
      let text = try VariedRange.Text(text, option: Pin.option)
      let others = try texts[..<place].map { text throws(InputError) in
        try VariedRange.Text(text, option: Pin.option).path
      }
      pins.append(try loader.pin(text, besides: others))
    }
    self.pins = try texts.isEmpty ? Pin.usual(experiment.resolved) : pins
  }

  /// An answer of so many comes at once: they have ``notifications``, by a small run. All of them,
  /// where they share an endpoint.
  private func devices() async throws -> Int {
    let all = experiment.base.frame.devices
    guard experiment.resolved.value(at: "provider.resend.capacity") == nil else { return all }
    let probed = min(Self.devicesProbed, all)
    let outcome = try await Runner(loader.small(devices: probed), threads: 1).run()
    let owed = outcome.series.map { series in
      Double(series.sum.owed) / Double(series.records.count * probed)
    }.max()
    guard let owed, owed > 0 else { return all }
    return min(all, max(Self.devicesLeast, Int((Self.notifications / owed).rounded(.up))))
  }

  /// The text as JSON, for the page.
  ///
  /// - Parameter isOpening: The page needs the number of devices, which a small run tells.
  /// - Throws: The errors of a run.
  package func text(isOpening: Bool) async throws -> String {
    let scenario = experiment.base
    let devices = isOpening ? try await devices() : scenario.frame.devices
    return ConfigNode.map([
      ("title", .text(scenario.title ?? scenario.name)),
      ("devices", .integer(devices)), ("devices_all", .integer(scenario.frame.devices)),
      ("strategies", .list(scenario.strategies.map { .text($0.name) })),
      ("baseline", .text(scenario.baseline)),
      ("pins", .list(pins.map(\.node))),
    ]).json()
  }
}

/// Loads the scenario with other values.
private struct Loader {
  let file: String
  let options: Experiment.Options
  let resolved: ConfigNode

  /// - Throws: `InputError` (64) where the scenario cannot have an end of the range.
  func pin(_ text: VariedRange.Text, besides others: [String]) throws(InputError) -> Pin {
    // A key that is ideal where it is absent has a value once it is set.
    let there =
      resolved.value(at: text.path) == nil
      ? try? load(text.path, text.low, ConfigOverride.location).resolved : nil
    let varied = try Varied(
      text.path, of: Pin.option, in: there ?? resolved, besides: others)
    let pin = try Pin(text, varied, isOwn: there == nil)
    for end in [text.low, text.high] {
      _ = try load(text.path, end, SourceLocation(file: Pin.option))
    }
    return pin
  }

  /// - Throws: `InputError`: as `Experiment/load(_:_:)`.
  func small(devices: Int) throws(InputError) -> Experiment {
    var options = options
    options.replications = 2
    options.inputDraws = nil
    options.overrides += try ["devices=\(devices)", "sweep=", "best=", "expect="].map {
      text throws(InputError) in try ConfigOverride.parse(text)
    }
    return try Experiment.load(file, options)
  }

  private func load(
    _ path: String, _ value: String, _ place: SourceLocation
  ) throws(InputError) -> Experiment {
    var options = options
    // It checks the path.
    var override = try ConfigOverride.parse("\(path)=")
    override.value = ConfigNode(.scalar(text: value, isQuoted: false), at: place)
    options.overrides.append(override)
    return try Experiment.load(file, options)
  }
}
