import ArgumentParser
import Files
import Foundation
import Scenarios

extension AsyncParsableCommand {
  /// Works like `main(_:)`, but reports the parser's errors like all others, and help that cannot
  /// be written is an error. Does not return: the way back to the main thread may take one more.
  static func parseAndRun(_ words: [String]) async -> Never {
    do {
      var command = try await asyncParseAsRoot(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      Foundation.exit(Files.ExitCode.ok)
    } catch {
      end(error)
    }
  }

  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      printHelp(fullMessage(for: error, columns: nil))
    } else if case let text = fullMessage(for: error), !text.isEmpty {
      Console.error(InputError(code.rawValue, usageMessage(text)))
    }
    Foundation.exit(code.rawValue)
  }

  private static func printHelp(_ text: String) {
    do throws(InputError) {
      if !text.isEmpty { try Console.print([text]) }
    } catch {
      Console.error(error)
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
  text = withKeyHint(withNumberHint(text))
  return text.prefix(1).lowercased() + text.dropFirst()
}

/// The parser names what is allowed only for options with a list of values. All others that it
/// checks take whole numbers.
private func withNumberHint(_ text: String) -> String {
  let pattern = #/The value '([^']*)' is invalid for '[^']*'(?!\. Please)/#
  guard let match = text.prefixMatch(of: pattern) else { return text }
  let isWhole = match.1.wholeMatch(of: #/[-+]?[0-9]+/#) != nil
  let hint = isWhole ? ": out of range" : "; allowed: a whole number, such as 1000"
  return text[match.range] + hint + text[match.range.upperBound...]
}

/// An unknown option that is named as a key of the scenario, such as `--devices`: how to set that.
private func withKeyHint(_ text: String) -> String {
  let pattern = #/Unknown option '--([^'=]*)[^']*'(?!\. Did)/#
  guard let match = text.prefixMatch(of: pattern), takesKeys(text) else { return text }
  let key = match.1.replacing("-", with: "_")
  guard KeyFacts.ofScenarios.contains(where: { $0.name == key }) else { return text }
  return text[match.range] + ". Did you mean '--set \(key)=...'?" + text[match.range.upperBound...]
}

/// Whether the command that an error is about has the option `--set`.
private func takesKeys(_ text: String) -> Bool {
  guard let command = text.firstMatch(of: #/Usage: deliverysim (\S+)/#)?.1 else { return false }
  return DeliverysimCommand.configuration.subcommands.contains {
    $0.configuration.commandName == String(command)
      && DeliverysimCommand.helpMessage(for: $0).contains("--set ")
  }
}
