package import Files
import Scenarios

extension Plan {
  /// The plan for other programs: numbers with all their digits.
  ///
  /// Its fields: `design_points`, `units` (design point, strategy, replication), `is_at_most` (a
  /// run may end earlier, when it is precise enough), `notifications` of each strategy, `counted`
  /// of them, `simulated` of all strategies, `threads`, `time` \[s\] on these, `memory`, `output`
  /// and `kept_units` \[bytes\], and with `--shards` the `pieces` and the `load` \[messages\] of
  /// each of the `shards`.
  package var document: ConfigNode {
    .map(
      [
        ("design_points", .integer(experiment.points.count)),
        ("units", .integer(experiment.unitCount)),
        ("is_at_most", .bool(!experiment.base.replications.isFixed)),
        ("notifications", .number(notifications)), ("counted", .number(counted)),
        ("simulated", .number(simulated)), ("threads", .integer(threads)),
        ("time", .number(seconds)), ("memory", .number(experiment.memoryBytes(threads: threads))),
        ("output", .number(experiment.outputBytes)), ("kept_units", .number(experiment.unitBytes)),
      ] + (dealing.map { [("shards", .list($0.parts.map(\.document)))] } ?? []))
  }
}

extension Dealing.Part {
  fileprivate var document: ConfigNode {
    .map([("pieces", .integer(pieceCount)), ("load", .number(load))])
  }
}
