import Foundation
import TestSupport
import Testing

/// One log in many dialects: `fit` finds the same in all of them.
@Suite struct FitDialectTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Milliseconds since 1970, and the device.
  private static let messages: [(Int, String)] = {
    var random = SplitMix64(state: 6)
    let rows = (0..<8).flatMap { device in
      (0..<60).map { _ in
        (1_566_950_400_000 + Int(random.uniform() * 1.8e9), "d\(device)")
      }
    }
    return rows.sorted { $0.0 < $1.0 }
  }()

  /// The day and the clock by Foundation, in UTC but for an offset **[s]**.
  private static func day(_ time: Int, _ form: String, east offset: Int = 0) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: offset)
    formatter.dateFormat = form
    return formatter.string(from: Date(timeIntervalSince1970: Double(time) / 1000))
  }

  private static func text(_ header: String, _ row: (Int, String) -> String) -> String {
    ([header].filter { !$0.isEmpty } + messages.map(row)).joined(separator: "\n") + "\n"
  }

  private static func three(_ time: Int) -> String {
    String(String(1000 + time % 1000).dropFirst())
  }

  private static let dialects: [(name: String, text: String, options: [String])] = [
    ("milliseconds", text("sent_at,user") { "\($0),\($1)" }, []),
    ("comma", text("user;sent_at") { "\($1);\($0 / 1000),\(three($0))" }, []),
    ("apple", text("sent_at\tuser") { "\($0 / 1000 - 978_307_200).\(three($0))\t\($1)" }, []),
    ("iso", text("sent_at,user") { "\(day($0, "yyyy-MM-dd'T'HH:mm:ss.SSS"))Z,\($1)" }, []),
    ("log4j", text("") { "\(day($0, "yyyy-MM-dd HH:mm:ss,SSS")) \($1)" }, []),
    ("compact", text("sent_at|user") { "\(day($0, "yyyyMMdd-HH:mm:ss:SSS"))|\($1)" }, []),
    (
      "columns", text("day,clock,user") { "\(day($0, "yyyy-MM-dd,HH:mm:ss.SSS")),\($1)" },
      ["--column", "sent=clock"]
    ),
    (
      "zone", text("user,sent_at") { "\($1),\(day($0, "dd.MM.yyyy HH:mm:ss.SSS", east: 7200))" },
      ["--time-zone", "Europe/Berlin", "--time-format", "%d.%m.%Y %H:%M:%S.%f"]
    ),
  ]

  @Test func allGiveTheSameFit() throws {
    try workspace.write(
      "seconds.csv", Self.text("sent_at,user") { "\($0 / 1000).\(Self.three($0)),\($1)" })
    let plain = try fit("seconds.csv")
    for (name, text, options) in Self.dialects {
      try workspace.write("\(name).csv", text)
      let other = try fit("\(name).csv", options)
      expect(other.report, equals: plain.report, "\(name)")
      expect(other.inputs, equals: plain.inputs, "\(name)")
    }
  }

  /// The report up to its notes, which tell dialects apart, without the names of columns.
  private func fit(
    _ file: String, _ options: [String] = []
  ) throws -> (report: String, inputs: [UInt8]) {
    let ending = try workspace.tool.run(
      ["fit", file, "--force", "--replications", "2", "--out", "a.yml"] + options)
    expect(ending.code, equals: 0, "\(file): \(ending.messages)")
    expect(ending.output.contains("columns: "), "\(ending.output)")
    let lines = ending.output.split(separator: "\n").prefix { $0 != "Notes" }
      .filter { !$0.hasPrefix("Arrivals: ") }
    return (lines.joined(separator: "\n"), try workspace.bytes("a.inputs.json"))
  }

  @Test func whatIsSaidOfAFile() throws {
    try workspace.write("log.txt", Self.text("") { "\($0)|\($1)" } + "1566950")
    let ending = try workspace.tool.run("fit", "log.txt", "--dry-run", "--replications", "2")
    let words = ending.output.replacing(#/\s+/#, with: " ")
    for sentence in [
      "no header; columns: 1 (sent), 2 (device); --column ROLE=COLUMN changes it",
      "- 1: read as milliseconds since 1970, the only unit in which all are of our time",
      "line 481, the last one, is cut off and was left out",
    ] { expect(words, contains: sentence) }
  }

  @Test func rolesAreChanged() throws {
    try workspace.write("log.csv", "time,sent,who,delivered_at\n1,50,a,\n2,60,b,9\n3,75,a,9\n")
    let ending = try workspace.tool.run(
      "fit", "log.csv", "--dry-run", "--replications", "2", "--column", "sent=sent", "--column",
      "device=who")
    expect(
      ending.output.replacing(#/\s+/#, with: " "),
      contains: "columns: sent (sent), who (device), delivered_at (received); not used: time; ")
    for (option, words) in [
      (["--column", "sent=x"], "--column sent: no column \"x\""),
      (["--column", "x=sent"], "--column: found \"x=sent\"; allowed: ROLE=COLUMN"),
      (["--time-zone", "Mars"], "--time-zone: found \"Mars\""),
      (["--time-format", "%H"], "--time-format: found \"%H\""),
    ] {
      let refused = try workspace.tool.run(["fit", "log.csv", "--dry-run"] + option)
      expect(refused.code, equals: 64)
      expect(refused.messages, contains: words)
    }
  }
}
