extension Experiment {
  /// The experiment of a results directory, as its manifest says.
  ///
  /// - Throws: ``InputError``: 66 when there is no manifest or a data file is gone, 65 when the
  ///   manifest is damaged or of another format, or a data file has changed since the run.
  package static func load(results directory: String) throws(InputError) -> Experiment {
    let file = "\(directory)/manifest.json"
    let manifest = try ConfigNode.parse(
      yaml: InputFile.contents(path: file, displayName: file), file: file)
    guard let scenario = manifest["scenario"], let source = manifest["scenario_file"]?.scalarText,
      let folder = manifest["scenario_folder"]?.scalarText,
      manifest["format"]?.scalarText == String(Version.format)
    else {
      throw InputError(ExitCode.dataError, "\(file): not a manifest of format \(Version.format)")
    }
    // The run was allowed to read what it names.
    var options = Options()
    options.allowsOutside = true
    let experiment = try make(
      scenario, file: source, folder: "\(directory)/\(folder)", options)
    try experiment.checkInputs(manifest, file)
    return experiment
  }

  /// The data must be those of the run.
  private func checkInputs(_ manifest: ConfigNode, _ file: String) throws(InputError) {
    let listed = manifest["inputs"]?.elements ?? []
    for input in inputs {
      let entry = listed.first { $0["file"]?.scalarText == input.file }
      if entry?["sha256"]?.scalarText != input.sha256 {
        throw InputError(
          ExitCode.dataError, "\(input.file): has changed since the run that \(file) tells of")
      }
    }
  }
}
