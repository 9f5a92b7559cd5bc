import Foundation
import TestSupport
import Testing

@Suite struct HandlersTests {
  let tool = Tool(folder: NSTemporaryDirectory())

  private static let columns = [
    "method", "state", "payload", "arrival", "tap", "next_foreground", "next_launch_if_declined",
    "system_alert",
  ]

  private func csv(_ options: String...) throws -> StrictCSV {
    let ending = try tool.run(["handlers", "--format", "csv"] + options)
    expect(ending.code == 0 && ending.messages == "", "\(ending.messages)")
    return try StrictCSV(Array(ending.output.utf8), "handlers")
  }

  /// The figures such as "01001", by method, state and payload, such as "didReceive killed alert".
  private static func figures(_ csv: StrictCSV) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: csv.rows.map { row in
        let fields = columns.map { row[$0] ?? "" }
        return (fields[..<3].joined(separator: " "), fields[3...].joined())
      })
  }

  @Test func theCSVHasARowForEachMethodStateAndPayloadInThisOrder() throws {
    let csv = try csv()
    expect(csv.columns, equals: Self.columns)
    var expected: [String] = []
    for method in ["didReceiveRemoteNotification", "fetchCompletionHandler"]
      + ["willPresent", "didReceive"]
    {
      for state in ["foreground", "background", "not-running", "killed"] {
        expected += ["alert", "silent", "mixed"].map { "\(method) \(state) \($0)" }
      }
    }
    let keys = csv.rows.map { row in
      Self.columns[..<3].map { row[$0] ?? "" }.joined(separator: " ")
    }
    expect(keys, equals: expected)
    for row in csv.rows {
      for column in Self.columns[3...] { expect(["0", "1"].contains(row[column])) }
    }
  }

  /// The figures are read by hand from the article's table: arrival, tap, next foreground, next
  /// launch, alert.
  @Test(arguments: [
    ("didReceiveRemoteNotification foreground alert", "10000"),
    ("didReceiveRemoteNotification background mixed", "11001"),
    ("didReceiveRemoteNotification not-running silent", "00100"),
    ("didReceiveRemoteNotification killed alert", "00001"),
    ("fetchCompletionHandler not-running mixed", "11011"),
    ("fetchCompletionHandler not-running silent", "10010"),
    ("fetchCompletionHandler killed silent", "00000"),
    ("willPresent foreground alert", "10001"), ("willPresent background alert", "00001"),
    ("didReceive foreground mixed", "01000"), ("didReceive killed alert", "01001"),
  ])
  func figuresAreThoseOfTheTable(cell: String, figures: String) throws {
    try expect(Self.figures(csv())[cell], equals: figures)
  }

  @Test func thePrintedTableHasTheArticlesNotation() throws {
    let ending = try tool.run("handlers")
    expect(ending.code == 0 && ending.messages == "", "\(ending)")
    let rows = ending.output.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    for row in [
      "method, payload foreground background not-running killed", "alert A (no banner) T - -",
      "silent A A F -", "mixed A (no banner) A+T F -", "alert A (no banner) T T T",
      "silent A A A¹ -", "mixed A (no banner) A+T A¹+T T", "alert A - - -", "silent - - - -",
      "mixed T T T T", "mixed A+T T",
    ] {
      expect(rows.contains(row), "\(row)")
    }
    expect(ending.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func anAppHasTheRowsOfItsMethodsLessWhatTheyTakeAway() throws {
    let both = try Self.figures(csv("--implements", "willPresent,didReceiveRemoteNotification"))
    expect(both.count, equals: 24)
    expect(
      both["didReceiveRemoteNotification foreground alert"], equals: "10001", "willPresent draws")
    // Repeated or with commas: the same. Here nothing is left of the first method.
    let options = ["--implements", "didReceiveRemoteNotification", "--implements"]
    let silenced = try csv(options[0], options[1], options[2], "fetchCompletionHandler,didReceive")
    expect(silenced.rows.count, equals: 36)
    let figures = Self.figures(silenced)
    expect(figures["didReceiveRemoteNotification background mixed"], equals: "00001")
    expect(figures["fetchCompletionHandler background mixed"], equals: "10001", "the tap is taken")
    let text = try tool.run(["handlers"] + options + ["fetchCompletionHandler"])
    expect(text.output, contains: "didReceiveRemoteNotification is silenced")
    expect(!text.output.contains("willPresent\n"))
  }

  @Test(
    arguments: [
      (["--implements", "didRecieve"], "no method \"didRecieve\"; did you mean \"didReceive\"?"),
      (
        ["--implements", "willPresent,"],
        "--implements: no method \"\"; there are: didReceiveRemote"
      ),
      (["--format", "json"], "json"), (["killed"], "killed"),
    ] as [([String], String)])
  func aMistakeIsWrongUsage(options: [String], message: String) throws {
    let ending = try tool.run(["handlers"] + options)
    expect(ending.code, equals: 64)
    expect(ending.output, equals: "")
    expect(ending.messages.contains(message), "\(ending.messages)")
  }
}
