import Foundation
import Scenarios
import TestSupport
import Testing

/// Every way to write a scenario or its data wrongly that we could think of: the exact words and
/// the exit code are golden files, read by a person with a user's eyes when they were recorded.
@Suite struct BrokenInputTests {
  @Test(arguments: BrokenInput.all)
  func aBrokenScenarioHasItsGoldenWordsAndExitCode(input: BrokenInput) throws {
    let verdict = input.verdict()
    let file = "\(input.folder)/\(input.name.dropLast(4)).expected"
    let expected = try GoldenFile.expected(file, recording: verdict)
    expect(verdict, equals: expected, "\(input.name)")
    expect(!GoldenFile.isRecording, "recorded: look at the difference, then run without recording")
  }

  @Test(arguments: BrokenInput.all)
  func aFileIsRefusedByItsPathInTheSameWords(input: BrokenInput) {
    let verdict = input.verdict().split(separator: "\n", omittingEmptySubsequences: false)
    let loaded = input.loaded()
    expect(String(loaded.exitCode), equals: String(verdict[0]))
    // Long names break lines elsewhere: the first line is enough to see that it is the same error.
    let (short, long) = (verdict[1], loaded.firstLine)
    expect(long.hasPrefix(short) || short.hasPrefix(long), "\(long)")
  }

  @Test func thereAreAtLeastThirtyKinds() {
    expect(BrokenInput.all.count >= 30)
  }

  @Test func everyExpectationHasItsScenario() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: BrokenInput.goldenFolder)
    let expected = names.filter { $0.hasSuffix(".expected") }.map {
      $0.replacing(".expected", with: ".yml")
    }
    expect(Set(expected), equals: Set(BrokenInput.all.map(\.name)))
  }

  /// An error has its parts: file, line, column, the key's path, what was found, what is allowed.
  @Test(arguments: BrokenInput.all)
  func everyErrorSaysWhere(input: BrokenInput) {
    let lines = input.verdict().split(separator: "\n").dropFirst()
    expect(!lines.isEmpty)
    for line in lines where !line.hasPrefix("  ") {
      let place = #/^([^ :]+:[0-9]+:[0-9]+|--[a-z]+): ./#
      expect(line.prefixMatch(of: place) != nil, "no place in: \(line)")
    }
  }

  @Test func aFileOutsideTheFolderIsReadWhenAllowed() {
    let input = BrokenInput.all.first { $0.name.contains("trace-outside-the-folder") }
    expect(input?.verdict().hasPrefix("65\n"), equals: true)
    expect(input?.verdict { $0.allowsOutside = true }, equals: "0\n")
  }
}
