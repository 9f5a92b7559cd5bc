import Files
import Foundation
import TestSupport
import Testing

/// `start`: from a log to an answer in one command.
@Suite struct StartTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Twelve devices for ten days: five messages in each absence, of which the newest comes late.
  private func log(receipts: Bool = true) -> String {
    var rows = ["sent_at,delivered_at,device_id"]
    for device in 0..<12 {
      for turn in 0..<40 {
        let start = 1_735_689_600 + 21_600 * turn + 600 * device
        for online in 0..<4 {
          rows.append("\(start + 60 * online),\(start + 60 * online + 2),user\(device)")
        }
        for away in 0..<5 {
          let sent = start + 3600 + 300 * away
          rows.append("\(sent),\(away == 4 ? "\(start + 7200)" : ""),user\(device)")
        }
      }
    }
    let lines = rows.map { receipts ? $0 : Self.without(column: 1, $0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func without(column: Int, _ row: String) -> String {
    var fields = row.split(separator: ",", omittingEmptySubsequences: false)
    fields.remove(at: column)
    return fields.joined(separator: ",")
  }

  private var absences: String {
    let rows = (0..<12).flatMap { device in
      (0..<40).map { turn in
        let start = 1_735_689_600 + 21_600 * turn + 600 * device
        return "\(start + 3000),\(start + 7200),user\(device)"
      }
    }
    return (["start,end,device"] + rows).joined(separator: "\n") + "\n"
  }

  private func start(_ arguments: String...) throws -> Tool.Ending {
    try workspace.tool.run(
      ["start", "--no-report", "--input-draws", "2", "--out", "out"] + arguments)
  }

  @Test("Sends and receipts: the log's loss, an answer, and a folder that runs as it is")
  func receipts() throws {
    try workspace.write("log.csv", log())
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.code, equals: 0, "\(ending.messages)")
    // Four of nine messages of each turn are overwritten: 40 x 12 x 4 of 4,320.
    expect(ending.output, contains: "44.44 % (1,920) were overwritten")
    expect(ending.output, contains: "gap-recovery")
    expect(ending.output, contains: "It rests on the log's own messages")
    for file in ["my.yml", "my.inputs.json", "messages.csv", "absences.csv"] {
      expect(workspace.exists("out/\(file)"), "\(file)")
      // Names of devices stay in the log.
      try expect(!workspace.read("out/\(file)").contains("user1"), "\(file)")
    }
    let again = try workspace.tool.run(
      [
        "run", "out/my.yml", "--inputs", "out/my.inputs.json", "--input-draws", "2", "--out",
        "again",
      ]
    )
    expect(again.code, equals: 0, "\(again.messages)")
    for file in ["metrics.csv", "inputs.csv"] {
      try expect(
        workspace.bytes("again/\(file)"), equals: workspace.bytes("out/results/\(file)"), "\(file)")
    }
  }

  /// The plain push of the scenario loses what the log has lost.
  @Test func theScenarioLosesWhatTheLogLost() throws {
    try workspace.write("log.csv", log())
    expect(try start("log.csv", "--app", "mail").code, equals: 0)
    let table = try StrictCSV(workspace.bytes("out/results/metrics.csv"), "metrics.csv")
    let plain = table.rows.first {
      $0["strategy"] == "fire-and-forget" && $0["metric"] == "deliverability"
    }
    let shown = try unwrap(plain?["mean"].flatMap(Double.init))
    // Payloads of the preset that are too large, a few per thousand, are not in the log.
    expect(abs(shown - (1 - 1920.0 / 4320)) < 0.01, "\(shown)")
  }

  /// All messages of the log are counted, and nothing of the day before it, which is its last day.
  @Test func allOfTheLogCounts() throws {
    try workspace.write("log.csv", log())
    expect(try start("log.csv", "--app", "messenger").code, equals: 0)
    // The log begins on a Wednesday, and time 0 is a Monday.
    let (begin, day) = (2.0 * 86_400, 86_400.0)
    let messages = try StrictCSV(workspace.bytes("out/messages.csv"), "messages.csv")
    let times = messages.rows.compactMap { $0["time"].flatMap(Double.init) }
    let table = try StrictCSV(workspace.bytes("out/results/replications.csv"), "replications.csv")
    let owed = table.rows.filter { $0["strategy"] == "fire-and-forget" }.compactMap { $0["owed"] }
    expect(Set(owed), equals: ["4320"])
    expect(times.count { $0 >= begin }, equals: 4320)
    let last = try unwrap(times.max())
    expect(times.count { $0 < begin } > 0 && times.allSatisfy { $0 >= begin - day })
    expect(times.count { $0 < begin }, equals: times.count { $0 > last - day })
  }

  @Test("Sends and absences: the true pairs, and the absences of others")
  func pairs() throws {
    try workspace.write("messages.csv", log(receipts: false))
    try workspace.write("absences.csv", absences)
    let ending = try start("messages.csv", "absences.csv")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "with own absences")
    expect(ending.output, contains: "with those of others")
    expect(ending.output, contains: "Dependence factor")
  }

  /// All devices have receipts, so none of them refuses notifications.
  @Test("Receipts beside absences: the preset's guesses of devices go")
  func receiptsAndAbsences() throws {
    try workspace.write("log.csv", log())
    try workspace.write("absences.csv", absences)
    let ending = try start("log.csv", "absences.csv", "--app", "messenger")
    expect(ending.code, equals: 0, "\(ending.messages)")
    try expect(workspace.read("out/my.yml"), contains: "  denied: null")
  }

  @Test("Sends alone: when devices are away is said to be a guess")
  func sends() throws {
    try workspace.write("messages.csv", log(receipts: false))
    let ending = try start("messages.csv")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(Self.words(ending), contains: "When devices are away is a guess")
  }

  @Test(
    "All presets go with all kinds of logs",
    arguments: ["marketing"] + (isNightly ? ["mail", "android"] : []))
  func presets(name: String) throws {
    try workspace.write("log.csv", log())
    try workspace.write("messages.csv", log(receipts: false))
    try workspace.write("absences.csv", absences)
    for files in [
      ["log.csv"], ["messages.csv", "absences.csv"], ["messages.csv"], ["absences.csv"],
    ] {
      let ending = try workspace.tool.run(
        ["start", "--no-report", "--input-draws", "2", "--force", "--app", name] + files)
      expect(ending.code, equals: 0, "\(files): \(ending.messages)")
    }
  }

  /// Devices of the log that are alike get no paces, bursts at any hour no hours.
  @Test("What the log's laws do not have is not the preset's")
  func nothingOfThePreset() throws {
    try workspace.write("absences.csv", absences)
    expect(try start("absences.csv", "--app", "messenger").code, equals: 0)
    let network = try validated()["network"]
    expect(network?["online"] != nil && network?["device_pace"] == nil)

    var random = SplitMix64(state: 1)
    var rows = ["sent_at,device_id"]
    for device in 0..<20 {
      for day in 0..<20 {
        let begin = 1_735_689_600 + 86_400 * day + random.below(80_000)
        rows += (0..<3).map { "\(begin + 60 * $0),user\(device)" }
      }
    }
    try workspace.write("messages.csv", rows.joined(separator: "\n") + "\n")
    expect(try start("messages.csv", "--app", "messenger", "--force").code, equals: 0)
    let arrivals = try validated()["workload"]?["arrivals"]
    expect(arrivals?["bursts"]?["between"] != nil && arrivals?["bursts"]?["hours"] == nil)
    expect(try validated()["network"]?["device_pace"] != nil)
  }

  /// The scenario that `start` has written, with all that it inherits.
  private func validated() throws -> ConfigNode {
    let ending = try workspace.tool.run(["validate", "out/my.yml"])
    expect(ending.code, equals: 0, "\(ending.messages)")
    return try ConfigNode.parse(yaml: ending.output, file: "validated")
  }

  @Test("Receipts that come in batches end with 3 and say what would help")
  func batches() throws {
    var rows = ["sent,received,device"]
    for turn in 0..<30 {
      for place in 0..<4 {
        let sent = 10_000 * turn + 500 * place
        rows.append("\(sent),\(10_000 * turn + 5000 + place),a")
      }
    }
    try workspace.write("log.csv", rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv")
    expect(ending.code, equals: 3)
    expect(ending.output, contains: "log of absences")
    expect(!workspace.exists("out/my.yml"))
  }

  /// Every second receipt of a phone that is always online was not written down.
  @Test("Where many receipts are missing, the log has no answer")
  func missingReceipts() throws {
    let rows = (0..<400).map { "\(1000 * $0),\($0 % 2 == 0 ? "\(1000 * $0 + 2)" : ""),a" }
    try workspace.write("log.csv", (["sent,received,device"] + rows).joined(separator: "\n") + "\n")
    let ending = try start("log.csv")
    expect(ending.code, equals: 3)
    expect(Self.words(ending), contains: "No push service loses so many")
    expect(!workspace.exists("out/my.yml"))
  }

  @Test("Words for nothing are no receipt, and change nothing")
  func wordsForNothing() throws {
    try workspace.write("log.csv", log().replacing(",,", with: ",NULL,"))
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.output, contains: "44.44 % (1,920) were overwritten")
  }

  @Test("Receipts of a part of the files are not used, and a note says so")
  func partOfTheReceipts() throws {
    try workspace.write("with.csv", log())
    try workspace.write("without.csv", log(receipts: false))
    let ending = try start("with.csv", "without.csv", "--app", "messenger")
    expect(ending.messages, contains: "without.csv has no times of receipts")
  }

  /// The rows of messages that came at once, after the header.
  private var prompt: [Substring] {
    log().split(separator: "\n").filter { row in
      let fields = row.split(separator: ",").compactMap { Int($0) }
      return fields.count == 2 && fields[1] - fields[0] == 2
    }
  }

  /// Of 1,920 messages one was lost on its way.
  @Test("Nothing late: the scenario plays the messages, and no absence")
  func nothingLate() throws {
    var rows = prompt
    rows[100] = rows[100].replacing(/,\d+,/, with: ",,")[...]
    try workspace.write("log.csv", "sent,received,device\n" + rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(!workspace.exists("out/absences.csv"))
    expect(Self.words(ending), contains: "without a sign of an absence (1) are taken as lost")
    let command = "deliverysim run out/my.yml --set provider.link.loss=0 --out out/without-losses"
    expect(ending.output, contains: command)
    let other = try workspace.tool.run(
      command.split(separator: " ").dropFirst().map(String.init) + ["--replications", "2"])
    expect(other.code, equals: 0, "\(other.messages)")
  }

  /// The device of the last row had no time to answer.
  @Test("A log of what came does not tell what was lost", arguments: ["", "1736600000,,user1\n"])
  func onlyReceived(last: String) throws {
    let rows = prompt.joined(separator: "\n") + "\n"
    try workspace.write("log.csv", "sent,received,device\n" + rows + last)
    let ending = try start("log.csv")
    expect(ending.code, equals: 3)
    expect(Self.words(ending), contains: "the log shows no loss")
    expect(!workspace.exists("out/my.yml"))
  }

  @Test("99 messages are too few for an answer, and 100 are not", arguments: [(99, 3), (100, 0)])
  func shortLog(count: Int, code: Int32) throws {
    let rows = ["sent,received,device"] + log().split(separator: "\n")[1...].prefix(count)
    try workspace.write("log.csv", rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.code, equals: code, "\(ending.messages)")
    expect(Self.words(ending).contains("the log is too short"), equals: code == 3)
  }

  /// Each message has a row of its sending, and then one of its receipt; or a 0 where none came.
  @Test("Rows of sends and of receipts, and zeros, tell the same as one row for each message")
  func otherForms() throws {
    let rows = log().split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let events = rows.enumerated().flatMap { number, row in
      ["\(row[0]),,\(row[2]),m\(number)"]
        + (row[1].isEmpty ? [] : ["\(row[0]),\(row[1]),\(row[2]),m\(number)"])
    }
    let zeros = rows.map { "\($0[0]),\($0[1].isEmpty ? "0" : $0[1]),\($0[2])" }
    for (head, rows) in [("sent,received,device,id", events), ("sent,ack,device", zeros)] {
      try workspace.write("log.csv", ([head] + rows).joined(separator: "\n") + "\n")
      let ending = try start("log.csv", "--app", "messenger", "--force")
      expect(ending.code, equals: 0, "\(ending.messages)")
      expect(ending.output, contains: "44.44 % (1,920) were overwritten")
    }
  }

  /// Nobody answers in the last of 40 turns: nine messages to each of twelve devices.
  @Test("Receipts that end before the log does are told")
  func endOfReceipts() throws {
    let last = 1_735_689_600 + 21_600 * 39
    let rows = log().split(separator: "\n").map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      return (Int(fields[0]) ?? 0) < last ? String(row) : "\(fields[0]),,\(fields[2])"
    }
    try workspace.write("log.csv", rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(
      ending.messages.split { $0.isWhitespace }.joined(separator: " "),
      contains: "the last 108 messages have no receipt")
  }

  @Test("Devices whose clocks are late are told")
  func lateClocks() throws {
    let rows = log().split(separator: "\n").map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      guard fields[2] == "user3", let received = Int(fields[1]) else { return String(row) }
      return "\(fields[0]),\(received + 300),\(fields[2])"
    }
    try workspace.write("log.csv", rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.messages, contains: "a minute late, or later: 1.")
  }

  /// One of twelve devices sends 1,800 of 6,120 messages, a second each.
  @Test("A device that has most of the messages is named")
  func heavyDevice() throws {
    let rows = (0..<1800).map { "\(1_735_689_600 + $0),\(1_735_689_601 + $0),server" }
    try workspace.write("log.csv", log() + rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(Self.words(ending), contains: "One device has 29 % of them")
  }

  /// Five of twelve devices lose nothing: all messages of an absence come at its end.
  @Test("Where a part of the devices loses nothing, the gain is not relied on")
  func contradiction() throws {
    let rows = log().split(separator: "\n").map(String.init)
    let kept = rows.enumerated().map { place, row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      guard let user = fields.last.flatMap({ Int($0.dropFirst(4)) }), user < 5,
        fields[1].isEmpty, let turn = rows[place...].first(where: { !$0.contains(",,") })
      else { return row }
      let end = turn.split(separator: ",")[1]
      return "\(fields[0]),\(end),\(fields[2])"
    }
    try workspace.write("log.csv", kept.joined(separator: "\n") + "\n")
    let ending = try start("log.csv", "--app", "messenger")
    expect(ending.code, equals: 3, "\(ending.messages)")
    expect(Self.words(ending), contains: "In the log newer messages replaced 25.9")
    expect(Self.words(ending), contains: "they replace 44.4")
  }

  /// Lines are broken where they end.
  private static func words(_ ending: Tool.Ending) -> String {
    ending.output.split { $0.isWhitespace }.joined(separator: " ")
  }

  @Test(
    "Clocks that differ, and a log without devices, are told",
    arguments: [
      ("sent,received,device\n", ",a", 3, "hardly any message has a receipt soon"),
      ("sent,received\n", "", 65, "found no column of devices"),
    ])
  func noAnswer(header: String, device: String, code: Int32, words: String) throws {
    let rows = (0..<140).map { "\(1000 * $0 + 7),\(1000 * $0 + 7219)\(device)" }
    try workspace.write("log.csv", header + rows.joined(separator: "\n") + "\n")
    let ending = try start("log.csv")
    expect(ending.code, equals: code)
    expect(ending.output + ending.messages, contains: words)
  }

  @Test("What exists is not replaced, and a log never is")
  func nothingIsReplaced() throws {
    try workspace.write("log.csv", log())
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/out", withIntermediateDirectories: true)
    try workspace.write("out/my.yml", "mine\n")
    expect(try start("log.csv").code, equals: 73)
    try expect(workspace.read("out/my.yml"), equals: "mine\n")
    try workspace.write("out/messages.csv", log())
    let ending = try start("out/messages.csv", "--force")
    expect(ending.code, equals: 64)
    expect(ending.messages, contains: "is a log that is read")
  }
}
