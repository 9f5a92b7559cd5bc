import Foundation
import TestSupport
import Testing

/// `trace --save` and `--against`: versions compared by their events.
@Suite struct StoryTests {
  let workspace: Workspace
  static let place = ["--strategy", "gap-recovery", "--replication", "1", "--design-point", "1"]

  init() throws { workspace = try Workspace() }

  private func trace(_ options: [String], _ source: String = "tiny.yml") throws -> Tool.Ending {
    try workspace.tool.run(["trace", source] + Self.place + options)
  }

  private func save(_ options: String...) throws -> [String] {
    let ending = try trace(["--save", "story.txt"] + options)
    expect(ending.code == 0 && ending.output == "", "\(ending.messages)")
    return try lines("story.txt")
  }

  private func lines(_ name: String) throws -> [String] {
    try workspace.read(name).split(separator: "\n").map(String.init)
  }

  // MARK: The same

  @Test(arguments: [["--device", "3"], []])
  func theSameVersionTellsTheSameStory(device: [String]) throws {
    let saved = try trace(["--save", "story.txt"] + device)
    expect(saved.code == 0 && saved.output == "", "\(saved)")
    expect(
      try #/story.txt: \d+ events of (1 device|10 devices)\n/#.wholeMatch(in: saved.messages) != nil
    )
    let ending = try trace(["--against", "story.txt"] + device)
    expect(ending.code == 0 && ending.messages == "", "\(ending)")
    expect(ending.output, contains: "\nthe same: ")
    expect(workspace.names(in: "."), equals: ["story.txt", "tiny.yml"])
  }

  /// Results tell the same story as their scenario, and fewer replications too.
  @Test func whatNoSimulationSeesIsNoOtherScenario() throws {
    _ = try save("--device", "3")
    _ = try workspace.runTiny(into: "out", "--quiet", "--replications", "2")
    try expect(trace(["--device", "3", "--against", "story.txt"], "out/").code, equals: 0)
    let options = ["--set", "title=Other", "--set", "strategies=[gap-recovery]"]
    try expect(trace(["--device", "3", "--against", "story.txt"] + options).code, equals: 0)
  }

  @Test func anotherVersionAndEpochAreFineAndPrinted() throws {
    let text = try save("--device", "3").map { line in
      line.hasPrefix("tool_version: ")
        ? "tool_version: 9.8.7" : line.hasPrefix("results_epoch: ") ? "results_epoch: 77" : line
    }
    try workspace.write("story.txt", text.joined(separator: "\n") + "\n")
    let ending = try trace(["--device", "3", "--against", "story.txt"])
    expect(ending.code, equals: 0)
    expect(ending.output, contains: "story.txt: by version 9.8.7, results epoch 77, ")
  }

  // MARK: Different

  /// One event is changed; plain `explain` says what it was, and where.
  @Test(arguments: [0, 7, 300])
  func theFirstChangedEventIsNamed(index: Int) throws {
    let explain = ["explain", "tiny.yml", "--device", "3"] + Self.place
    let plain = unbroken(try workspace.tool.run(explain).output)
    var story = try save("--device", "3")
    let first = try unwrap(story.firstIndex(of: "device 3")) + 1
    story[first + index] = "1000000 handed-over 5 1 0"
    story[first + index + 5] = "1000001 handed-over 5 1 0"
    try workspace.write("story.txt", story.joined(separator: "\n") + "\n")
    let ending = try trace(["--device", "3", "--against", "story.txt"])
    expect(ending.code, equals: 1)
    let told = unbroken(ending.output)
    let old = try unwrap(told.firstIndex { $0.hasPrefix("- ") })
    expect(
      told[old],
      equals: "- day 0 Mon 00:00:01.000000  message 5    handed over from the store (send 2)")
    expect(told[old + 1], equals: "+ \(plain[1 + index])")
    // The events before it, in order.
    let context = told[..<old].reversed().prefix { $0.hasPrefix("  ") }.reversed()
    expect(Array(context), equals: plain[1..<(1 + index)].suffix(5).map { "  \($0)" })
  }

  /// The lines, those that were broken in one piece again.
  private func unbroken(_ output: String) -> [String] {
    var lines: [String] = []
    for line in output.split(separator: "\n") {
      if line.hasPrefix("          ") {
        lines[lines.count - 1] += " " + line.drop { $0 == " " }
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  @Test func anEndThatComesEarlierIsADifference() throws {
    var story = try save("--device", "3")
    story.remove(at: story.count - 2)
    let count = try unwrap(Int(story[story.count - 1].dropFirst(4)))
    story[story.count - 1] = "end \(count - 1)"
    try workspace.write("story.txt", story.joined(separator: "\n") + "\n")
    let ending = try trace(["--device", "3", "--against", "story.txt"])
    expect(ending.code, equals: 1)
    expect(ending.output, contains: "\n- no more events\n+ day ")
  }

  /// A version with another rule, played by another scenario whose file says that it is this one.
  @Test func theEarliestOfAllDevicesIsNamed() throws {
    let mine = try save()
    let ending = try trace(["--save", "other.txt", "--set", "provider.link.loss=0.052"])
    expect(ending.code, equals: 0)
    let hash = try unwrap(mine.first { $0.hasPrefix("scenario_sha256: ") })
    let other = try lines("other.txt").map { $0.hasPrefix("scenario_sha256: ") ? hash : $0 }
    try workspace.write("other.txt", other.joined(separator: "\n") + "\n")

    // An independent path: the two files side by side.
    var first: (time: Int, device: Int)?
    var changed = 0
    for (device, pair) in zip(stories(mine), stories(other)).enumerated() where pair.0 != pair.1 {
      changed += 1
      let place = zip(pair.0, pair.1).prefix { $0 == $1 }.count
      let times = [pair.0, pair.1].filter { $0.count > place }
        .compactMap { $0[place].split(separator: " ").first.flatMap { Int($0) } }
      let time = try unwrap(times.min())
      if first.map({ time < $0.time }) ?? true { first = (time, device) }
    }
    let earliest = try unwrap(first)
    let against = try trace(["--against", "other.txt"])
    expect(against.code, equals: 1)
    let words = "device \(earliest.device) (\(changed) of 10 devices have other stories)\n"
    expect(against.output.contains(words), "\(against.output)")
    expect(changed > 1)
  }

  /// A late event of an early device, and an early event of a late one.
  @Test func theOrderOfDevicesIsNotTheOrderOfTime() throws {
    var story = try save()
    let late = try unwrap(story.firstIndex(of: "device 3")) - 1
    let early = try unwrap(story.firstIndex(of: "device 7")) + 2
    for place in [late, early] { story[place] += "0" }
    try workspace.write("story.txt", story.joined(separator: "\n") + "\n")
    let against = try trace(["--against", "story.txt"])
    expect(against.code, equals: 1)
    expect(against.output, contains: "\ndevice 7 (2 of 10 devices have other stories)\n")
  }

  /// The events of each device.
  private func stories(_ lines: [String]) -> [[String]] {
    lines.drop { !$0.hasPrefix("events:") }.split {
      $0.hasPrefix("device ") || $0.hasPrefix("end ")
    }
    .dropFirst().map(Array.init)
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (["--device", "4"], "is another story: device 3 instead of 4"),
      ([], "is another story: device 3 instead of all"),
      (
        ["--device", "3", "--replication", "2"],
        "is another story: replication 1 instead of 2"
      ),
      (
        ["--device", "3", "--set", "provider.link.loss=0.2"],
        "was saved with another scenario: provider.link.loss is 0.05 there, 0.2 here"
      ),
      (
        ["--device", "3", "--seed", "3"],
        "was saved with another scenario: seed is 20190828 there, 3 here"
      ),
      (
        ["--device", "3", "--set", "name=other"],
        "is another story: scenario tiny instead of other"
      ),
    ] as [([String], String)])
  func anotherStoryIsRefused(options: [String], message: String) throws {
    _ = try save("--device", "3")
    let ending = try workspace.tool.run(
      ["trace", "tiny.yml", "--strategy", "gap-recovery", "--design-point", "1"]
        + (options.contains("--replication") ? [] : ["--replication", "1"])
        + options + ["--against", "story.txt"])
    expect(ending.code == 65 && ending.output == "", "\(ending)")
    expect(ending.messages, equals: "error: story.txt: \(message)\n")
  }

  @Test func onlyAnOlderStoryIsReplaced() throws {
    _ = try save("--device", "3")
    _ = try save("--device", "4")
    let before = try workspace.bytes("tiny.yml")
    let ending = try workspace.tool.run(
      "trace", "tiny.yml", "--strategy", "gap-recovery", "--replication", "1", "--save",
      "tiny.yml")
    expect(ending.code, equals: 73)
    try expect(workspace.bytes("tiny.yml"), equals: before)
  }

  @Test func damagedFilesAreRefused() throws {
    let story = try save("--device", "3")
    let text = story.joined(separator: "\n") + "\n"
    let cuts = [1, 20, 2000, text.count / 2].map { String(text.dropLast($0)) }
    let damaged =
      cuts + ["", Workspace.tiny, text + "more\n", text.replacing("device: 3", with: "x: 3")]
    for text in damaged {
      try workspace.write("story.txt", text)
      let ending = try trace(["--device", "3", "--against", "story.txt"])
      expect(ending.code == 65 && ending.output == "", "\(text.count)")
      expect(ending.messages, hasPrefix: "error: story.txt: ")
    }
    try expect(trace(["--device", "3", "--against", "none.txt"]).code, equals: 66)
    try expect(trace(["--device", "3", "--save", "none/story.txt"]).code, equals: 73)
  }

  @Test func plainStoriesNeedADevice() throws {
    for options in [
      [], ["--save", "a", "--against", "b"], ["--save", "a", "--message", "1"],
    ] {
      let ending = try trace(options)
      expect(ending.code == 64 && ending.output == "", "\(ending)")
      expect(ending.messages, contains: "Usage: deliverysim trace")
    }
    expect(workspace.names(in: "."), equals: ["tiny.yml"])
  }
}
