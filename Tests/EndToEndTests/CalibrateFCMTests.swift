import Foundation
import TestSupport
import Testing

/// `calibrate --fcm`: each form in which FCM's data come.
@Suite struct CalibrateFCMTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("world.yml", CalibrateTests.world)
  }

  private static let offline = CalibrateTests.offline

  /// An answer of FCM's Data API, a day for each set of percentages.
  private func deliveryData(_ days: [[String: Int]]) throws {
    let texts = days.map { shares in
      let outcomes = shares.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
      return """
        {"data": {"countMessagesAccepted": "1000", "messageOutcomePercents":
          {\(outcomes.joined(separator: ", "))},
          "deliveryPerformancePercents": {"deliveredNoDelay": 60, "delayedDeviceOffline": 11}}}
        """
    }
    try workspace.write("fcm.json", "{\"androidDeliveryData\": [\(texts.joined(separator: ","))]}")
  }

  @Test("FCM's shares are used, the days are their errors, and what has no counterpart is named")
  func deliveryData() throws {
    try deliveryData(
      [84, 86, 85, 83, 87, 85, 86].map { ["delivered": $0, "pending": 5, "collapsed": 95 - $0] })
    let command = ["calibrate", "world.yml", "--fcm", "fcm.json", "--unknown", Self.offline]
    let ending = try workspace.tool.run(command)
    expect(ending.code, equals: 0, "\(ending.messages)")
    // The scenario says nothing of usefulness, so it has no timeliness.
    expect(ending.messages, contains: "not used: pending, deliveredNoDelay, delayedDeviceOffline")
    // Here a push is shown or overwritten.
    expect(ending.messages, contains: "follow from others: service/overwritten, fire-and-forget")
    // The mean of the days is 85.14 %, its standard error √(Σd²/(7·6)) = 0.508 points.
    expect(ending.output, contains: "0.85143")
    expect(ending.output, contains: "0.0051")
  }

  @Test("What is wrong in FCM's data is told")
  func wrongDeliveryData() throws {
    try deliveryData([84, 86, 85, 830, 87].map { ["delivered": $0] })
    let command = ["calibrate", "world.yml", "--fcm", "fcm.json", "--unknown", Self.offline]
    let wrong = try workspace.tool.run(command)
    expect(wrong.code, equals: 65)
    expect(wrong.messages, contains: "delivered: found 830; allowed: a number from 0 to 100")
    try workspace.write("fcm.json", "{}")
    try expect(workspace.tool.run(command).code, equals: 65)
  }

  @Test("Messages that FCM dropped are compared with what the scenario lost for the same cause")
  func droppedMessages() throws {
    try workspace.write("ttl.yml", "extends: world.yml\npush_service: {expiration: 30m}\n")
    // A push expires unless it is overwritten before, where an absence lasts longer:
    // A e^(-x/m) e^(-λx) = 5.711 % with absences of m = 1 h, A = 1/7, x = 30 min and λ = 20/d.
    try deliveryData([5, 6, 6, 6, 5, 6, 6].map { ["droppedTtlExpired": $0] })
    let ending = try workspace.tool.run([
      "calibrate", "ttl.yml", "--fcm", "fcm.json", "--unknown", Self.offline,
    ])
    expect(ending.code, equals: 0, "\(ending.messages)\(ending.output)")
    expect(ending.output, contains: "service/expired, fire-and-forget")
    let table = try StrictCSV(workspace.bytes("ttl-calibrated.calibration.csv"), "calibration")
    let row = try unwrap(table.rows.first)
    let number = { (column: String) in try unwrap(row[column].flatMap(Double.init)) }
    let interval = try number("ci_low")...number("ci_high")
    // The days leave a tenth open, and the shape of the law as much again.
    expect(
      interval.contains(3600) && interval.upperBound < 1.4 * interval.lowerBound, "\(interval)")
  }

  @Test("FCM's days are read as BigQuery exports them: a line of JSON each, or columns")
  func exportedDays() throws {
    let days = [84, 86, 85, 83, 87, 85, 86]
    let json = days.map {
      "{\"data\": {\"countMessagesAccepted\": \"1000\", "
        + "\"messageOutcomePercents\": {\"delivered\": \($0)}}}"
    }
    let csv =
      ["data_countMessagesAccepted,data_messageOutcomePercents_delivered,day"]
      + days.enumerated().map { "1000,\($1),\($0)" }
    var outputs: [String] = []
    for (number, lines) in [json, csv].enumerated() {
      try workspace.write("days", lines.joined(separator: "\n") + "\n")
      let ending = try workspace.tool.run([
        "calibrate", "world.yml", "--fcm", "days", "--unknown", Self.offline, "--force",
      ])
      expect(ending.code, equals: 0, "\(number): \(ending.messages)")
      outputs.append(ending.output)
    }
    expect(outputs[0], equals: outputs[1])
    // The expected value is again the mean of the days and its standard error.
    expect(outputs[0], contains: "0.85143")
    expect(outputs[0], contains: "0.0051")
    try workspace.write(
      "days", (json.dropLast() + [json[0].replacing(": 84", with: ": 840")]).joined(separator: "\n")
    )
    let command = ["calibrate", "world.yml", "--fcm", "days", "--unknown", Self.offline, "--force"]
    let wrong = try workspace.tool.run(command)
    expect(wrong.code, equals: 65)
    expect(wrong.messages, contains: "days:7:")
    try workspace.write("days", (csv.dropLast() + ["0,85,6"]).joined(separator: "\n"))
    expect(
      try workspace.tool.run(command).messages,
      contains: "days:8:1: data_countMessagesAccepted: found 0; allowed: a number above 0")
    try workspace.write("days", csv.prefix(4).joined(separator: "\n"))
    expect(try workspace.tool.run(command).messages, contains: "found 3 days; allowed: at least 5")
  }

  @Test("Line ends, marks and lists of other tools are read", arguments: ["crlf", "mark", "list"])
  private func otherTools(form: String) throws {
    let days = [84, 86, 85, 83, 87, 85, 86].map {
      "{\"data\": {\"countMessagesAccepted\": \"1000\", "
        + "\"messageOutcomePercents\": {\"delivered\": \($0), \"droppedTtlExpired\": 0}}}"
    }
    let text =
      switch form {
      case "crlf": days.joined(separator: "\r\n") + "\r\n"
      case "mark": "\u{FEFF}" + days.map { "  \($0)" }.joined(separator: "\n")
      default: "[\(days.joined(separator: ",\n"))]"
      }
    try workspace.write("days.json", text)
    let ending = try workspace.tool.run([
      "calibrate", "world.yml", "--fcm", "days.json", "--unknown", Self.offline,
    ])
    expect(ending.code, equals: 0, "\(ending.messages)")
    expect(ending.output, contains: "0.85143")
    expect(ending.messages, contains: "without an error and not used: droppedTtlExpired")
  }

  @Test("Single messages as JSON are told to come as CSV")
  func messagesAsJSON() throws {
    let row = "{\"event\": \"MESSAGE_ACCEPTED\", \"message_id\": \"1\", \"instance_id\": \"d\"}"
    try workspace.write("m.json", "\(row)\n\(row)\n")
    let ending = try workspace.tool.run([
      "calibrate", "world.yml", "--fcm", "m.json", "--unknown", Self.offline,
    ])
    expect(ending.code, equals: 65)
    expect(ending.messages, contains: "allowed: the same export as CSV")
  }

  @Test("FCM's single messages are receipts")
  func exportedMessages() throws {
    let header = "event_timestamp,event,message_id,instance_id"
    let rows = (0..<20).flatMap { device in
      (0..<10).flatMap { message -> [String] in
        let name = "0:\(message),device-\(device)"
        let sent = "2026-10-05 0\(message):00:00 UTC,MESSAGE_ACCEPTED,\(name)"
        let received =
          "2026-10-05 0\(message):00:0\(1 + (message + device) % 8).5 UTC,MESSAGE_DELIVERED,\(name)"
        // Every other device has lost one; a repeated delivery changes nothing.
        if message == 9, device % 2 == 0 { return [sent] }
        return message == 0 ? [received, sent, received] : [sent, received]
      }
    }
    let more = [
      "2026-10-05 00:00:00 UTC,MISSING_REGISTRATIONS,0:7,gone",
      "2026-10-05 00:00:00 UTC,MESSAGE_DELIVERED,0:earlier,device-0",
    ]
    try workspace.write("export.csv", ([header] + rows + more).joined(separator: "\n") + "\n")
    let ending = try workspace.tool.run([
      "calibrate", "world.yml", "--fcm", "export.csv", "--unknown", Self.offline,
    ])
    expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
    expect(ending.messages, contains: "not used: 1 MISSING_REGISTRATIONS")
    // 190 of 200; the rank 100 of the delays, which are 1.5 s to 8.5 s, evenly but for the end.
    let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(words, contains: "reached_share, fire-and-forget 0.95 ")
    expect(words, contains: "latency_p50_s, fire-and-forget 4.5 ")
  }
}
