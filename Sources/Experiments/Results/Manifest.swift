import DeliverySim
import Files
import Models

/// `manifest.json`: what is needed to run the experiment again and to trust its files.
struct Manifest {
  let outcome: RunOutcome
  /// The results directory.
  let directory: String
  let identity: RunIdentity
  /// Nil for a shard, which has none of its own.
  let verdict: RunVerdict?
  let shard: Shard?
  let warnings: [String]
  let wallTime: Double
  /// The files' names and contents.
  let files: [(name: String, bytes: [UInt8])]
  let platform = Platform()

  func json() -> String {
    let experiment = outcome.experiment
    let git = platform.gitCommit
    return ConfigNode.map([
      ("format", .integer(Version.format)),
      ("results_epoch", .integer(Version.resultsEpoch)),
      ("stream_layout", .integer(RandomSource.layoutVersion)),
      ("tool_version", .text(Version.tool)),
      ("git_commit", .text(git?.commit ?? "unknown")),
      ("git_dirty", git.map { .bool($0.isDirty) } ?? .null),
      ("scenario_file", .text(experiment.file)),
      ("scenario_folder", .text(RelativePath.path(to: experiment.folder, from: directory))),
      ("allow_outside", .bool(experiment.allowsOutside)),
      ("scenario", experiment.resolved),
      ("scenario_sha256", .text(SHA256.hex(of: Array(experiment.resolved.yaml().utf8)))),
      ("inputs", .list(experiment.inputs.map(Self.entry))),
      ("input_draws", experiment.inputDraws?.node ?? .null),
      ("seed", .integer(experiment.base.frame.seed)),
      ("replications", replications),
      ("strategies", .list(strategies.map { .text($0) })),
      ("shard", shard.map { .text($0.text) } ?? .null),
      ("dealing", shard == nil ? .null : .integer(Dealing.version)),
      (RunIdentity.unitsKey, shard == nil ? .null : .integer(UnitFile.version)),
      ("run_sha256", .text(identity.sha256)),
      ("controls", ControlNotes(outcome: outcome).used),
      ("controls_left_out", ControlNotes(outcome: outcome).leftOut),
      ("verdict", verdict?.node ?? .null),
      ("answer", .list(verdict.map { Summary(outcome, $0).answer.map { .text($0) } } ?? [])),
      ("break_even", .list(verdict?.breakEvens.map(\.node) ?? [])),
      ("world", WorldText(experiment).node),
      ("warnings", .list(warnings.map { .text($0) })),
      ("files", .list(files.map(Self.entry))),
      ("platform", platformNode),
      ("host", .text(platform.host)),
      ("wall_time_s", .number((wallTime * 1000).rounded() / 1000)),
    ]).json()
  }

  /// One number, or with a precision to reach one for each design point.
  private var replications: ConfigNode {
    guard !outcome.experiment.base.replications.isFixed else {
      return .integer(outcome.experiment.base.replications.max)
    }
    return .list(outcome.replicationCounts.map { .integer($0) })
  }

  private var strategies: [String] {
    outcome.series(atPoint: 0).map { outcome.name($0) }
  }

  private var platformNode: ConfigNode {
    .map([
      ("cpu_features", .list(platform.cpuFeatures.map { .text($0) })),
      ("os", .text(platform.system)),
      ("libc", .text(platform.libc)),
      ("gsl", .text(platform.gsl)),
      ("swift", .text(platform.swift)),
    ])
  }

  private static func entry(_ input: InputFiles.Record) -> ConfigNode {
    .map([
      ("file", .text(input.file)), ("sha256", .text(input.sha256)), ("rows", .integer(input.rows)),
    ])
  }

  private static func entry(_ file: (name: String, bytes: [UInt8])) -> ConfigNode {
    .map([("file", .text(file.name)), ("sha256", .text(SHA256.hex(of: file.bytes)))])
  }
}
