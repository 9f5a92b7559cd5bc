import ArgumentParser
import Files
import Foundation

extension AsyncParsableCommand {
  /// As `main(_:)`, but what the parser refuses is said as all other errors are.
  static func parseAndRun() async {
    do {
      var command = try await asyncParseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
  }

  private static func end(_ error: any Error) -> Never {
    let (code, text) = (exitCode(for: error), fullMessage(for: error))
    if code.isSuccess {
      printHelp(text)
    } else if !text.isEmpty {
      Terminal.error(usageMessage(text))
    }
    Foundation.exit(code.rawValue)
  }

  private static func printHelp(_ text: String) {
    do throws(InputError) {
      try Terminal.print([text])
    } catch {
      Terminal.error(error.description)
      Foundation.exit(error.exitCode)
    }
  }
}

/// The parser's words in the tool's style: a small letter at the start, and no wild guesses. The
/// parser offers whatever is three edits away, such as `--force` for `--format`.
private func usageMessage(_ text: String) -> String {
  let prefix = "Error: "
  var text = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  let guess = #/(Unknown option '-*([^']*)')\. Did you mean '-*([^']*)'\?/#
  if let match = text.prefixMatch(of: guess),
    NearestName.nearest(to: String(match.2), among: [String(match.3)]) == nil
  {
    text = String(match.1) + text[match.range.upperBound...]
  }
  return text.prefix(1).lowercased() + text.dropFirst()
}
