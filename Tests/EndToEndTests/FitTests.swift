import Foundation
import TestSupport
import Testing

/// `deliverysim fit`: a team's own files in, a report and a scenario out.
@Suite struct FitTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("messages.csv", Self.messages)
    try workspace.write("outages.csv", Self.outages)
  }

  /// 12 devices in 21 days from 2019-08-28: bursts of up to 4 messages at irregular hours.
  private static let messages: String = {
    var random = SplitMix64(state: 1)
    let rows = (0..<12).flatMap { device in
      (0..<25).flatMap { burst in
        let start = 1_566_950_400 + Double(burst) * 72_000 + 40_000 * random.uniform()
        return (0...random.below(4)).map {
          "\(start + 90 * Double($0) * (0.5 + random.uniform())),d\(device)"
        }
      }
    }
    return (["sent_at,user"] + rows).joined(separator: "\n") + "\n"
  }()

  private static let outages: String = {
    var random = SplitMix64(state: 2)
    let rows = (0..<120).map { place in
      let start = Double(place / 6) * 50_000 + 20_000 * random.uniform()
      return "\(start),\(start - 1800 * log(random.uniform())),p\(place % 6)"
    }
    return (["start,end,probe"] + rows).joined(separator: "\n") + "\n"
  }()

  private func fit(_ arguments: String...) throws -> Tool.Ending {
    try workspace.tool.run(["fit"] + arguments)
  }

  @Test(
    "How many pushes are kept, from trials",
    arguments: [
      (
        "3,3\n10,4\n20,4",
        ["3 trials, 2 of them incomplete", "push_service: {kind: apns, capacity: 4}"]
      ),
      (
        "1,1\n50,50",
        [
          "2 trials, 0 of them incomplete",
          "All pushes arrived: at least 50 are kept. Send more at once.",
        ]
      ),
      (
        "2,0",
        [
          "1 trial, 1 of them incomplete",
          "Nothing was kept: did the pushes have an expiration above 0?",
        ]
      ),
      (
        "9,4\n10,3\n7,7",
        [
          "3 trials, 2 of them incomplete", "push_service: {kind: apns, capacity: 4}",
          "note: line 3: 3 of 10 arrived, not 4: was a push lost on the way? Repeat the trial.",
          "note: line 4: 7 of 7 arrived, more than 4: repeat the trials.",
        ]
      ),
      (
        "10,4\n20,9",
        [
          "2 trials, 2 of them incomplete",
          "4 to 9 arrived where not all did: not a fixed number. Simulate both:",
          "push_service: {kind: apns, capacity: 4}", "push_service: {kind: apns, capacity: 9}",
        ]
      ),
    ])
  func kept(_ rows: String, _ lines: [String]) throws {
    try workspace.write("trials.csv", "sent,received\n\(rows)\n")
    let answer = try fit("--kept", "trials.csv")
    expect(answer.code, equals: 0)
    expect(answer.output, equals: lines.joined(separator: "\n") + "\n")
  }

  @Test("Trials that cannot be are errors", arguments: ["4,5", "0,0", ",1", "2,", "x,1", "2,-1"])
  func impossibleTrials(_ row: String) throws {
    try workspace.write("trials.csv", "sent,received\n3,3\n\(row)\n")
    let answer = try fit("--kept", "trials.csv")
    expect(answer.code, equals: 65)
    expect(answer.messages.contains("trials.csv:3:"), "\(answer.messages)")
    try expect(fit("--kept", "missing.csv").code, equals: 66)
    try expect(fit().code, equals: 64)
  }

  @Test("What is wrong with trials has its line and column")
  func wrongTrials() throws {
    try workspace.write("trials.csv", "sent,received\n3,\n,1\n")
    try expect(
      fit("--kept", "trials.csv").messages,
      equals: """
        error: trials.csv:2:3: received: found nothing; allowed: a whole number
        trials.csv:3:1: sent: found nothing; allowed: a whole number

        """)
    try workspace.write("trials.csv", "sent,received\n3,4\n0,0\n")
    try expect(
      fit("--kept", "trials.csv").messages,
      equals: """
        error: trials.csv:2:1: received: found 4; allowed: at most 3, which were sent
        trials.csv:3:1: sent: found 0; allowed: at least 1

        """)
  }

  @Test("--kept refuses what only logs need, and names it")
  func keptAlone() throws {
    let answer = try fit("--kept", "trials.csv", "messages.csv", "--time", "at", "--seed", "2")
    expect(answer.code, equals: 64)
    expect(
      answer.messages,
      equals: "error: --kept: reads trials only; leave out the other files, --time, --seed\n")
  }

  @Test func aMissingInputIsSaidBeforeWhatIsInTheWay() throws {
    try workspace.write("fitted.yml", "mine\n")
    let ending = try fit("messages.csv", "nope.csv")
    expect(ending.code, equals: 66)
    expect(ending.messages, equals: "error: nope.csv: No such file or directory\n")
  }

  // MARK: Outputs

  @Test func theScenarioRunsAsItIs() throws {
    let ending = try fit(
      "messages.csv", "outages.csv", "--device", "probe", "--out", "mine.yml", "--name", "my-app")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.messages, equals: "replaying \(try messageCount()) messages ...\n")
    for words in [
      "Arrivals: messages.csv (sent_at, user)",
      "Intervals offline: outages.csv (start, end, probe)",
      "> bursts", "poisson, one rate", "weekly", "Offline spans", "Online spans", "shuffled",
      "With times offline from fitted laws", "have no time in common",
      "deliverysim run mine.yml --inputs mine.inputs.json",
    ] {
      expect(ending.output.contains(words), "\(words)")
    }
    let text = try workspace.read("mine.yml")
    for words in [
      "name: my-app\n", "# From messages.csv:", "# From outages.csv:", "\n    bursts:\n",
      "  - gap-recovery: ",
    ] {
      expect(text.contains(words), "\(words)")
    }
    try expect(workspace.tool.run("validate", "mine.yml", "--quiet").code, equals: 0)
    let run = try workspace.tool.run(
      "run", "mine.yml", "--replications", "2", "--set", "devices=10", "--out", "results")
    expect(run.code == 0 && run.output.contains("gap-recovery"), "\(run.messages)")
    // Lines that are offered instead work, too.
    let offered = text.split(separator: "\n").filter { $0.hasPrefix("  # arrivals: {poisson: ") }
    expect(offered.count >= 1)
    for line in offered {
      let value = line.dropFirst("  # arrivals: ".count)
      let set = try workspace.tool.run(
        "validate", "mine.yml", "--quiet", "--set", "workload.arrivals=\(value)")
      expect(set.code, equals: 0, "\(set.messages)")
    }
  }

  private func messageCount() throws -> Int {
    try workspace.read("messages.csv").split(separator: "\n").count - 1
  }

  @Test func theTraceThatIsOfferedPlaysTheLog() throws {
    try expect(fit("messages.csv", "--quiet").code, equals: 0)
    let line = try unwrap(
      try workspace.read("fitted.yml").split(separator: "\n").first { $0.contains("{trace: ") })
    let value = line.dropFirst("  # arrivals: ".count)
    let ending = try workspace.tool.run(
      "validate", "fitted.yml", "--set", "devices=streams", "--set", "workload.arrivals=\(value)")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "messages.csv")
  }

  /// - Returns: The line that plays the intervals themselves; nil: there is none.
  private func offeredAbsences(_ arguments: String...) throws -> Substring? {
    let ending = try workspace.tool.run(["fit", "--force", "--quiet"] + arguments)
    expect(ending.code, equals: 0, "\(ending.messages)")
    return try workspace.read("fitted.yml").split(separator: "\n")
      .first { $0.hasPrefix("  # trace: ") }?.dropFirst("  # trace: ".count)
  }

  @Test(arguments: [[], ["messages.csv"]])
  func theAbsencesThatAreOfferedPlayTheLog(others: [String]) throws {
    let value = try unwrap(
      try others.isEmpty
        ? offeredAbsences("outages.csv", "--device", "probe")
        : offeredAbsences("outages.csv", "messages.csv", "--device", "probe"))
    // The messages are of 2019, the intervals of no year: each has its own window.
    expect(value.contains("start: start, end: end, device: probe, from: "), "\(value)")
    expect(!value.contains("from: 1566"), "\(value)")
    let sets = ["network.trace=\(value)", "devices=streams"].flatMap { ["--set", $0] }
    let run = try workspace.tool.run(
      ["run", "fitted.yml", "--replications", "2", "--out", "results"] + sets)
    expect(run.code == 0 && run.output.contains("given this trace"), "\(run.messages)")
    try expect(workspace.read("results/manifest.json"), contains: "outages.csv")
  }

  @Test func absencesOfTheTimeOfTheMessagesHaveTheirWindow() throws {
    let rows = (0..<20).map { place in
      let start = 1_566_960_000 + 80_000 * place
      return "\(start),\(start + 3000),d\(place % 2)"
    }
    try workspace.write("away.csv", (["start,end,user"] + rows).joined(separator: "\n") + "\n")
    // They have no messages in them, so the laws lose more: the scenario plays both.
    try expect(offeredAbsences("messages.csv", "away.csv") == nil)
    let windows = try workspace.read("fitted.yml").matches(of: #/from: 0, length: [^,}]*/#)
      .map { String($0.0) }
    expect(windows.count == 2 && windows[0] == windows[1], "\(windows)")
    let run = try workspace.tool.run(
      "run", "fitted.yml", "--replications", "2", "--out", "results")
    expect(run.code == 0 && run.output.contains("given this trace"), "\(run.messages)")
  }

  @Test func absencesThatAScenarioCannotReadAreNotOffered() throws {
    // Times online; milliseconds; several places at once.
    try expect(offeredAbsences("outages.csv", "--device", "probe", "--online") == nil)
    try expect(offeredAbsences("outages.csv", "--device", "probe", "--unit", "ms") == nil)
    try expect(offeredAbsences("outages.csv") == nil)
  }

  @Test func threadsChangeNothing() throws {
    for folder in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: "\(workspace.path)/\(folder)", withIntermediateDirectories: false)
    }
    let one = try fit("messages.csv", "--out", "one/a.yml", "--threads", "1", "--replications", "4")
    let three = try fit(
      "messages.csv", "--out", "two/a.yml", "--threads", "3", "--replications", "4")
    expect(one.code == 0 && one.output.replacing("one/", with: "two/") == three.output, "\(one)")
    try expect(workspace.bytes("one/a.yml"), equals: workspace.bytes("two/a.yml"))
    try expect(workspace.read("one/a.yml"), contains: "\nname: a\n")
  }

  @Test func anotherSeedReplaysOtherOutages() throws {
    let first = try fit("messages.csv", "--out", "a.yml", "--replications", "4")
    let second = try fit("messages.csv", "--out", "a.yml", "--force", "--seed", "2")
    expect(first.output != second.output)
    try expect(workspace.read("a.yml"), contains: "\nseed: 2\n")
  }

  @Test func intervalsAloneMakeAScenario() throws {
    let ending = try fit("outages.csv", "--device", "probe", "--online")
    expect(ending.code == 0 && ending.output.contains("Intervals online"), "\(ending.messages)")
    try expect(workspace.read("fitted.yml"), contains: "# An assumption: there was no log of arr")
    try expect(workspace.tool.run("validate", "fitted.yml", "--quiet").code, equals: 0)
  }

  // MARK: Files

  @Test func aFileThatExistsStays() throws {
    try workspace.write("fitted.yml", "mine")
    let refused = try fit("messages.csv")
    expect(refused.code == 73 && refused.output == "", "\(refused)")
    expect(
      refused.messages,
      equals: "error: fitted.yml: exists; --force replaces it, --out writes elsewhere\n")
    try expect(workspace.read("fitted.yml"), equals: "mine")
    try expect(fit("messages.csv", "--force", "--quiet").code, equals: 0)
    try expect(workspace.read("fitted.yml"), hasPrefix: "# Fitted to a log")
  }

  @Test(arguments: ["none/x.yml", "/proc/x.yml", "."])
  func whereNothingCanBeWrittenIsSaid(path: String) throws {
    let ending = try fit("messages.csv", "--out", path, "--quiet", "--replications", "2")
    expect(ending.code, equals: 73)
    expect(ending.messages.hasPrefix("error: \(path): "), "\(ending.messages)")
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (["none.csv"], 66, "none.csv: No such file or directory"),
      (["messages.csv", "messages.csv"], 64, "messages.csv: is given twice"),
      (["messages.csv", "--unit", "h"], 64, "--unit: found \"h\"; allowed: s, ms, us"),
      (["messages.csv", "--gap", "30"], 64, "--gap: found \"30\"; allowed: a duration above 0s"),
      (["messages.csv", "--length", "0d"], 64, "--length: found \"0d\"; allowed: a duration"),
      (["messages.csv", "--from", "monday"], 64, "--from: found \"monday\"; allowed: a number"),
      (["messages.csv", "--name", "My App"], 64, "--name: found \"My App\"; allowed: at most"),
      (["messages.csv", "--replications", "1"], 64, "--replications: found 1; allowed: 2 to"),
      (["messages.csv", "--out", ""], 64, "--out: a file is needed"),
      (
        ["messages.csv", "--time", "sent"], 64,
        "--time: no column \"sent\"; allowed: messages.csv: sent_at, user"
      ),
      (
        ["messages.csv", "--device", "usr"], 64,
        "--device: no column \"usr\"; did you mean \"user\"?"
      ),
      (["messages.csv", "--from", "2030-01-01"], 65, "messages.csv: found no row in the window;"),
    ] as [([String], Int32, String)])
  func whatIsWrongIsNamed(arguments: [String], code: Int32, message: String) throws {
    let ending = try workspace.tool.run(["fit"] + arguments)
    expect(ending.code, equals: code)
    expect(ending.output, equals: "")
    expect(ending.messages.hasPrefix("error: \(message)"), "\(ending.messages)")
    expect(!workspace.exists("fitted.yml"))
  }

  @Test(
    arguments: [
      ("", "1:1: the file is empty"), ("time,device\n", "1:1: no rows below the header"),
      ("time,device\n5,a\n", " found one row in the window;"),
      ("time,device\n5,a\n5,b\n", " all times are equal;"),
      ("a,b\n1,2\n3,4\n", "1:1: no column has a name that times usually have;"),
      ("start,b\n1,2\n3,4\n", "1:1: column \"start\" needs another one to make intervals;"),
      ("time,device\n5,a\nx,b\n", "3:1: time: found \"x\";"),
      ("time,device\n5,a\n1e999,b\n", "3:1: time: found \"1e999\";"),
      ("time,device\n5,a\n6,\n", "3:3: device: found nothing;"),
      ("time,device\n1,a\n2019-08-28T09:15:00Z,a\n", "3:1: time: found \"2019-08-28T09:15:00Z\";"),
      ("start,end\n10,20\n30,25\n", "3:1: end: found 25, before the start 30;"),
      ("start,end\n10,20\n", " found 1 interval;"),
      ("time\n1566983700\n1566983800000\n", "3:1: time: found 1566983800000: a mixture of units?"),
      ("time\n15669837000000000000\n15669838000000000000\n", "2:1: time: found 1.5669837e+19;"),
      ("time\n0\n1566983800\n", "2:1: time: found 0 among seconds since 1970: a mixture of unit"),
      ("time\n100000000\n9000000000\n", " a span of 103010 days;"),
      ("time\n1e-7\n2e-7\n3e-7\n9e-7\n", " a span of 1.07e-06 s;"),
      ("start,end\n1,2019-08-28\n", "2:1: end: date-times in one column and numbers in the other"),
    ])
  func badFilesAreRefused(text: String, message: String) throws {
    try workspace.write("bad.csv", text)
    let ending = try fit("bad.csv")
    expect(ending.code, equals: 65)
    expect(ending.output, equals: "")
    expect(ending.messages.hasPrefix("error: bad.csv:\(message)"), "\(ending.messages)")
    expect(
      workspace.names(in: "."), equals: ["bad.csv", "messages.csv", "outages.csv", "tiny.yml"])
  }

  /// Odd, but no reason to refuse: the report has something to say and the scenario is valid.
  @Test(
    arguments: [
      "time\n0\n60\n120\n180\n240\n300\n360\n", "time,device\n1,a\n2,b\n3,c\n",
      "time\n0.1\n0.2\n0.3\n0.9\n", "time,device\n-5,a\n-3,a\n7,a\n",
      "time\n" + (0..<40).map { "\($0 / 2 * 7200)\n" }.joined(),
      "start,end\n0,1\n5,6\n9,10\n12,13\n15,16\n18,19\n21,22\n",
      "start,end\n0,1e-6\n5,5.1\n9,10\n12,1e6\n",
      "time,device\n" + (0..<30).map { "\($0 * $0 * 4000),\"x, \"\"\($0 % 3)\n\"\"\"\n" }.joined(),
    ])
  func oddFilesMakeAScenario(text: String) throws {
    try workspace.write("odd, \"1\" #.csv", text)
    let ending = try fit("odd, \"1\" #.csv", "--replications", "2")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output.contains("Scenario: fitted.yml") && ending.output.contains("Notes\n"))
    expect(!ending.output.contains("nan") && !ending.output.contains("inf"))
    let valid = try workspace.tool.run("validate", "fitted.yml", "--quiet")
    expect(valid.code, equals: 0, "\(valid.messages)")
  }
}
