import ArgumentParser
import Files
import Models
import Scenarios
import Terminal

struct HandlersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handlers",
    abstract: "Print the iOS handler matrix: when which method of an app is called.",
    discussion: """
      A table of methods, app states and payloads; no simulation. With --implements
      it has the rows of one app, without the calls that another method takes over.
      The methods are didReceiveRemoteNotification, fetchCompletionHandler,
      willPresent and didReceive. More: \(Manual.handlers).

      Examples:
        deliverysim handlers
        deliverysim handlers --format csv > handlers.csv
        deliverysim handlers --implements fetchCompletionHandler,didReceive
      """)

  /// `--format`
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, csv
  }

  @Option(help: "Choose how the table is printed.")
  var format = Format.text

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Show an app with these methods, separated by commas; repeatable.", valueName: "methods"),
    completion: .list(HandlerMatrix.Method.allCases.map(\.rawValue)))
  var implements: [String] = []

  func run() async throws {
    try await withExitCodes {
      let app =
        implements.isEmpty
        ? nil : try HandlerMatrix(named: implements, option: "--implements")
      let text = HandlerText(app)
      switch format {
      case .text: try Console.print(text.lines)
      case .csv: try Console.print(text.csvLines)
      }
    }
  }
}
