import Foundation
import TestSupport
import Testing

/// Results that are not what a run of this version has written are refused by all commands that
/// read them.
@Suite struct StoredResultsTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.lay(in: "out", "--replications", "2")
    try workspace.copy("out", to: "good")
  }

  /// The same words from `check` on either side, from `verify` and from `report`.
  private func expectRefused(_ code: Int32, _ message: String) throws {
    for arguments in [
      ["check", "out", "--baseline", "good"], ["check", "good/", "--baseline", "out/"],
      ["verify", "out"], ["report", "out"],
    ] {
      let ending = try workspace.tool.run(arguments)
      expect(ending.code, equals: code, "\(arguments)")
      expect(ending.output, equals: "")
      expect(ending.messages.hasPrefix("error: \(message)"), "\(ending.messages)")
    }
  }

  @Test func anEditedFile() throws {
    let text = try workspace.read("out/replications.csv")
    try workspace.write("out/replications.csv", text.replacing("0,1200,", with: "0,1201,"))
    try expectRefused(65, "out/replications.csv: edited or cut off since the run")
  }

  @Test(arguments: [0, 1, 500])
  func aFileThatIsCutOff(count: Int) throws {
    let text = try workspace.read("out/replications.csv")
    try workspace.write("out/replications.csv", String(text.dropLast(max(1, count))))
    try expectRefused(65, "out/replications.csv: edited or cut off since the run")
  }

  @Test func aMissingFile() throws {
    try workspace.remove("out/replications.csv")
    try expectRefused(65, "out/replications.csv: missing; out/manifest.json lists it")
  }

  /// `verify` looks at all files before it runs anything.
  @Test func everyFileIsLookedAt() throws {
    try workspace.write("out/timeline.csv", try workspace.read("out/timeline.csv") + " ")
    let ending = try workspace.tool.run("verify", "out", "--replications", "1")
    expect(ending.code, equals: 65)
    expect(ending.messages, hasPrefix: "error: out/timeline.csv: edited or cut off")
  }

  /// A folder of `start` holds them one level deeper; the first by name is named.
  @Test func theFolderAroundResultsIsNamed() throws {
    let ending = try workspace.tool.run("verify", ".")
    expect(ending.code, equals: 66)
    expect(ending.messages, contains: "holds no results, but ./good does")
  }

  @Test(arguments: ["results_epoch", "stream_layout"])
  func anotherEpochOrLayout(key: String) throws {
    let manifest = try workspace.read("out/manifest.json")
    let match = try unwrap(manifest.firstMatch(of: try Regex("\"\(key)\": ([0-9]+),")))
    let now = try unwrap(match.output[1].substring.flatMap { Int($0) })
    let words = key.replacing("_", with: " ")
    for (other, age) in [(now - 1, "older"), (now + 1, "newer")] {
      let line = "\"\(key)\": \(other),"
      try workspace.write(
        "out/manifest.json", manifest.replacing(match.output[0].substring ?? "", with: line))
      try expectRefused(65, "out/manifest.json: \(age) results, \(words) \(other), by version ")
      let story = try workspace.tool.run(
        "explain", "out", "--strategy", "gap-recovery", "--replication", "0", "--device", "0")
      expect(story.code == 65 && story.output == "", "\(story)")
    }
  }

  @Test(arguments: [(2, "older"), (4, "newer")])
  func anotherFormat(format: Int, age: String) throws {
    try workspace.edit("out/manifest.json", "\n  \"format\": 3,", "\n  \"format\": \(format),")
    try expectRefused(65, "out/manifest.json: \(age) results, format \(format) of manifests")
  }

  @Test func aShard() throws {
    try workspace.edit("out/manifest.json", "\n  \"seed\"", "\n  \"shard\": \"1/2\",\n  \"seed\"")
    try expectRefused(65, "out/manifest.json: the results of a shard; deliverysim merge joins")
  }

  /// Each key of a manifest, taken away or with a value of another kind.
  @Test func whatIsMissingOrOfAnotherKindIsNamed() throws {
    let good = try workspace.read("out/manifest.json")
    let object = try unwrap(
      try JSONSerialization.jsonObject(with: Data(good.utf8)) as? [String: Any])
    // An older tool may not have known its commit; a folder that is gone is found later.
    for key in object.keys where !["git_dirty", "verdict"].contains(key) {
      for value in [nil, ["a": [1]]] as [Any?] {
        // Any map is a scenario, but its hash is another one.
        var damaged = object
        damaged[key] = value
        let data = try JSONSerialization.data(withJSONObject: damaged)
        try workspace.write("out/manifest.json", String(decoding: data, as: UTF8.self))
        let ending = try workspace.tool.run("verify", "out")
        expect(ending.code, equals: 65, "\(key): \(ending.messages)")
        expect(ending.messages, hasPrefix: "error: out/manifest.json: ")
      }
    }
  }

  @Test(arguments: [
    ("{", "2:1: not valid JSON"), ("", "1:1: the file is empty"), ("[1]", " not a manifest"),
    ("{\"format\": 3}", " damaged: "), ("{\"format\": \"x\"}", " damaged: format is not what"),
    ("{\"format\": 3, \"format\": 3}", "1:2: more than once in this map: \"format\""),
  ])
  func whatIsNoManifestIsSaid(text: String, words: String) throws {
    try workspace.write("out/manifest.json", text)
    try expectRefused(65, "out/manifest.json:\(words)")
  }

  @Test func aDirectoryWithoutResults() throws {
    try workspace.remove("out/manifest.json")
    try expectRefused(66, "out/manifest.json: No such file or directory")
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/out/.checkpoint", withIntermediateDirectories: true)
    try workspace.write("out/.checkpoint/run.json", "{}")
    try expectRefused(66, "out: a run was interrupted here")
    try expect(workspace.tool.run("verify", "out").messages, contains: "--resume continues it")
  }

  @Test func noDirectoryAtAll() throws {
    try workspace.remove("out")
    try expectRefused(66, "out: No such file or directory")
    try workspace.write("out", Workspace.tiny)
    let ending = try workspace.tool.run("check", "out", "--baseline", "good")
    expect(ending.code, equals: 66)
    expect(
      ending.messages,
      equals: "error: out: is a file; allowed: a results directory, as run writes it\n")
  }
}
