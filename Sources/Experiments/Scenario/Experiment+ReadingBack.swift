package import Files

extension Experiment {
  /// A scenario that the tool has written itself, read back as `run` would.
  ///
  /// - Throws: ``InputError`` (70) when the tool would refuse it: a defect of the tool.
  package static func readBack(_ text: String) throws(InputError) -> String {
    do {
      let tree = try ConfigNode.parse(yaml: text, file: "the scenario")
      _ = try make(tree, file: "the scenario", folder: ".")
    } catch {
      throw InputError(ExitCode.internalError, error.diagnostics)
    }
    return text
  }
}
