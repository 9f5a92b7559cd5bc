import Answers
import ArgumentParser
import Scenarios

/// For programs that read results; `make reference` writes it into the Python package.
struct VocabularyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocabulary",
    abstract: "Print the names of metrics, columns and endings with their words, as JSON.")

  func run() async throws {
    try await withExitCodes { try Console.print([String(VocabularyDocument.json.dropLast())]) }
  }
}
