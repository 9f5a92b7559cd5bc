import Files
import Fit
import Foundation
import TestSupport
import Testing

/// Flaws of a log are counted and reported, and handled as docs/how-to/fit.md says.
@Suite struct LogFlawTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  private func table(_ text: String, _ request: LogRequest) throws -> LogTable {
    let path = try folder.write("log.csv", text)
    return try LogReader.read(LogHead(path: path, displayName: "log.csv"), request)
  }

  private func report(_ messages: String, _ absences: String) async throws -> FitReport {
    let files = [
      try folder.write("m.csv", messages), try folder.write("a.csv", absences),
    ]
    var options = FitOptions()
    options.replications = 2
    return try await FitReport.make(files, options, threads: 1)
  }

  // MARK: The end

  /// 20 or 19 whole rows, and a last one as a copy that was cut off leaves it.
  @Test(arguments: [20, 19])
  func aValueThatIsCutOff(count: Int) throws {
    let rows = (0..<count).map { "d\($0 % 3),\(1_566_984_000 + $0)\n" }.joined()
    let request = LogRequest(times: ["time"], texts: ["device"])
    let text = "device,time\n" + rows
    let cut = try table(text + "d1,15669840", request)
    // 20 rows: the last one is left out; 19: it is the 20th.
    expect(cut.rowCount, equals: 20)
    let words = count == 20 ? "it was left out as cut off" : "It was read as it is"
    expect(
      cut.notes.contains { $0.contains("line \(count + 2), the last one") && $0.contains(words) },
      "\(cut.notes)")
    // With its newline it is a row, as is one that is as long as others.
    for whole in ["d1,15669840\n", "d1,1566984099"] {
      let found = try table(text + whole, request)
      expect(found.rowCount, equals: count + 1)
      expect(!found.notes.contains { $0.contains("the last one") }, "\(found.notes)")
    }
  }

  /// Nothing behind the last comma: no device is made of it, however short the log.
  @Test func anEmptyLastValue() throws {
    let request = LogRequest(times: ["time"], texts: ["device"])
    let found = try table("time,device\n10,a\n20,b\n30,", request)
    expect(found.rowCount, equals: 2)
    expect(found.notes.contains { $0.contains("line 4, the last one") }, "\(found.notes)")
  }

  /// A cut in a column that nobody reads cuts nothing that counts.
  @Test func aCutBehindWhatIsRead() throws {
    let rows = (0..<30).map { "\($0),long\n" }.joined()
    let found = try table("time,note\n" + rows + "30,lo", LogRequest(times: ["time"]))
    expect(found.rowCount == 31 && found.notes.isEmpty)
  }

  // MARK: Rows

  @Test func rowsOutOfOrderAreCounted() throws {
    let found = try table("time\n5\n7\n7\n6\n8\n1\n", LogRequest(times: ["time"]))
    expect(
      found.notes,
      equals: [
        "time: rows that are earlier than the row before: 2; rows may have any order"
      ])
  }

  private static let absences = "start,end,device\n0,50,a\n200,250,a\n300,350,b\n"

  @Test func rowsThatRepeatAMessageAreLeftOut() async throws {
    // The third repeats the first; the fourth is of another id, the fifth of another device.
    let rows = "10,a,x\n20,a,y\n10,a,x\n10,a,z\n10,b,x\n40,b,w\n"
    let found = try await report("time,device,message_id\n" + rows, Self.absences)
    let log = try unwrap(found.input.arrivals)
    expect(log.duplicateCount == 1 && log.streams == [[0, 0, 10], [0, 30]])
    let words = "rows that repeat the device, time and id of another one, left out: 1"
    expect(found.notes.contains(words), "\(found.notes)")
  }

  @Test func messagesOfOneMomentAreSaid() async throws {
    let found = try await report("time,device\n10,a\n20,a\n10,a\n10,b\n40,b\n", Self.absences)
    let log = try unwrap(found.input.arrivals)
    expect(log.duplicateCount == nil && log.messageCount == 5)
    let words = "messages with the device and time of another one: 1. Each counts"
    expect(found.notes.contains { $0.hasPrefix(words) }, "\(found.notes)")
  }

  @Test func absencesThatOverlapAreCounted() async throws {
    // Two touch, two overlap; the last one stands alone.
    let rows = "0,10,a\n10,20,a\n100,120,a\n110,130,a\n500,510,a\n500,520,b\n"
    let found = try await report("time,device\n1,a\n2,b\n", "start,end,device\n" + rows)
    let words =
      "intervals that touch or overlap another of their device, and were joined: 2; of these "
      + "overlap: 1"
    expect(found.notes.contains(words), "\(found.notes)")
  }

  @Test func devicesInOneFileOnly() async throws {
    let absences = "start,end,device\n0,10,a\n20,30,b\n40,50,silent\n60,70,mute\n"
    let found = try await report("time,device\n1,a\n2,a\n22,b\n90,c\n", absences)
    let words = FitText(found).lines.joined(separator: " ")
    expect(words, contains: "Without any absence (1 device), devices count as online.")
    expect(words, contains: "Without any message (2 devices), devices are not replayed;")
  }

  // MARK: Names

  /// Nothing that is written or printed holds a device's name, unless the user wants it.
  @Test func namesOfDevicesStayInTheLog() async throws {
    var (messages, absences) = ("time,device\n", "start,end,device\n")
    for turn in 0..<40 {
      for name in ["Zoe", "Yann", "\"Xi, \"\"X\"\"\""] {
        messages += "\(1000 * turn),\(name)\n\(1000 * turn + 5),\(name)\n"
        absences += "\(1000 * turn - 5),\(1000 * turn + 90),\(name)\n"
      }
    }
    let found = try await report(messages, absences)
    let traces = try unwrap(FittedTraces(found))
    let texts = [
      FitText(found).lines.joined(), FitScenario(found).text, text(traces.writeMessages),
      text(traces.writeAbsences),
    ]
    for text in texts {
      expect(!["Zoe", "Yann", "Xi"].contains(where: text.contains), "\(text)")
    }
    var options = FitOptions()
    (options.replications, options.keepsNames) = (2, true)
    let files = ["m.csv", "a.csv"].map { "\(folder.path)/\($0)" }
    let named = try await FitReport.make(files, options, threads: 1)
    let kept = text(try unwrap(FittedTraces(named)).writeMessages)
    // A name is read back as it is in the log.
    let again = try table(kept, LogRequest(times: ["time"], texts: ["device"]))
    expect(again.texts[0].names, equals: ["Zoe", "Yann", "Xi, \"X\""])
    expect(again.rowCount, equals: 240)
  }

  private func text(_ write: ((_ part: [UInt8]) -> Void) -> Void) -> String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Large logs

  @Test func noNumberBecomesInfinite() {
    for unit in LogUnit.allCases {
      expect(unit.seconds(of: 1e308).isFinite && unit.seconds(of: -1e308).isFinite, "\(unit)")
    }
  }

  @Test func progressHasRowsAndTimeLeft() {
    let words = LogProgress(file: "m.csv", rowCount: 2_500_000, share: 0.25).words(after: 5)
    expect(words, equals: "2,500,000 rows, 25 %, 15.0 s left")
    expect(
      LogProgress(file: "m.csv", rowCount: 3, share: nil).words(after: 5), equals: "3 rows")
  }

  /// Many gaps are sorted by their bits; the library's way is the independent one.
  @Test func manyGapsAreSorted() {
    var random = SplitMix64(state: 8)
    var (time, stream, gaps) = (0.0, [0.0], [Double]())
    for place in 0..<50_000 {
      let next = time + (place % 100 == 0 ? 0 : 1e-3 - 300 * log(random.uniform()))
      gaps.append(next - time)
      time = next
      stream.append(next)
    }
    let split = BurstSplit([stream], threshold: 1e9)
    expect(split.within == gaps.sorted())
  }
}
