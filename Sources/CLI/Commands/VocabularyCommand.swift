import Answers
import ArgumentParser
import Scenarios

/// This command is for programs that read results; `make reference` writes its output into the
/// Python package.
struct VocabularyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocabulary",
    abstract: "Print the names of metrics, columns and endings with their words, as JSON.")

  func run() async throws {
    try await withExitCodes { try Console.print([String(VocabularyDocument.json.dropLast())]) }
  }
}
