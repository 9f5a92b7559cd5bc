package import Files
import Runs
package import Scenarios

extension Experiment {
  /// The experiment of a results directory, as its manifest says.
  ///
  /// - Throws: `InputError`: 66 when there is no manifest or a data file is gone, 65 when the
  ///   manifest is damaged or of another format or epoch, or a data file has changed since the run.
  package static func load(results directory: String) throws(InputError) -> Experiment {
    try make(StoredManifest.read(directory))
  }

  /// - Parameter replications: Instead of the run's own number.
  static func make(
    _ manifest: StoredManifest, replications: Int? = nil
  ) throws(InputError) -> Experiment {
    // The run was allowed to read what it names.
    var options = Options()
    options.allowsOutside = true
    options.allowedOutside = manifest.manifest.allowOutside
    options.replications = replications
    options.replicationsPlanned = manifest.replicationsPlanned
    options.inputDraws = try InputDraws(
      ofManifest: manifest.manifest.inputDraws, file: manifest.file)
    let experiment = try make(
      manifest.scenario.located(in: manifest.file), file: manifest.manifest.scenarioFile,
      folder: manifest.scenarioFolder,
      options)
    try experiment.checkInputs(manifest)
    return experiment
  }

  /// The data must be those of the run.
  private func checkInputs(_ stored: StoredManifest) throws(InputError) {
    for input in inputs {
      let known = stored.manifest.inputs.first { $0.file == input.file }
      guard known?.sha256 != input.sha256 else { continue }
      throw InputError(
        ExitCode.dataError, "\(input.file): has changed since the run that \(stored.file) tells of")
    }
  }
}

extension Runner {
  /// Runs again what a manifest says.
  ///
  /// - Throws: `InputError` (65) for strategies that its scenario does not have.
  init(
    _ experiment: Experiment, of manifest: StoredManifest, threads: Int
  ) throws(InputError) {
    do {
      try self.init(experiment, strategies: manifest.strategies, threads: threads)
    } catch {
      // Nobody has said this on the command line.
      let names = experiment.base.strategies.map(\.name).joined(separator: ", ")
      let found = manifest.strategies.map { Diagnostic.excerpt($0) }.joined(separator: ", ")
      throw InputError(
        ExitCode.dataError,
        "\(manifest.file): edited: strategies: found \(found), of a scenario with: \(names)")
    }
  }
}

extension StoredManifest {
  /// The number of replications that the scenario asks for, at most.
  fileprivate var replicationsPlanned: Int? {
    let count = scenario["replications"]
    return (count?["max"] ?? count)?.scalarText.flatMap { Int($0) }
  }
}
