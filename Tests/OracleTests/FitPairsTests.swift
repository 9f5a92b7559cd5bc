import Files
import Fit
import Foundation
import Models
import Statistics
import TestSupport
import Testing

/// The losses of a log, counted by hand.
@Suite("Messages and absences of the same devices")
struct FitPairsTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// Each device has 40 absences of 100 s, one every 1,000 s, and `inside` messages in each.
  private func rows(
    _ devices: [String], inside: Int, outside: Int = 0, shift: Int = 0
  ) -> (messages: [String], absences: [String]) {
    var (messages, absences): ([String], [String]) = ([], [])
    for (place, device) in devices.enumerated() {
      for turn in 0..<40 {
        // No two devices are away at once.
        let start = shift + 1000 * turn + 150 * place
        absences.append("\(start),\(start + 100),\(device)")
        messages += (0..<inside).map { "\(start + 10 + 7 * $0),\(device)" }
        messages += (0..<outside).map { "\(start + 110 + 3 * $0),\(device)" }
      }
    }
    return (messages, absences)
  }

  private func fit(
    _ messages: [String], _ absences: [String], header: String = "time,device",
    spans: String = "start,end,device", _ change: (inout FitOptions) -> Void = { _ in }
  ) async throws -> FitReport {
    let files = [
      try folder.write("messages.csv", header: header, rows: messages),
      try folder.write("absences.csv", header: spans, rows: absences),
    ]
    var options = FitOptions()
    options.replications = 2
    change(&options)
    return try await FitReport.make(files, options, threads: 1)
  }

  /// Three messages in each of 40 absences of five devices: two of three are overwritten. The
  /// absences of others have none.
  @Test func ownAbsencesAndThoseOfOthers() async throws {
    let (messages, absences) = rows(["a", "b", "c", "d", "e"], inside: 3)
    let report = try await fit(messages, absences)
    let found = try unwrap(report.pairs)
    expect(found.overwritten == 400 && found.messages == 600 && found.expired == 0)
    expect(found.independent?.mean, equals: 0)
    expect(found.dependence == nil)
    let words = FitText(report).lines.joined(separator: " ")
    expect(words, contains: "In your log, 66.67 % of the messages are overwritten before")
    expect(words, contains: "400 of 600")
    expect(words, contains: "With the absences of other devices it would be 0.00 %.")
  }

  /// All devices are away at once, so that it does not matter whose absences they are.
  @Test func absencesThatAllShare() async throws {
    let all = rows(["a", "b", "c", "d"], inside: 2, outside: 2)
    let absences = (0..<4).flatMap { device in
      (0..<40).map { "\(1000 * $0),\(1000 * $0 + 600),\("abcd".map { $0 }[device])" }
    }
    let found = try unwrap(try await fit(all.messages, absences).pairs)
    // Each absence of 600 s has the four messages of its device's turn.
    expect(found.overwritten, equals: 4 * 40 * 3)
    expect(found.independent?.mean, equals: found.share)
    expect(found.dependence?.mean, equals: 1)
  }

  /// Who has no absence counts as online; who has no message does not count.
  @Test func devicesOfOneLogOnly() async throws {
    let away = rows(["a", "b", "x"], inside: 2)
    let others = rows(["a", "b", "c"], inside: 2)
    let found = try unwrap(try await fit(others.messages, away.absences).pairs)
    expect(found.overwritten == 80 && found.messages == 240)
    expect(found.pairs.deviceCount == 3 && found.pairs.knownCount == 2)
  }

  @Test func aPhoneWithoutAName() async throws {
    let (messages, absences) = rows([""], inside: 3)
    let report = try await fit(
      messages.map { String($0.dropLast()) }, absences.map { String($0.dropLast()) },
      header: "time", spans: "start,end")
    let found = try unwrap(report.pairs)
    expect(found.overwritten == 80 && found.messages == 120 && found.independent == nil)
  }

  /// Messages and absences in whole seconds, so that every tenth message comes in the moment in
  /// which its device leaves or returns: away from the start on, back at the end.
  @Test func momentsOfLeavingAndReturn() async throws {
    var random = SplitMix64(state: 7)
    var (messages, absences): ([String], [String]) = ([], [])
    var lost = 0
    for device in 0..<40 {
      let times = (0..<60).map { _ in random.below(600) }.sorted()
      messages += times.map { "\($0),\(device)" }
      var start = random.below(20)
      while start < 560 {
        let end = start + 1 + random.below(20)
        absences.append("\(start),\(end),\(device)")
        lost += max(0, times.count { start <= $0 && $0 < end } - 1)
        start = end + 1 + random.below(20)
      }
    }
    let found = try unwrap(try await fit(messages, absences).pairs)
    expect(found.overwritten == lost && found.messages == 2400, "\(found.overwritten), \(lost)")
  }

  /// Intervals that only touch are of one phone.
  @Test func aPhoneWhoseIntervalsTouch() async throws {
    let spans = (0..<20).flatMap {
      ["\(1000 * $0),\(1000 * $0 + 50)", "\(1000 * $0 + 50),\(1000 * $0 + 90)"]
    }
    let messages = (0..<20).flatMap { ["\(1000 * $0 + 20)", "\(1000 * $0 + 70)"] }
    let report = try await fit(messages, spans, header: "time", spans: "start,end")
    expect(report.pairs?.overwritten, equals: 20)
  }

  /// The same devices by their times online: away before, between and after them. Who has none is
  /// always away.
  @Test func timesOnline() async throws {
    let (messages, absences) = rows(["a", "b", "c"], inside: 3, shift: 10_000)
    var sessions: [String] = []
    for name in ["a", "b", "c"] {
      let own = absences.filter { $0.hasSuffix(name) }.map { row in
        row.split(separator: ",").prefix(2).compactMap { Int($0) }
      }
      sessions.append("\(name == "b" ? 10_140 : 9000),\(own[0][0]),\(name)")
      sessions += zip(own, own.dropFirst()).map { "\($0[1]),\($1[0]),\(name)" }
    }
    // One has two messages before it is online for the first time.
    let others = (0..<5).map { "\(20_000 + 1000 * $0),z" } + ["9500,b", "9600,b"]
    let report = try await fit(messages + others, sessions) { $0.areOnline = true }
    let found = try unwrap(report.pairs)
    // The recording ends with the last time online, before the last absence of its device.
    expect(found.overwritten == 3 * 80 - 2 + 4 + 1 && found.messages == 367, "\(found.overwritten)")
    expect(
      FitText(report).lines.joined(separator: " "),
      contains: "Without any time online (1 device), devices count as away.")
  }

  /// Messages of ten days, absences of the first two: the sentence says so.
  @Test func messagesBesideTheRecording() async throws {
    let (some, absences) = rows(["a", "b"], inside: 3)
    let later = (0..<500).map { "\(50_000 + 1000 * $0),a" }
    let words = FitText(try await fit(some + later, absences)).lines.joined(separator: " ")
    expect(words, contains: "500 messages came before or after all intervals of the log")
    let none = FitText(try await fit(some, absences)).lines.joined(separator: " ")
    expect(!none.contains("before or after"))
  }

  /// Whatever the hours: spans of one length end at some hours only.
  @Test func spansOfOneLength() throws {
    let rows = (0..<400).map { "\(1_735_689_600 + 7200 * $0),\(1_735_691_400 + 7200 * $0),a" }
    let file = try folder.write("regular.csv", header: "start,end,device", rows: rows)
    let network = try FittedNetwork(try unwrap(try FitInput([file], FitOptions()).intervals))
    expect(network.onlinePace == nil && network.offlinePace == nil)
  }

  /// 40 messages, one in 40 days, in one absence: none is overwritten within 30 days.
  @Test func whatIsStoredForTooLongExpires() async throws {
    let day = 86_400
    let messages = (0..<5).map { "\(40 * day * $0 + 10),a" }
    let found = try unwrap(
      try await fit(messages, ["0,\(190 * day),a", "\(195 * day),\(196 * day),a"]).pairs)
    expect(found.overwritten == 0 && found.expired == 4)
  }

  @Test func logsThatDoNotBelongTogether() async throws {
    let (messages, absences) = rows(["a", "b", "c", "d"], inside: 2)
    let foreign = rows(["w", "x", "y", "z"], inside: 2).absences
    let later = rows(["a", "b", "c", "d"], inside: 2, shift: 10_000_000).absences
    let cases: [(absences: [String], header: String, reason: Unpaired, words: String)] = [
      (foreign, "start,end,device", .names(common: 0, of: 4), "0 of the intervals' 4 devices"),
      (later, "start,end,device", .clocks, "have no time in common"),
      (absences, "start,end,other", .columns, "only one of messages and intervals"),
    ]
    for (absences, header, reason, words) in cases {
      let report = try await fit(messages, absences, spans: header)
      expect(report.pairs == nil && report.unpaired == reason && !report.playsLog)
      expect(report.notes.contains { $0.contains(words) }, "\(report.notes)")
    }
  }

  /// One absence in fifty takes 7 h, the others a few minutes: no law has both.
  @Test func lawsThatMissTheMean() async throws {
    var random = SplitMix64(state: 6)
    var absences: [String] = []
    for device in 0..<20 {
      var time = 0.0
      for turn in 0..<100 {
        time += 20_000 * (0.5 + random.uniform())
        let length = turn % 50 == 0 ? 25_200 : 300 * exp(0.5 * random.normal())
        absences.append("\(time),\(time + length),\(device)")
        time += length
      }
    }
    let messages = (0..<20).flatMap { device in (0..<50).map { "\(20_000 * $0),\(device)" } }
    let report = try await fit(messages, absences)
    expect(report.notes.contains { $0.contains("the law of offline spans has a mean of") })
    expect(report.notes.contains { $0.contains("devices are offline for") }, "\(report.notes)")
    // Exponential spans have their law.
    let plain = (0..<20).flatMap { device in
      (0..<100).map { turn in
        let start = 20_000.0 * Double(turn)
        return "\(start),\(start + 1 - 600 * log(1 - random.uniform())),\(device)"
      }
    }
    expect(try await fit(messages, plain).notes.contains { $0.contains("has a mean of") } == false)
  }

  // MARK: The scenario

  /// Two messages in each absence, and ten times as many absences as the law would meet.
  @Test func theScenarioPlaysALogThatTheLawsMiss() async throws {
    let (messages, absences) = rows(["a", "b", "c", "d", "e"], inside: 3)
    let report = try await fit(messages, absences) { $0.name = "mine" }
    expect(report.playsLog)
    let traces = try unwrap(FittedTraces(report))
    // A device has the number of its stream; time 0 is the first message.
    expect(text(traces.writeMessages).hasPrefix("time,device\n0,0\n7,0\n14,0\n1000,0\n"))
    expect(text(traces.writeAbsences).hasPrefix("start,end,device\n0,90,0\n990,1090,0\n"))
    let text = FitScenario(report).text
    for line in [
      "  arrivals: {trace: {file: mine.messages.csv, time: time, device: device, from: 0, "
        + "length: 39681s}}",
      "devices: streams ", "  # online: ", "  # arrivals:",
    ] {
      expect(text, contains: line)
    }
  }

  private func text(_ write: ((_ part: [UInt8]) -> Void) -> Void) -> String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Laws that lose as much: exponential spans, and messages at a constant rate.
  @Test func theScenarioHasLawsThatLoseAsMuch() async throws {
    var random = SplitMix64(state: 5)
    func wait(_ mean: Double) -> Double { -mean * log(1 - random.uniform()) }
    var (messages, absences): ([String], [String]) = ([], [])
    for device in 0..<60 {
      var time = wait(900)
      while time < 864_000 {
        messages.append("\(time),\(device)")
        time += wait(900)
      }
      time = wait(7200)
      while time < 864_000 {
        let end = time + wait(1800)
        absences.append("\(time),\(end),\(device)")
        time = end + wait(7200)
      }
    }
    let report = try await fit(messages, absences)
    // Messages at 1/900 meet absences that end at 1/1800: of those in one, two of three are
    // followed by another, so a fifth of two thirds. 57,600 messages in 5,800 absences: an error
    // below 0.004.
    let share = try unwrap(report.pairs).share
    expect(abs(share - 0.2 * 2 / 3) < 0.02, "\(share)")
    expect(!report.playsLog && FittedTraces(report) == nil)
    expect(FitText(report).lines.joined(separator: " "), contains: "so the scenario has them.")
  }
}
