import Files

extension Experiment {
  /// The same, but that its design points have no more replications than they had when a run
  /// stopped.
  ///
  /// - Parameters:
  ///   - count: At its last look.
  ///   - holdsAtEveryLook: See `Precision/holdsAtEveryLook`.
  /// - Precondition: A precision is wanted.
  package func stopped(after count: Int, holdsAtEveryLook: Bool) -> Experiment {
    precondition(base.replications.until != nil, "a run without looks cannot stop")
    let replications = base.replications.stopped(
      after: count, holdsAtEveryLook: holdsAtEveryLook)
    var tree = resolved.placing(.integer(count), at: "replications.max")
    if replications.until?.holdsAtEveryLook == true {
      tree = tree.placing(.bool(true), at: "replications.until.every_look")
    }
    return Experiment(
      file: file, folder: folder, base: base.with(replications), sweep: sweep,
      points: points.map { point in
        var point = point
        point.scenario = point.scenario.with(replications)
        return point
      }, written: written, resolved: tree, inputs: inputs, allowsOutside: allowsOutside)
  }
}
