package import Files

extension Experiment {
  /// Whether a part of it can be run by itself.
  ///
  /// - Parameters:
  ///   - chosen: The strategies; empty: all.
  ///   - isShard: Other shards have the rest.
  /// - Throws: `InputError` (64) where the number of replications depends on what is left out.
  package func checkPart(_ chosen: [String], isShard: Bool) throws(InputError) {
    let names = base.strategies.map(\.name)
    let isPart = !chosen.isEmpty && !names.allSatisfy(chosen.contains)
    if base.selection != nil, isPart || isShard {
      throw InputError(
        ExitCode.usage,
        "\(isShard ? "--shard" : "--strategy"): the scenario has best, which compares all "
          + "strategies and design points after each round; run it whole, or with --set best=null")
    }
    guard !chosen.isEmpty, let until = base.replications.until else { return }
    let needed = names.filter { until.needs($0, base) }
    guard let left = needed.first(where: { !chosen.contains($0) }) else { return }
    throw InputError(
      ExitCode.usage,
      "--strategy: \(left) is left out, but the number of replications depends on it "
        + "(replications.until); allowed: any choice with \(needed.joined(separator: ", "))")
  }
}

extension ConfigNode {
  /// A scenario without the keys that say how many replications it has: a unit is the same.
  package var withoutSize: ConfigNode { without(["replications", "best"]) }

  /// Whether two scenarios choose alike.
  package func hasSameChoice(as other: ConfigNode) -> Bool { self["best"] == other["best"] }
}
