import Foundation
import TestSupport
import Testing

/// `find` with an ending, and `explain --stories`: the messages behind the rows of `fates.csv`.
@Suite struct StoryCollectionTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("lossy.yml", ExplainFormsTests.lossy)
  }

  private func explain(_ options: String...) throws -> Tool.Ending {
    try workspace.tool.run(["explain", "lossy.yml"] + options)
  }

  private func find(_ options: String...) throws -> Tool.Ending {
    try workspace.tool.run(
      ["find", "lost", "lossy.yml", "--strategy", "fire-and-forget"] + options)
  }

  // MARK: find

  /// The collection has as many as `fates.csv` counts in a run of one replication, ending by
  /// ending.
  @Test(arguments: ["fire-and-forget", "gap-recovery"])
  func anEndingHasAsManyAsTheRunCounts(strategy: String) throws {
    _ = try workspace.tool.run("run", "lossy.yml", "--out", "out", "--quiet", "-n", "1")
    let file = try StrictCSV(workspace.bytes("out/fates.csv"), "fates.csv")
    var checked = 0
    for row in file.rows where row["strategy"] == strategy && row["fate"] == "lost" {
      let (stage, cause) = (try unwrap(row["stage"]), try unwrap(row["cause"]))
      let repair = try unwrap(row["repair"])
      let options = ["--stage", stage, "--cause", cause, "--repair", repair]
      for cause in [cause, "\(stage)/\(cause)"] {
        let found = try workspace.tool.run(
          ["find", "lost", "lossy.yml", "--strategy", strategy, "--limit", "99999"]
            + options.map { $0 == options[3] ? cause : $0 })
        let text = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let words = "(cause \(cause), stage \(stage), repair \(repair)) found; 12 devices searched."
        let notifications = row["count"] == "1" ? "notification" : "notifications"
        expect(text, contains: " \(try unwrap(row["count"])) lost \(notifications) \(words)")
      }
      checked += 1
    }
    expect(checked >= 2)
  }

  @Test func anEndingThatThereIsNotIsToldSo() throws {
    let found = try find("--cause", "crashed")
    expect(found.code, equals: 0)
    let text = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(text, hasSuffix: "has a counted lost notification (cause crashed).")
  }

  // MARK: --stories

  private typealias Story = [String: Any]

  private func stories(_ options: String...) throws -> [Story] {
    let ending = try workspace.tool.run(["explain", "lossy.yml", "--stories"] + options)
    expect(ending.code == 0 && ending.messages == "", "\(ending.messages)")
    let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    return try unwrap((object as? Story)?["stories"] as? [Story])
  }

  /// The ending by strategy, fate, stage, cause and repair.
  private func ending(_ story: Story) -> [String] {
    ["strategy", "fate", "stage", "cause", "repair"].map { story[$0] as? String ?? "?" }
  }

  @Test func allEndingsOfTheRunAreThere() throws {
    _ = try workspace.tool.run("run", "lossy.yml", "--out", "out", "--quiet")
    let file = try StrictCSV(workspace.bytes("out/fates.csv"), "fates.csv")
    let counted = try file.rows.filter { $0["count"] != "0" }.map { row in
      let key = try ["strategy", "fate", "stage", "cause", "repair"].map { try unwrap(row[$0]) }
      return (key, try unwrap(Int(try unwrap(row["count"]))))
    }
    let told = Dictionary(grouping: try stories("2"), by: ending).mapValues(\.count)
    expect(told, equals: Dictionary(uniqueKeysWithValues: counted.map { ($0.0, min(2, $0.1)) }))
    expect(told.count >= 6)
    let one = try Set(stories("1", "--strategy", "twice").map { ending($0)[0] })
    expect(one, equals: ["twice"])
  }

  /// Without a shared endpoint they are the first of each device that `find` lists.
  @Test func storiesAreTheFirstMessagesOfDevices() throws {
    let found = try find("--limit", "999", "--cause", "overwritten")
    let lines = found.output.split(separator: "\n").map { $0.split(separator: " ") }
    let listed = lines.filter { $0.count > 5 && $0[2] == "day" }
    var devices: Set<Substring> = []
    let rows = listed.filter { devices.insert($0[0]).inserted }.prefix(3)
    let told = try stories("3", "--strategy", "fire-and-forget").filter {
      ending($0)[3] == "overwritten"
    }
    expect(rows.count, equals: 3)
    expect(
      told.map { "\($0["device"] ?? "") \($0["message"] ?? "")" },
      equals: rows.map { "\($0[0]) \($0[1])" })
  }

  /// The printed command tells the same sentences, and the events are those of the message's story.
  @Test func aStoryIsThatOfItsCommand() throws {
    for story in try stories("1", "--strategy", "gap-recovery") {
      let command = try unwrap(story["command"] as? String).split(separator: " ").map { String($0) }
      let told = try workspace.tool.run(Array(command.dropFirst()) + ["--format", "json"])
      let object = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? Story
      let outcome = try unwrap((object?["outcomes"] as? [Story])?.first)
      expect(outcome["words"] as? String == story["words"] as? String)
      expect(outcome["created_s"] as? Double == story["start_s"] as? Double)
      let times = try unwrap(object?["events"] as? [Story]).filter {
        $0["subject"] as? String == "message" && $0["number"] as? Int == story["message"] as? Int
      }.map { "\($0["time_s"] ?? "") \($0["kind"] ?? "")" }
      let own = try unwrap(story["events"] as? [Story]).filter { $0["own"] as? Bool == true }
        .map { "\($0["time_s"] ?? "") \($0["kind"] ?? "")" }
      expect(own, equals: times)
    }
  }

  /// An overwritten message lies in the store until then, while the device is offline.
  @Test func spansConcernTheMessage() throws {
    let story = try unwrap(
      stories("1", "--strategy", "fire-and-forget").first { ending($0)[3] == "overwritten" })
    let spans = try unwrap(story["spans"] as? [Story])
    let (start, end) = (story["start_s"] as? Double ?? 0, story["end_s"] as? Double ?? 0)
    let stored = try unwrap(spans.first { $0["own"] as? Bool == true })
    expect(stored["kind"] as? String == "stored" && stored["lane"] as? String == "service")
    expect(stored["end_s"] as? Double == end && start < end)
    let offline = try unwrap(spans.first { $0["kind"] as? String == "offline" })
    expect(offline["lane"] as? String == "phone")
    expect(offline["start_s"] as? Double ?? .infinity <= start)
    expect(offline["end_s"] as? Double ?? 0 >= end)
  }

  @Test func theSameBytesTwice() throws {
    let one = try explain("--stories", "3")
    expect(try explain("--stories", "3").output, equals: one.output)
    expect(
      one.output.matches(of: #/(?m)^  "([a-z_0-9]+)": /#).map { String($0.1) },
      equals: [
        "format", "tool_version", "results_epoch", "scenario", "scenario_sha256", "seed",
        "design_point", "limit", "lanes", "kinds", "strategies", "stories",
      ])
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (["--device", "1", "--cause", "overwritten"], "nknown option '--cause'"),
      (["--stories", "3", "--compare", "twice"], "--compare: --stories tells of all"),
      (["--stories", "3", "--device", "1"], "--device: --stories tells of all"),
      (["--stories", "3", "--replication", "1"], "--replication: --stories tells of all"),
      (["--stories", "3", "--format", "html"], "--format: --stories tells of all"),
      (
        ["--strategy", "twice", "--device", "1"],
        "--strategy: found gap-recovery and more; allowed: one"
      ),
    ] as [([String], String)])
  func whatMakesNoSenseIsWrongUsage(options: [String], words: String) throws {
    let ending = try workspace.tool.run(
      ["explain", "lossy.yml", "--strategy", "gap-recovery"] + options)
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages, contains: words)
    expect(ending.messages, contains: "Usage: deliverysim explain")
  }

  @Test(
    arguments: [
      (
        ["find", "lost", "--cause", "overwriten"],
        "--cause: no cause \"overwriten\"; did you mean \"overwritten\"? there are: none, "
      ),
      (
        ["find", "lost", "--stage", "phone"],
        "--stage: no stage \"phone\"; there are: none, link, service, extension, server, device, "
          + "provider\n"
      ),
      (
        ["find", "lost", "--repair", "faild"],
        "--repair: no repair \"faild\"; did you mean \"failed\"? "
          + "there are: none, unnoticed, over-limit, failed, refused, repeat-lost\n"
      ),
      (["explain", "--stories", "0"], "--stories: found 0; allowed: at least 1\n"),
    ] as [([String], String)])
  func whatThereIsNotIsNamed(words: [String], message: String) throws {
    let ending = try workspace.tool.run(words + ["lossy.yml", "--strategy", "gap-recovery"])
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages.hasPrefix("error: \(message)"), "\(ending.messages)")
  }
}
