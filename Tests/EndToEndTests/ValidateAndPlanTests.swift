import Foundation
import TestSupport
import Testing

@Suite struct ValidateAndPlanTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  // MARK: validate

  @Test func validatePrintsAScenarioThatGivesTheSameBytes() throws {
    let resolved = try workspace.tool.run("validate", "tiny.yml")
    expect(resolved.code, equals: 0)
    try workspace.write("resolved.yml", resolved.output)
    // Defaults are filled in, and stay what they are when they are read again.
    expect(resolved.output, contains: "confidence: 0.95\n")
    expect(resolved.output, contains: "expiration: 30d\n")
    try expect(workspace.tool.run("validate", "resolved.yml").output, equals: resolved.output)

    _ = try workspace.runTiny(into: "a")
    let again = try workspace.tool.run("run", "resolved.yml", "--out", "b")
    expect(again.code, equals: 0, "\(again.messages)")
    for (name, _) in Contract.files {
      try expect(workspace.bytes("a/\(name)"), equals: workspace.bytes("b/\(name)"), "\(name)")
    }
  }

  /// The figures are those of both design points: 24 h in 6 h 20 min and in 7 h; 40 messages x 1/72
  /// and 1/24. Then a mean of 40 h: 24 h in 46 h.
  @Test func validateTellsOfTheWorldOnStderr() throws {
    let messages = try workspace.tool.run("validate", "tiny.yml").messages
    expect(messages, hasPrefix: "a device meets on average; over the design points:\n")
    for line in [
      "messages: 40 a day", "absences: 3.43 to 3.79 a day; offline 5.26 % to 14.3 % of the time",
      "messages in an absence: 0.556 to 1.67; ",
    ] {
      expect(messages, contains: "\n  \(line)")
    }
    try expect(workspace.tool.run("validate", "--cost", "tiny.yml").output, contains: messages)
    let law = "network.offline={weibull: {scale: 20m, shape: 0.2}}"
    let heavy = try workspace.tool.run("validate", "tiny.yml", "--set", "sweep=", "--set", law)
    expect(heavy.messages, contains: "\nwarning: network.offline: the mean, 1.67 d, is 750 times")
    let run = try workspace.tool.run("run", "tiny.yml", "--set", "sweep=", "--set", law)
    expect(run.messages, contains: "warning: network.offline: the mean, 1.67 d, is 750 times")
    let answer = try workspace.read("runs/tiny/answer.json")
    expect(answer, contains: "absences: 0.522 a day")
  }

  @Test func whatIsSetIsResolvedToo() throws {
    let options = [
      "--set", "devices=7", "--set", "network.offline.constant.value=90s", "--set", "sweep=",
      "--set", "strategies.gap-recovery.repeat_limit=3", "--seed", "5", "--replications", "2",
      "--set", "devices=8",
    ]
    let resolved = try workspace.tool.run(["validate", "tiny.yml"] + options)
    expect(resolved.code, equals: 0, "\(resolved.messages)")
    for line in [
      "seed: 5\n", "replications: 2\n", "devices: 8\n", "constant:\n      value: 90s\n",
      "repeat_limit: 3\n",
    ] {
      expect(resolved.output.contains(line), "\(line)")
    }
    try workspace.write("resolved.yml", resolved.output)
    let direct = try workspace.tool.run(["run", "tiny.yml", "--out", "a", "--quiet"] + options)
    let written = try workspace.tool.run("run", "resolved.yml", "--out", "b", "--quiet")
    expect(direct.code == 0 && written.code == 0, "\(direct)")
    try expect(workspace.bytes("a/replications.csv"), equals: workspace.bytes("b/replications.csv"))
  }

  @Test func quietValidateIsSilentAndStdinIsAFile() throws {
    let quiet = try workspace.tool.run("validate", "tiny.yml", "--quiet")
    expect(quiet.code == 0 && quiet.output == "" && quiet.messages == "", "\(quiet)")
    for name in ["/dev/stdin", "-"] {
      let piped = try workspace.tool.run("validate", name, input: Workspace.tiny)
      expect(piped.code, equals: 0)
      try expect(piped.output, equals: workspace.tool.run("validate", "tiny.yml").output)
    }
  }

  /// Its relative files lie in the working directory.
  @Test func standardInputHasAFolderAndAName() throws {
    try workspace.write("base.yml", Workspace.tiny)
    let fine = try workspace.tool.run("validate", "-", "--quiet", input: "extends: base.yml\n")
    expect(fine.code, equals: 0, "\(fine.messages)")
    let wrong = try workspace.tool.run(
      "validate", "--cost", "-", input: "extends: base.yml\ndevices: 0\n")
    expect(wrong.code, equals: 65)
    expect(wrong.messages.hasPrefix("error: stdin:2:10: devices: found 0;"), "\(wrong.messages)")
  }

  /// Scenarios that are part of the project resolve to themselves.
  @Test(arguments: [
    "experiments/mail-queue/scenario.yml", "Tests/GoldenTests/Golden/small-run/scenario.yml",
  ])
  func scenariosOfTheProjectAreValid(file: String) throws {
    let resolved = try workspace.tool.run("validate", "\(projectRoot)/\(file)")
    expect(resolved.code, equals: 0, "\(resolved.messages)")
    try workspace.write("resolved.yml", resolved.output)
    try expect(workspace.tool.run("validate", "resolved.yml").output, equals: resolved.output)
  }

  @Test func validatePrintsTheScenarioAsJSON() throws {
    let printed = try workspace.tool.run("validate", "tiny.yml", "--format", "json")
    expect(printed.code, equals: 0)
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    expect(document["confidence"] as? Double, equals: 0.95)
    // JSON is YAML: it means the same.
    try workspace.write("resolved.json", printed.output)
    try expect(
      workspace.tool.run("validate", "resolved.json").output,
      equals: workspace.tool.run("validate", "tiny.yml").output)
  }

  // MARK: validate --cost

  @Test func theCostAsJSONHasTheSameFigures() throws {
    let printed = try workspace.tool.run(
      "validate", "--cost", "tiny.yml", "--threads", "2", "--shards", "3", "--format", "json")
    expect(printed.code, equals: 0)
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    expect(document["threads"] as? Int, equals: 2)
    expect((document["shards"] as? [Any])?.count, equals: 3)
    for name in ["notifications", "counted", "simulated", "time", "memory", "output"] {
      expect(try unwrap(document[name] as? Double) > 0, "\(name)")
    }
  }

  @Test func planListsWhatRunWouldDo() throws {
    let plan = try workspace.tool.run("validate", "--cost", "tiny.yml", "--threads", "2")
    expect(plan.code, equals: 0)
    expect(plan.messages, equals: "")
    expect(plan.output, contains: "2 design points\n")
    let cells = plan.output.split(separator: "\n").map { $0.split(separator: " ") }
    expect(cells.contains(["0", "20m"]) && cells.contains(["1", "1h"]))
    for words in [
      "devices: 10", "seed: 20190828", "(baseline fire-and-forget)",
      // 2 points x 2 strategies x 3 replications
      "units (design point, strategy, replication): 12\n", "time on 2 threads: about ",
      "memory: at most about ", "output: at most about ",
    ] {
      expect(plan.output.contains(words), "\(words)")
    }
    expect(!plan.output.contains("nothing uses"))
    expect(workspace.names(in: "."), equals: ["tiny.yml"])
  }

  /// Plan, progress and summary count the same things by the same names. 9600 and 2400
  /// notifications are expected: 2400 differ by more than 15 % from it with a probability of 1e-12.
  @Test func planProgressAndSummaryAgree() throws {
    let options = ["--set", "sweep=", "--replications", "3"]
    let plan = try workspace.tool.run(["validate", "--cost", "tiny.yml"] + options).output
    let run = try workspace.tool.run(["run", "tiny.yml", "--progress", "plain"] + options)
    let simulated = try unwrap(plan.firstMatch(of: #/notifications to simulate: about (\S+) k/#))
    let counted = try unwrap(plan.firstMatch(of: #/per strategy: 4\.8 k, of which (\S+) k/#))
    let played = try unwrap(run.messages.firstMatch(of: #/(\S+) k notifications simulated/#))
    let owed = try unwrap(
      run.output.firstMatch(of: #/(\S+) k notifications owed per strategy/#))
    expect(simulated.1 == "9.6" && counted.1 == "2.4", "\(plan)")
    let (playedNow, owedNow) = (try unwrap(Double(played.1)), try unwrap(Double(owed.1)))
    expect(abs(playedNow / 9.6 - 1) < 0.15, "\(run.messages)")
    expect(abs(owedNow / 2.4 - 1) < 0.15, "\(run.output)")
  }

  /// More threads than cores are no faster.
  @Test func planReckonsWithTheCoresThatThereAre() throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let plan = try workspace.tool.run("validate", "--cost", "tiny.yml", "--threads", "1024")
    expect(plan.output.contains(" with as many cores, "), "\(plan.output)")
    expect(plan.output.contains(" with this machine's \(cores)\n"), "\(plan.output)")
    let few = try workspace.tool.run("validate", "--cost", "tiny.yml", "--threads", "1")
    expect(!few.output.contains("cores"), "\(few.output)")
  }

  @Test func planNamesKeysThatNothingUses() throws {
    let plan = try workspace.tool.run(
      "validate", "--cost", "tiny.yml", "--set", "strategies=[fire-and-forget]", "--set",
      "push_service.kind=keep-all", "--set", "push_service.expiration=1d")
    expect(plan.code, equals: 0, "\(plan.messages)")
    let lines = plan.output.split(separator: "\n")
    let start = try unwrap(lines.firstIndex(of: "keys that nothing uses:"))
    let keys = lines[(start + 1)...].map { $0.prefix { $0 != ":" }.drop { $0 == " " } }
    expect(Set(keys), equals: ["push_service.expiration", "provider.resend"])
  }

  @Test func validateNamesThemToo() throws {
    let settings = [
      "--set", "strategies=[fire-and-forget]", "--set", "workload.levels={time_sensitive: 5%}",
      "--set", "provider.urgent=5%",
    ]
    let valid = try workspace.tool.run(["validate", "tiny.yml"] + settings)
    expect(valid.code, equals: 0, "\(valid.messages)")
    expect(!valid.output.contains("nothing uses"))
    let lines = valid.messages.split(separator: "\n")
    let start = try unwrap(lines.firstIndex { $0.hasSuffix("keys that nothing uses:") })
    let keys = lines[(start + 1)...].compactMap { $0.firstMatch(of: #/[a-z_.]+(?=:)/#)?.0 }
    expect(
      Set(keys).isSuperset(of: [
        "workload.levels.time_sensitive", "provider.urgent", "provider.resend",
      ]), "\(lines)")
    let quiet = try workspace.tool.run(["validate", "tiny.yml", "--quiet"] + settings)
    expect(quiet.messages, equals: "")
    // They pass a send window, and what silences.
    for (level, reason) in [
      ("time_sensitive", "provider.send_window=[{from: 8h, to: 22h}]"),
      ("time_sensitive", "device.presentation.quiet=[{from: 22:00, to: 7:00}]"),
      ("critical", "device.provisional={share: 10%}"),
    ] {
      let used = try workspace.tool.run(
        "validate", "tiny.yml", "--set", "workload.levels={\(level): 5%}", "--set", reason)
      expect(used.code, equals: 0, "\(used.messages)")
      expect(!used.messages.contains("workload.levels"), "\(used.messages)")
    }
  }

  @Test func planNamesKeysThatSomePushServicesDoNotUse() throws {
    let plan = try workspace.tool.run(
      "validate", "--cost", "tiny.yml", "--set", "push_service.expiration=30d", "--set",
      "push_service.capacity=5", "--set",
      "sweep=[{factor: service, path: push_service.kind, values: [apns, fcm, wns-toast]}]")
    expect(plan.code, equals: 0, "\(plan.messages)")
    expect(!plan.output.contains("keys that nothing uses:"))
    for line in [
      "keys that some push services here ignore or change:",
      "  push_service.expiration: not used by wns-toast",
      "  push_service.capacity: not used by wns-toast",
      "  push_service.capacity: also how many apns keeps, not only 1",
      "  push_service.expiration: fcm stores for 28d at most",
    ] {
      expect(plan.output.contains(line + "\n"), "\(line)")
    }
  }

  @Test func planNamesARetryWithoutIncidents() throws {
    let plan = try workspace.tool.run(
      "validate", "--cost", "tiny.yml", "--set", "provider.link.retry={attempts: 3, first: 1s}")
    expect(plan.code, equals: 0, "\(plan.messages)")
    expect(
      plan.output,
      contains: "\n  provider.link.retry: the hop has no incidents and no ack_loss, and\n"
        + "    push_service no per_token\n"
    )
  }
}
