import Foundation
import TestSupport
import Testing

/// `find`, and `explain` and `trace` with `--message`, `--compare` and `--format`, as a user types
/// them.
@Suite struct ExplainFormsTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("lossy.yml", Self.lossy)
  }

  /// Everybody is away half of the time, repairs fail, and devices wait for each other.
  static let lossy = """
    format: 1
    name: lossy
    seed: 5
    duration: 4d
    devices: 12
    replications: 2
    workload: {arrivals: {poisson: {rate: 30/d}}}
    provider:
      link: {loss: 5%, latency: {exponential: {mean: 300ms}}}
      resend:
        failure: 0.3
        latency: {exponential: {mean: 800ms}}
        capacity: {servers: 1, service: {exponential: {mean: 2s}}, timeout: 10s}
      shards: 3
    network:
      online: {exponential: {mean: 3h}}
      offline: {exponential: {mean: 3h}}
      regions: {count: 2, outages: {every: {constant: {value: 1d}}, last: {constant: {value: 2h}}}}
    strategies:
      - fire-and-forget
      - gap-recovery: {repeat_limit: 3}
      - {name: twice, gap-recovery: {as_printed: true, collapse: false}}

    """

  private func explain(
    _ strategy: String, _ options: String..., source: String = "lossy.yml"
  ) throws -> Tool.Ending {
    try workspace.tool.run(["explain", source, "--strategy", strategy] + options)
  }

  private func find(
    _ kind: String, _ strategy: String, _ options: String..., source: String = "lossy.yml"
  ) throws -> Tool.Ending {
    try workspace.tool.run(["find", kind, source, "--strategy", strategy] + options)
  }

  // MARK: Finding

  @Test(
    arguments: [
      ("fire-and-forget", "lost", "was lost: "), ("gap-recovery", "lost", "was lost: "),
      ("gap-recovery", "summarised", "a summary informed the user about it."),
      ("twice", "duplicate", "duplicate"),
    ] as [(String, String, String)])
  func whatIsFoundCanBeExplainedWithTheCommandThatIsPrinted(
    strategy: String, kind: String, words: String
  ) throws {
    let found = try find(kind, strategy, "--set", "workload.useful_for=12h")
    expect(found.code == 0 && found.messages == "", "\(found)")
    let lines = found.output.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.wholeMatch(of: #/ +\d+ +\d+  day .*/#) != nil }
    expect(rows.count, equals: 10)
    let order = rows.map { $0.split(separator: " ").prefix(2).compactMap { Int($0) } }
    expect(order, equals: order.sorted { $0.lexicographicallyPrecedes($1) })
    let start = try unwrap(lines.firstIndex { $0.hasPrefix("deliverysim explain ") })
    let command = lines[start...].joined(separator: " ").replacing("\\", with: "")
    let parts = command.split(separator: " ").dropFirst().map { String($0) }
    expect(parts.contains("workload.useful_for=12h"))
    let story = try workspace.tool.run(parts)
    expect(story.code, equals: 0)
    let end = story.output.split(separator: "\n").joined(separator: " ")
    expect(end.contains(words), "\(story.output)")
  }

  @Test func theSearchEndsAtTheLimitAndLooksAtOneDeviceOnly() throws {
    let some = try find("lost", "fire-and-forget", "--limit", "2")
    let words = "\n2 lost notifications found; 1 device searched (stopped at --limit)"
    expect(some.output, contains: words)
    let one = try find("lost", "fire-and-forget", "--device", "5", "--limit", "99")
    let rows = one.output.split(separator: "\n").filter { $0.hasPrefix("     ") }
    expect(!rows.isEmpty && rows.allSatisfy { $0.hasPrefix("     5  ") })
    expect(one.output, contains: "\(rows.count) lost notifications found; 1 device searched.")
  }

  /// The replication has as many as the run counts, in a scenario whose devices share shards of a
  /// provider.
  @Test(arguments: ["fire-and-forget", "gap-recovery"])
  func theWholeReplicationHasAsManyAsTheRunCounts(strategy: String) throws {
    _ = try workspace.tool.run("run", "lossy.yml", "--out", "out", "--quiet")
    let file = try StrictCSV(workspace.bytes("out/replications.csv"), "replications.csv")
    let row = try unwrap(file.series["0 \(strategy)"])[1]
    for kind in ["lost", "summarised"] {
      let found = try find(
        kind, strategy, "--limit", "100000", "--replication", "1", source: "out")
      let count = try row.count(kind)
      let words = count == 0 ? "Nothing found: " : "\n\(count) \(kind) notification"
      expect(found.output.contains(words), "\(kind): \(count)")
    }
  }

  @Test func nothingFoundIsNoError() throws {
    let found = try find("summarised", "fire-and-forget")
    expect(found.code, equals: 0)
    let words = { (text: String) in text.split { $0.isWhitespace }.joined(separator: " ") }
    expect(
      words(found.output),
      contains: "Nothing found: none of the 12 devices has a counted summarised notification. "
        + "These find some: find lost")
    let one = try find("duplicate", "fire-and-forget", "--device", "3")
    expect(words(one.output), contains: "device 3 has no counted duplicate notification.")
  }

  // MARK: One message

  @Test func aMessageIsFollowedToItsFateInWords() throws {
    let document = try document("fire-and-forget", "--device", "0")
    let outcomes = try unwrap(document["outcomes"] as? [[String: Any]])
    var seen: [String: Int] = [:]
    for outcome in outcomes {
      let fate = try unwrap(outcome["fate"] as? String)
      guard seen[fate, default: 0] < 3 else { continue }
      seen[fate, default: 0] += 1
      let message = try unwrap(outcome["message"] as? Int)
      let story = try explain("fire-and-forget", "--device", "0", "--message", "\(message)")
      let parts = story.output.components(separatedBy: "\n\n")
      expect(parts.count == 3 && parts[0].hasSuffix(", message \(message)"))
      let words = parts.last?.split(separator: "\n").joined(separator: " ")
      expect(words == outcome["words"] as? String)
      expect(parts[1].contains("message \(message)"))
    }
    expect(seen["lost"] == 3 && seen["shown"] == 3)
  }

  @Test func anOfflineDeviceWhoseRegionIsDownIsToldSo() throws {
    let story = try explain("fire-and-forget", "--device", "1")
    expect(story.output, contains: "offline: region 1 is down for ")
    let other = try explain("fire-and-forget", "--device", "1", "--set", "network.regions={}")
    expect(other.code == 65 || !other.output.contains("region"), "\(other)")
  }

  // MARK: Two strategies

  @Test func theFirstDifferenceIsMarkedAndExplained() throws {
    let ending = try explain("fire-and-forget", "--device", "2", "--compare", "gap-recovery")
    expect(ending.code == 0 && ending.messages == "", "\(ending)")
    let lines = ending.output.split(separator: "\n").map { String($0) }
    let mark = try unwrap(lines.firstIndex { $0.hasPrefix("=== the first difference ") })
    let before = lines[4..<mark]
    expect(before.allSatisfy { $0.hasPrefix("  ") }, "\(before)")
    expect(lines[mark + 1].hasPrefix("- day ") || lines[mark + 1].hasPrefix("+ day "))
    expect(lines[mark + 2].hasPrefix("  Until here both are the same. Now "))
    expect(lines.contains { $0.hasSuffix(" messages end differently:") })
    // The other way round the signs change, and nothing else.
    let other = try explain("gap-recovery", "--device", "2", "--compare", "fire-and-forget")
    let turned = other.output.split(separator: "\n").filter { $0.first == "+" }.count
    expect(turned, equals: lines.count { $0.first == "-" })
  }

  @Test func strategiesThatDoTheSameHaveNoDifference() throws {
    let ending = try explain(
      "fire-and-forget", "--device", "0", "--compare", "fire-and-forget-2", "--set",
      "strategies=[fire-and-forget, {name: fire-and-forget-2, fire-and-forget: {}}]")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "\nno difference: the ")
    expect(ending.output, hasSuffix: " messages end the same way\n")
  }

  // MARK: For programs

  private func document(_ strategy: String, _ options: String...) throws -> [String: Any] {
    let ending = try workspace.tool.run(
      ["explain", "lossy.yml", "--strategy", strategy, "--format", "json"] + options)
    expect(ending.code, equals: 0, "\(ending.messages)")
    let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    return try unwrap(object as? [String: Any])
  }

  @Test func theDocumentHasItsKeysInOrderAndTheManifestsHash() throws {
    _ = try workspace.tool.run("run", "lossy.yml", "--out", "out", "--quiet")
    let options = ["--strategy", "gap-recovery", "--device", "3", "--format", "json"]
    let one = try workspace.tool.run(["explain", "out"] + options)
    let other = try workspace.tool.run(["explain", "lossy.yml"] + options)
    expect(one.code == 0 && one.output == other.output, "\(one)")
    let keys = one.output.matches(of: #/(?m)^  "([a-z_0-9]+)": /#).map { String($0.1) }
    expect(
      keys,
      equals: [
        "format", "tool_version", "results_epoch", "scenario", "scenario_sha256", "seed",
        "design_point", "strategy", "replication", "device", "group", "message", "events",
        "outcomes", "outages",
      ])
    let manifest = try unwrap(
      try JSONSerialization.jsonObject(with: Data(try workspace.bytes("out/manifest.json")))
        as? [String: Any])
    let told = try document("gap-recovery", "--device", "3")
    expect(told["scenario_sha256"] as? String == manifest["scenario_sha256"] as? String)
  }

  @Test func timesAreWholeMicrosecondsAndSeconds() throws {
    let told = try document("gap-recovery", "--device", "3")
    let events = try unwrap(told["events"] as? [[String: Any]])
    expect(events.count > 100)
    var last = 0
    for event in events {
      let time = try unwrap(event["time_us"] as? Int)
      expect(event["time_s"] as? Double == Double(time) / 1e6)
      expect(time >= last)
      last = time
    }
  }

  @Test func theTraceIsOneDocumentWithATrackForEachStation() throws {
    let ending = try workspace.tool.run(
      "trace", "lossy.yml", "--strategy", "gap-recovery", "--device", "3", "--format", "perfetto")
    let object = try unwrap(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    let events = try unwrap(object["traceEvents"] as? [[String: Any]])
    let tracks = events.filter { $0["name"] as? String == "thread_name" }
      .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    for station in [
      "provider", "push service", "push service: store", "network", "device", "extension",
      "notification centre", "user", "app", "outages",
    ] {
      expect(tracks.contains(station))
    }
    let slices = Set(
      events.filter { $0["ph"] as? String == "X" }.compactMap { $0["name"] as? String })
    expect(slices.contains("offline") && slices.contains("region 1"))
    expect(slices.contains { $0.hasPrefix("message ") })
  }

  @Test func twoStrategiesAreTwoProcessesOfATrace() throws {
    let trace = { (options: [String]) throws -> [[String: Any]] in
      let ending = try workspace.tool.run(
        ["trace", "lossy.yml", "--device", "3"] + options)
      let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
      return try unwrap((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    }
    let both = try trace(["--strategy", "gap-recovery", "--compare", "fire-and-forget"])
    let alone = try ["gap-recovery", "fire-and-forget"].map { try trace(["--strategy", $0]) }
    expect(
      both.map { $0["pid"] as? Int }, equals: alone[0].map { _ in 1 } + alone[1].map { _ in 2 })
    let names = both.filter { $0["name"] as? String == "process_name" }
      .compactMap { ($0["args"] as? [String: Any])?["name"] as? String }
    expect(names.count == 2 && names[0].contains("gap-recovery"))
    expect(names.last?.contains("fire-and-forget") ?? false)
    // A flow never leads from one to the other.
    let flows = Dictionary(grouping: both.filter { $0["cat"] as? String == "flow" }) {
      $0["id"] as? Int
    }
    expect(flows.count > 100)
    expect(flows.values.allSatisfy { Set($0.map { $0["pid"] as? Int }).count == 1 })
  }

  @Test func theTraceSaysWhichPushAndWhy() throws {
    let ending = try workspace.tool.run(
      "trace", "lossy.yml", "--strategy", "fire-and-forget", "--device", "3")
    let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    let events = try unwrap((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
    let lost = try unwrap(events.first { $0["cat"] as? String == "destroyed-overwritten" })
    let arguments = try unwrap(lost["args"] as? [String: Any])
    let message = try unwrap(arguments["message"] as? Int)
    expect(arguments["reason"] as? String == "service/overwritten")
    expect(arguments["send"] as? Int == 1)
    expect((arguments["by"] as? String)?.hasPrefix("message ") ?? false)
    let created = events.compactMap { event -> [String: Any]? in
      event["cat"] as? String == "created" ? event["args"] as? [String: Any] : nil
    }
    let own = try unwrap(created.first { $0["message"] as? Int == message })
    expect(own["fate"] as? String == "lost")
    expect((own["why"] as? String)?.hasPrefix("Message \(message) was lost: ") ?? false)
  }

  /// With one push kept, messages of the last minutes are still on their way or stored at the end.
  @Test func eachFateCanBeLookedFor() throws {
    let mail = try workspace.tool.run("init", "mail").output
    try workspace.write("mail.yml", mail)
    for kind in ["synced", "pending"] {
      let ending = try workspace.tool.run(
        "find", kind, "mail.yml", "--strategy", "gap-recovery", "--limit", "1", "--set", "drain=1s")
      expect(ending.code, equals: 0, "\(ending.messages)")
      expect(ending.output.contains("1 \(kind) notification found"), "\(ending.output)")
    }
  }

  // MARK: Width

  @Test(arguments: isNightly ? ["mail", "messenger", "marketing", "android"] : ["mail"])
  func textFits80Columns(preset: String) throws {
    let text = try workspace.tool.run("init", preset).output
    try workspace.write("my.yml", text)
    let resolved = try workspace.tool.run("validate", "my.yml").output
    let names = resolved.split(separator: "\n").drop { $0 != "strategies:" }.dropFirst()
      .prefix { $0.hasPrefix(" ") }.filter { $0.hasPrefix("  - ") }
      .compactMap { $0.dropFirst(4).split(separator: ":").first.map { String($0) } }
    expect(names.count >= 3)
    for name in names {
      let story = ["explain", "--device", "4"]
      var forms = [story, story + ["--message", "1"], ["find", "lost"]]
      if name != names[0] { forms.append(story + ["--compare", names[0]]) }
      for form in forms {
        let ending = try workspace.tool.run(
          form + ["my.yml", "--strategy", name, "--set", "devices=10"])
        expect(ending.code, equals: 0, "\(name) \(form): \(ending.messages)")
        let wide = ending.output.split(separator: "\n").filter { $0.count > 80 }
        expect(wide.isEmpty, "\(name): \(wide)")
      }
    }
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (
        ["explain", "--device", "1", "--compare", "twice", "--format", "json"],
        "--compare: prints text or html"
      ),
      (["explain", "--compare", "twice"], "missing expected argument '--device <device>'"),
      (["explain", "--device", "1", "--limit", "3"], "nknown option '--limit'"),
      (["explain", "--device", "1", "--format", "xml"], "'text', 'json' or 'html'"),
      (["explain"], "find lists devices to look at"),
      (["trace"], "find lists devices to look at"),
      (["trace", "--world", "x", "--save", "x"], "--save and --world: one at a time"),
      (["trace", "--world", "x", "--format", "perfetto"], "--format: --world takes all messages"),
      (["trace", "--world", "x", "--message", "3"], "--message: --world takes all messages"),
      (["trace", "--compare", "twice", "--against", "x"], "--compare: --against takes all"),
    ] as [([String], String)])
  func whatMakesNoSenseIsWrongUsage(command: [String], words: String) throws {
    let ending = try workspace.tool.run(command + ["lossy.yml", "--strategy", "gap-recovery"])
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages.contains(words), "\(ending.messages)")
    expect(ending.messages, contains: "Usage: deliverysim \(command[0])")
    expect(!workspace.exists("x"))
  }

  @Test(
    arguments: [
      (
        ["find", "losst"],
        "find: no kind of example \"losst\"; did you mean \"lost\"? "
          + "there are: lost, summarised, synced, escalated, pending, duplicate"
      ),
      (["find", "lost", "--limit", "0"], "--limit: found 0; allowed: at least 1"),
      (["find", "lost", "--device", "12"], "--device: found 12; allowed: 0 to 11"),
      (["find", "lost", "--replication", "2"], "--replication: found 2; allowed: 0 to 1"),
      (
        ["explain", "--device", "1", "--compare", "gap-recovery"],
        "--compare: found gap-recovery, the strategy itself; allowed: fire-and-forget, twice"
      ),
      (
        ["explain", "--device", "1", "--compare", "twise"],
        "--compare: no strategy \"twise\"; did you mean \"twice\"? "
          + "there are: fire-and-forget, twice"
      ),
    ] as [([String], String)])
  func whatThereIsNotIsNamed(words: [String], message: String) throws {
    let ending = try workspace.tool.run(words + ["lossy.yml", "--strategy", "gap-recovery"])
    expect(ending.code == 64 && ending.output == "", "\(ending)")
    expect(ending.messages, equals: "error: \(message)\n")
  }

  @Test(arguments: ["fire-and-forget", "twice"])
  func aLoneStrategyHasNothingToBeComparedWith(other: String) throws {
    let ending = try explain(
      "fire-and-forget", "--device", "1", "--compare", other, "--set",
      "strategies=[fire-and-forget]")
    expect(ending.code, equals: 64)
    expect(
      ending.messages,
      equals: "error: --compare: the scenario has only one strategy, "
        + "so there is nothing to compare it with\n")
  }
}
