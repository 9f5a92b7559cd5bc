import ArgumentParser
import Scenarios

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of scenarios, for editors.",
    discussion: """
      JSON Schema 2020-12. An editor with a YAML language server completes and
      checks keys in a scenario whose first line says where the schema is:
        # yaml-language-server: $schema=scenario.schema.json
      Only `validate` checks rules that involve several keys.

      Examples:
        deliverysim schema > scenario.schema.json
        deliverysim schema --format markdown
      """)

  /// `--format`
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown
  }

  @Option(help: "Print a schema (json), or a page with every key (markdown).")
  var format = Format.json

  func run() async throws {
    try await withExitCodes {
      let text = format == .json ? ScenarioSchema.json : ReferencePage.text
      try Console.print([String(text.dropLast())])
    }
  }
}
