import ArgumentParser
import Files
import Scenarios

/// The knowledge of a scenario's inputs, for commands that run it.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also run with inputs drawn from this file, which fit or calibrate wrote.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var inputs: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw this many sets of inputs (default: 50).", valueName: "n"))
  var inputDraws: Int?

  /// - Throws: `InputError`: 64 for a wrong number, 65 and 66 for the file.
  func draws() throws -> InputDraws? {
    let range = InputDraws.countRange
    if let inputDraws, !range.contains(inputDraws) {
      throw InputError(
        Files.ExitCode.usage,
        "--input-draws: found \(inputDraws); allowed: \(range.lowerBound) to \(range.upperBound)")
    }
    guard let inputs else {
      guard inputDraws == nil else {
        throw InputError(Files.ExitCode.usage, "--input-draws: needs --inputs FILE")
      }
      return nil
    }
    guard !inputs.isEmpty else {
      throw InputError(Files.ExitCode.usage, "--inputs: found nothing; allowed: a file")
    }
    return try InputDraws.read(inputs, count: inputDraws ?? InputDraws.countStandard)
  }
}
