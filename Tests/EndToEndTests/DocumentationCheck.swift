import Foundation
import TestSupport

/// Does what one page says, in a workspace of its own, and notes what does not work.
/// `DocumentationTests` says by which rules.
final class DocumentationCheck {
  let page: DocumentationPage
  private(set) var complaints: [String] = []
  private let workspace: Workspace
  /// The file that the parts of the page so far make of the reader's scenario.
  private var scenario = "my.yml"
  /// The lines that the last block of commands has printed.
  private var printed: Set<Substring> = []

  init(_ page: DocumentationPage) throws {
    self.page = page
    workspace = try Workspace()
    try workspace.furnishForReaders()
  }

  /// Checks the whole page, from top to bottom.
  func run() throws {
    for block in page.blocks { try check(block) }
    for code in page.codes { try check(code: code) }
  }

  /// The commands of these pages simulate for seconds: only `make nightly` runs them.
  private var isSkipped: Bool {
    !isNightly
      && [
        "docs/tutorials/tutorial.md", "docs/how-to/compare.md", "docs/how-to/calibrate.md",
        "experiments/calibrate-own/README.md", "experiments/calibrate-simplex/README.md",
      ].contains(page.path)
  }

  private func complain(_ reason: String, _ block: DocumentationPage.Block? = nil) {
    let place = block.map { ":\($0.place)" } ?? ""
    complaints.append("\(page.path)\(place): \(reason)")
  }

  private func check(_ block: DocumentationPage.Block) throws {
    switch block.head.first {
    case "sh" where isSkipped, "output" where isSkipped: break
    case "sh": try run(block)
    case "yaml": try validate(block)
    case "swift": if !Self.isBuilt(block) { complain("not in a file that is built", block) }
    case "output":
      for line in block.lines where !printed.contains(Substring(line)) {
        complain("not printed: \(line)", block)
      }
    case "text", "python": break
    case let other: complain("a block of \(other ?? "no language"): see the rules", block)
    }
  }
}

// MARK: - Blocks

extension DocumentationCheck {
  private func run(_ block: DocumentationPage.Block) throws {
    printed = []
    for command in block.commands {
      switch Self.program(command) {
      case "deliverysim": try run(command, block)
      case "make": checkTargets(command, block)
      case let other where !block.head.contains("unrun:"): complain("\(other) is not run", block)
      default: break
      }
    }
  }

  private func run(_ command: String, _ block: DocumentationPage.Block) throws {
    let ending = try Running(
      "/bin/bash", ["-o", "pipefail", "-c", command], folder: workspace.path,
      environment: [
        "PATH": "\(workspace.path)/.build/release:/usr/bin:/bin", "DELIVERYSIM_REPORT": "draw",
      ], input: ""
    ).wait(60)
    printed.formUnion(ending.output.split(separator: "\n", omittingEmptySubsequences: false))
    let wanted = block.head.first { $0.hasPrefix("exit=") }?.dropFirst(5) ?? "0"
    if "\(ending.code)" != wanted {
      complain("\(command): exit code \(ending.code): \(ending.messages)", block)
    }
  }

  private func validate(_ block: DocumentationPage.Block) throws {
    guard var name = block.head.dropFirst().first else {
      return complain("yaml without a file's name or `part`", block)
    }
    var text = block.text
    if name == "part" {
      name = "part-\(block.place).yml"
      text = "extends: \(scenario)\n" + text
      scenario = name
    }
    try workspace.write(name, text)
    let ending = try workspace.tool.run("validate", "--quiet", name)
    if ending.code != 0 { complain(ending.messages, block) }
  }

  /// The name of the program that a line of a shell starts.
  private static func program(_ command: String) -> String {
    let first = command.split(separator: " ").first { !$0.contains("=") } ?? ""
    return first.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func isBuilt(_ block: DocumentationPage.Block) -> Bool {
    built.contains { $0.contains(block.text) }
  }

  private static let built: [String] = ["Snippets", "Sources", "Tests/Library"].flatMap { folder in
    let names = FileManager.default.enumerator(atPath: "\(projectRoot)/\(folder)")?.allObjects
    return (names as? [String] ?? []).filter { $0.hasSuffix(".swift") }.compactMap {
      try? String(contentsOfFile: "\(projectRoot)/\(folder)/\($0)", encoding: .utf8)
    }
  }
}

// MARK: - Code in sentences

extension DocumentationCheck {
  private func check(code: String) throws {
    let words = code.split(whereSeparator: \.isWhitespace).map(String.init)
    switch Self.program(code) {
    case "make" where words.first == "make": checkTargets(code)
    case "deliverysim" where words.count > 1 && !words[1].hasPrefix("-"):
      guard let options = try Self.options()[words[1]] else {
        return complain("`\(code)`: no such command")
      }
      checkOptions(words, options)
    default:
      // Other programs than the tool have options too; one page is about them.
      guard words.first?.hasPrefix("--") == true, !page.path.hasPrefix("Benchmarks") else { return }
      checkOptions(Array(words.prefix(1)), try Self.options().values.reduce([]) { $0.union($1) })
    }
  }

  private func checkTargets(_ command: String, _ block: DocumentationPage.Block? = nil) {
    let words = command.prefix { $0 != "#" }.split(separator: " ").dropFirst()
    for target in words where !target.contains("=") && !Self.targets.contains(String(target)) {
      complain("`\(command)`: no target \(target)", block)
    }
  }

  private func checkOptions(_ words: [String], _ options: Set<String>) {
    for word in words where word.hasPrefix("--") {
      let option = String(word.prefix { $0 != "=" })
      if !options.contains(option) { complain("`\(word)`: no such option") }
    }
  }

  private static let targets: Set<String> = {
    let parts = (try? FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/make")) ?? []
    let texts = (["Makefile"] + parts.map { "make/\($0)" }).map { path in
      (try? String(contentsOfFile: "\(projectRoot)/\(path)", encoding: .utf8)) ?? ""
    }
    return Set(texts.flatMap { $0.matches(of: #/(?m)^([a-z-]+):/#) }.map { String($0.1) })
  }()

  /// The options of each command, as its help has them.
  private static func options() throws -> [String: Set<String>] { try known.get() }

  private static let known = Result {
    let tool = Tool(folder: NSTemporaryDirectory())
    let list = try tool.run("--help").output.split(separator: "SUBCOMMANDS:\n").last ?? ""
    let commands = list.matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.1) }
    return try Dictionary(
      uniqueKeysWithValues: commands.map { command in
        let help = try tool.run(command, "--help").output
        return (command, Set(help.matches(of: #/--[a-z-]+/#).map { String($0.0) }))
      })
  }
}
