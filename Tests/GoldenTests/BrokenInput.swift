import Files
import Foundation
import Scenarios
import TestSupport
import Testing

/// A broken scenario of `Golden/broken` and what the tool says about it.
///
/// `NN-name.yml` is the scenario, `NN-name.expected` the exit code on a line of its own and the
/// exact text. Lines that begin with `#!` are options of the command line.
struct BrokenInput: CustomTestStringConvertible {
  let name: String
  /// Where the scenario lies; file names in messages are relative to it.
  var folder = Self.goldenFolder

  static let goldenFolder = "\(projectRoot)/Tests/GoldenTests/Golden/broken"

  var testDescription: String { name }

  /// All scenarios of the folder, in order.
  static let all: [BrokenInput] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: goldenFolder)) ?? []
    return names.filter { $0.hasSuffix(".yml") }.sorted().map { BrokenInput(name: $0) }
  }()
}

// MARK: - The tool's messages

extension BrokenInput {
  /// The exit code and the text, as they stand in a golden file.
  func verdict(_ change: (inout Experiment.Options) -> Void = { _ in }) -> String {
    do {
      var options = try options()
      change(&options)
      // This reads like `Experiment.load`, but with names that do not depend on where the checkout
      // lies.
      let bytes = try InputFile.contents(path: "\(folder)/\(name)", displayName: name)
      let tree = try ConfigNode.parse(yaml: bytes, file: name)
      _ = try Experiment.make(tree, file: name, folder: folder, options)
      return "0\n"
    } catch let error as InputError {
      return "\(error.exitCode)\n\(error.description)\n"
    } catch {
      return "\(error)\n"
    }
  }

  /// The message of `Experiment.load` itself, the folder taken out of the names.
  func loaded() -> (exitCode: Int32, firstLine: Substring) {
    do {
      _ = try Experiment.load("\(folder)/\(name)", options())
      return (0, "")
    } catch let error as InputError {
      let text = error.description.replacingOccurrences(of: "\(folder)/", with: "")
      return (error.exitCode, text.prefix { $0 != "\n" })
    } catch {
      return (-1, "\(error)"[...])
    }
  }

  private func options() throws -> Experiment.Options {
    var options = Experiment.Options()
    let text = String(
      decoding: FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data(), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("#! ") {
      let words = line.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init)
      switch words[0] {
      case "--set": options.overrides.append(try ConfigOverride.parse(words[1]))
      case "--replications": options.replications = Int(words[1])
      case "--allow-outside": options.allowsOutside = true
      default: preconditionFailure("an option that no golden file has: \(line)")
      }
    }
    return options
  }
}

// MARK: - Golden files

/// A file beside the test with what came out when it was last looked at.
///
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` writes the files anew and fails, so that no
/// one records by accident: look at the difference, then commit it.
enum GoldenFile {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// The file's text; nil if it is absent. Recording replaces it first.
  static func expected(_ path: String, recording text: String) throws -> String? {
    if isRecording { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
