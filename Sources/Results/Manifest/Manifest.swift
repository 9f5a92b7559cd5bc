import Files
import Runs
import Scenarios
import Vocabulary

/// `manifest.json`: what is needed to run an experiment again and to trust its files.
///
/// It is written by the tool alone and read by a reader of its own, so that nothing limits its size
/// but the experiment.
package struct Manifest: Codable, Sendable {
  /// `Version/manifest`.
  var format = Version.manifest
  var resultsEpoch = Version.resultsEpoch
  var streamLayout: Int
  package var toolVersion = Version.tool
  /// `unknown` without `make`.
  var gitCommit: String
  var gitDirty: Bool?
  /// The name of the scenario's file, as the user wrote it.
  var scenarioFile: String
  /// The folder where the scenario's relative files start, as seen from the results directory.
  var scenarioFolder: String
  var allowOutside: Bool
  /// This was run: the scenario with its defaults filled in.
  var scenario: ConfigNode
  var scenarioSHA256: String
  /// The data files.
  var inputs: [InputFiles.Record]
  /// The draws have the form of `InputDraws/node`.
  var inputDraws: ConfigNode?
  var seed: Seed
  var replications: Replications
  /// These strategies were run.
  var strategies: [String]
  /// The part of the run, such as `2/3`; nil for a whole run.
  var shard: String?
  /// `Dealing/version`, of a shard.
  var dealing: Int?
  /// `UnitFile/version`, of a shard.
  var unitsVersion: Int?
  var runSHA256: String
  /// These controls move the estimates of each strategy.
  var controls: [String: [String]]
  /// These reasons stand in the way of more controls.
  var controlsLeftOut: [String]
  var files: [File]
  var platform: Platform.Record
  var host: String
  /// The run took so long [s].
  var wallTime: Double

  /// A text above 2^53, which readers of JSON would round.
  struct Seed: Sendable {
    let value: UInt64
  }

  /// The number of replications of each design point.
  enum Replications: Equatable, Sendable {
    case each(Int)
    /// The numbers by design point, with a precision to reach.
    case byPoint([Int])

    /// The most that a design point has.
    var most: Int {
      switch self {
      case .each(let count): count
      case .byPoint(let counts): counts.max() ?? 0
      }
    }
  }

  /// A file of results, and its hash.
  struct File: Codable, Sendable {
    let file: String
    let sha256: String
  }
}

// MARK: - Its keys

extension Manifest {
  enum CodingKeys: String, CodingKey {
    case format, scenario, inputs, seed, replications, strategies, shard, dealing, controls, files
    case platform, host
    case resultsEpoch = "results_epoch"
    case streamLayout = "stream_layout"
    case toolVersion = "tool_version"
    case gitCommit = "git_commit"
    case gitDirty = "git_dirty"
    case scenarioFile = "scenario_file"
    case scenarioFolder = "scenario_folder"
    case allowOutside = "allow_outside"
    case scenarioSHA256 = "scenario_sha256"
    case inputDraws = "input_draws"
    case unitsVersion = "units_version"
    case runSHA256 = "run_sha256"
    case controlsLeftOut = "controls_left_out"
    case wallTime = "wall_time_s"
  }
}

/// A number; above 2^53 a text.
extension Manifest.Seed: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = (try? value.decode(String.self)).flatMap(UInt64.init) {
      self.init(value: number)
    } else {
      self.init(value: try value.decode(UInt64.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value > 1 << 53 {
      try container.encode(String(value))
    } else {
      try container.encode(value)
    }
  }
}

/// One number, or a list of them.
extension Manifest.Replications: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    self = try (try? value.decode(Int.self)).map { .each($0) } ?? .byPoint(value.decode([Int].self))
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .each(let count): try value.encode(count)
    case .byPoint(let counts): try value.encode(counts)
    }
  }
}
