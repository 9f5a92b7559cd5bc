import Files
import Foundation
import TestSupport
import Testing
import Vocabulary

/// `verify`: the same run again, and every way in which a file can differ from it.
@Suite struct VerifyTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "out", "--set", "sweep=")
  }

  private func verify(_ options: String...) throws -> Tool.Ending {
    try workspace.tool.run(["verify", "out", "--progress", "none"] + options)
  }

  // MARK: The same

  @Test func whatARunWroteIsTheSame() throws {
    let ending = try verify("--threads", "2")
    expect(ending.code == 0 && ending.messages == "", "\(ending)")
    expect(ending.output, hasPrefix: "out: ran everything again; compared byte by byte\n")
    for (name, _) in Contract.files {
      expect(try Regex("\(name) +[0-9]+  the same\n").firstMatch(in: ending.output) != nil)
    }
    try expect(verify("--quiet").output, equals: "")
  }

  @Test func whatTheRunWasToldIsInTheManifest() throws {
    _ = try workspace.runTiny(
      into: "out", "--quiet", "--force", "--seed", "5", "--set", "provider.link.loss=0.1",
      "--strategy", "gap-recovery")
    try expect(workspace.tool.run("verify", "out/").code, equals: 0)
  }

  @Test(arguments: 1...3)
  func theFirstReplicationsAreAPrefix(count: Int) throws {
    let ending = try verify("--replications", "\(count)")
    expect(ending.code, equals: 0)
    expect(ending.output, contains: "ran the first \(count) replication")
    expect(ending.output, hasSuffix: "replications.csv     \(2 * count)  the same\n")
  }

  @Test(arguments: ["0", "-1", "4"])
  func moreThanThereAreIsWrongUsage(count: String) throws {
    let ending = try verify("--replications=\(count)")
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages, equals: "error: --replications: found \(count); allowed: 1 to 3\n")
  }

  /// Nobody has said that name on the command line.
  @Test func aManifestWithAForgedStrategyIsBadData() throws {
    let list = """
        "strategies": [
          "fire-and-forget",
          "gap-recovery"
        ],
      """
    let forged = list.replacing("\"gap-recovery\"", with: "\"nope\"")
    try workspace.edit("out/manifest.json", "\n\(list)\n", "\n\(forged)\n")
    let ending = try verify()
    expect(ending.code == 65 && ending.output == "", "\(ending)")
    expect(
      ending.messages.replacing("\n ", with: ""),
      equals: "error: out/manifest.json: edited: strategies: found fire-and-forget, nope, of a "
        + "scenario with: fire-and-forget, gap-recovery\n", "\(ending.messages)")
  }

  // MARK: Different

  @Test func aForgedNumberIsFound() throws {
    var found = ""
    try workspace.forge("out", "replications.csv") { csv in
      found = csv[4, "shown"]
      csv[4, "shown"] = "17"
      csv[5, "lost"] = "18"
    }
    let ending = try verify()
    expect(ending.code, equals: 1)
    expect(ending.output, contains: " 2 differ\n")
    let place = """
      out/replications.csv:6: shown
        found     17
        expected  \(found)
        design point 0, gap-recovery, replication 1
        the fingerprint is the same

      """
    expect(ending.output.hasSuffix(place), "\(ending.output)")
    // It lies beyond the first row of each strategy, and within the first two.
    try expect(verify("--replications", "1").code, equals: 0)
    try expect(verify("--replications", "2").code, equals: 1)
  }

  @Test func aForgedFingerprintLeadsToExplain() throws {
    try workspace.forge("out", "replications.csv") { csv in csv[2, "fingerprint"] = "1" }
    let ending = try verify()
    expect(ending.code, equals: 1)
    expect(ending.output, contains: "out/replications.csv:4: fingerprint\n  found     1\n")
    expect(
      ending.output.contains(
        "--strategy fire-and-forget --replication 2 --design-point 0 --against FILE"))
  }

  @Test(
    arguments: Contract.files.map(\.name).filter { !["groups.csv", "observed.csv"].contains($0) })
  func aForgedRowOfEveryFileIsFound(name: String) throws {
    try workspace.forge("out", name) { csv in csv.rows[0][csv.columns.count - 1] += "1" }
    let ending = try verify()
    expect(ending.code, equals: 1)
    expect(ending.output.contains("\nout/\(name):2: "), "\(ending.output)")
  }

  @Test("A forged field of the answer is found by its path", arguments: ["chosen", "world"])
  func forgedAnswer(field: String) throws {
    let text = try workspace.read("out/answer.json")
    let forged =
      field == "chosen"
      ? text.replacing(#/"chosen" : "[^"]*"/#, with: "\"chosen\" : \"none\"")
      : text.replacing("\"words\" : [", with: "\"words\" : [ ")
    expect(forged != text)
    try workspace.write("out/answer.json", forged)
    try workspace.edit(
      "out/manifest.json", SHA256.hex(of: Array(text.utf8)), SHA256.hex(of: Array(forged.utf8)))
    let ending = try verify()
    expect(ending.code, equals: 1)
    expect(
      ending.output,
      contains: field == "chosen" ? "answer.json: points.0.chosen\n" : ": the form, not the values")
  }

  @Test func missingAndAdditionalRowsAreFound() throws {
    let whole = try workspace.read("out/metrics.csv")
    let manifest = try workspace.read("out/manifest.json")
    try workspace.forge("out", "metrics.csv") { $0.rows.removeLast() }
    try expect(verify().output, contains: "  found     no row\n")
    try workspace.write("out/metrics.csv", whole)
    try workspace.write("out/manifest.json", manifest)
    try workspace.forge("out", "metrics.csv") { $0.rows.append($0.rows[0]) }
    try expect(verify().output, contains: "  expected  no row\n")
  }

  /// Found by fuzzing: rows are compared without their line ends.
  @Test func aLineEndThatIsMissingIsFound() throws {
    let text = try workspace.read("out/fates.csv")
    let forged = String(text.dropLast())
    try workspace.write("out/fates.csv", forged)
    try workspace.edit(
      "out/manifest.json", SHA256.hex(of: Array(text.utf8)), SHA256.hex(of: Array(forged.utf8)))
    let ending = try verify()
    expect(ending.code, equals: 1)
    expect(ending.output, contains: ": the end of the file\n  found     no line end\n")
  }

  @Test func anotherColumnIsFound() throws {
    let text = try workspace.read("out/fates.csv")
    let forged = text.replacing("repair,count", with: "repair,number")
    try workspace.write("out/fates.csv", forged)
    try workspace.edit(
      "out/manifest.json", SHA256.hex(of: Array(text.utf8)), SHA256.hex(of: Array(forged.utf8)))
    let place = """

      out/fates.csv:1: the name of column 7
        found     number
        expected  count

      """
    try expect(verify().output, hasSuffix: place)
  }

  // MARK: Another platform

  @Test(
    arguments: [
      ("metrics.csv", "mean", 1 + 1e-10, 0), ("metrics.csv", "mean", 1 + 1e-8, 1),
      ("replications.csv", "fingerprint", nil, 0), ("replications.csv", "shown", nil, 1),
      ("fates.csv", "count", nil, 1),
    ] as [(String, String, Double?, Int32)])
  func elsewhereNumbersAreCompared(
    file: String, column: String, factor: Double?, code: Int32
  ) throws {
    let manifest = try workspace.read("out/manifest.json")
    let line = try unwrap(manifest.split(separator: "\n").first { $0.contains("\"libc\": ") })
    try workspace.edit("out/manifest.json", String(line), "    \"libc\": \"glibc 1.0\",")
    try workspace.forge("out", file) { csv in
      let value = try unwrap(Double(csv[0, column]))
      csv[0, column] = factor.map { "\(value * $0)" } ?? "4711"
    }
    let ending = try verify()
    expect(ending.code, equals: code, "\(ending.output)")
    expect(ending.output, contains: "compared as numbers")
    expect(ending.output, contains: "glibc 1.0")
  }
}
