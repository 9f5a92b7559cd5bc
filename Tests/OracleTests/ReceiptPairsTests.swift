import DeliverySim
import Files
import Fit
import TestSupport
import Testing

/// Receipts tell of absences: by construction, and against worlds whose absences are known.
@Suite("Absences from receipts")
struct ReceiptPairsTests {
  let folder: LogFolder

  init() throws { folder = try LogFolder() }

  /// - Parameter rows: `sent,received,device`; an empty `received` is no receipt.
  private func found(
    _ rows: [String], header: String = "sent,received,device"
  ) throws -> ReceiptPairs? {
    let path = try folder.write("log.csv", header: header, rows: rows)
    var options = FitOptions()
    options.readsReceipts = true
    return try FitInput([path], options).receiptPairs
  }

  /// A device that is online: ten messages, each received a second later.
  private func online(_ device: String, from start: Int) -> [String] {
    (0..<10).map { "\(start + 100 * $0),\(start + 100 * $0 + 1),\(device)" }
  }

  /// Three messages meet an absence, of which the newest comes 500 s late: two are overwritten.
  @Test func theNewestOfAnAbsenceComes() throws {
    let rows =
      online("a", from: 0)
      + ["2000,,a", "2100,,a", "2200,2700,a"] + online("a", from: 3000)
    let pairs = try unwrap(try found(rows))
    expect(pairs.counts.overwritten == 2 && pairs.counts.lost == 0)
    expect(pairs.counts.received == 21)
    // From the middle between the last sign (901) and the first missed message (2000) to a latency
    // before the receipt.
    let figures = PairFigures(pairs.pairs)
    expect(figures.inAbsences == 3 && figures.overwritten == 2)
    expect(abs(figures.waited - (2699 - 2200)) < 0.001)
  }

  /// By hand: 20 came at once, one late, two were overwritten and one was lost on its way.
  private static let calendar = 1_735_689_600
  private var someLost: [(sent: Int, received: Int?)] {
    let start = Self.calendar
    let prompt = (0..<20).map { (start + 100 * $0 + ($0 < 10 ? 0 : 3000), $0) }
      .map { (sent: $0.0, received: Optional($0.0 + 1)) }
    let others: [(sent: Int, received: Int?)] = [
      (start + 950, nil), (start + 2000, nil), (start + 2100, nil), (start + 2200, start + 2700),
    ]
    return (prompt + others).sorted { $0.sent < $1.sent }
  }

  private func check(_ pairs: ReceiptPairs) {
    expect(pairs.counts.received, equals: 21)
    expect(pairs.counts.overwritten + pairs.counts.lost, equals: 3)
    expect(pairs.counts.all, equals: 24)
    expect(pairs.flaw == nil)
  }

  @Test("A row for each send and one for each receipt are one message, in any order")
  func rowsOfSendsAndReceipts() throws {
    let rows = someLost.enumerated().flatMap { number, one in
      let receipt = one.received.map { "\(one.sent),\($0),a,m\(number)" }
      return ["\(one.sent),,a,m\(number)"] + [receipt].compactMap { $0 }
    }
    for order in [rows, rows.reversed()] {
      check(try unwrap(try found(order, header: "sent,received,device,id")))
    }
  }

  @Test("A 0 among moments is no receipt")
  func zeros() throws {
    let rows = someLost.map { "\($0.sent),\($0.received ?? 0),a" }
    check(try unwrap(try found(rows, header: "sent,ack,device")))
  }

  @Test("A log of what came shows no loss, also where the last message waits")
  func lossless() throws {
    let rows = someLost.compactMap { one in one.received.map { "\(one.sent),\($0),a" } }
    for last in [[], ["\(Self.calendar + 9000),,a"]] {
      expect(try unwrap(try found(rows + last)).flaw == .lossless)
    }
  }

  /// A message without a receipt, between messages that came at once, was lost on its way.
  @Test func lostWithoutAnAbsence() throws {
    let pairs = try unwrap(try found(online("a", from: 0) + ["950,,a"] + online("a", from: 1000)))
    expect(pairs.counts.lost == 1 && pairs.counts.overwritten == 0)
    expect(abs(try unwrap(pairs.loss).value - 1.0 / 21) < 1e-12)
    expect(PairFigures(pairs.pairs).inAbsences == 0)
  }

  /// The newest of an absence was lost, so an older one came late: no newer one replaced it.
  @Test func newerThanTheLateOne() throws {
    let rows =
      online("a", from: 0) + ["2000,2700,a", "2100,,a"] + online("a", from: 3000)
    let pairs = try unwrap(try found(rows))
    expect(pairs.counts.lost == 1 && pairs.counts.overwritten == 0)
  }

  /// Nobody knows the fate of what a device got that is silent for longer than others were, and
  /// devices without a receipt tell nothing.
  @Test func whatNobodyKnows() throws {
    let rows = online("a", from: 0) + ["2000,,a", "2100,,a", "0,,b", "500,,b", "900,,b"]
    let pairs = try unwrap(try found(rows))
    expect(pairs.counts.pending == 2 && pairs.counts.lost == 0)
    expect(pairs.counts.silentDevices == 1 && pairs.counts.silentMessages == 3)
    expect(pairs.pairs.deviceCount == 1 && pairs.pairs.messageCount == 10)
    expect(try found(["0,,a", "10,,a"]) == nil)
  }

  /// A silence at the end of the log that is no longer than an absence: all but the newest message
  /// were overwritten, and that one waits.
  @Test func theEndCutsAnAbsenceOff() throws {
    let away = online("a", from: 0) + ["2000,4000,a"] + online("a", from: 5000)
    let rows = away + ["6100,,a", "6200,,a", "6300,,a", "6400,6401,b"]
    let pairs = try unwrap(try found(rows))
    expect(pairs.counts.waiting == 1 && pairs.counts.overwritten == 2)
    expect(pairs.counts.pending == 0 && pairs.counts.all == 25)
    expect(PairFigures(pairs.pairs).overwritten, equals: 2)
    // Just before the end, a receipt may still be on its way.
    let late = try unwrap(try found(away + ["6399,,a", "6400,6401,b"]))
    expect(late.counts.waiting == 0 && late.counts.pending == 1)
  }

  /// Two hundred absences of 2,450 s, and one of 4,000 s, which has less than a hundredth of their
  /// time: who is silent for 3,500 s in the end may be gone, and who is for 2,000 s is away.
  @Test func oneLongAbsenceIsNoMeasure() throws {
    let often = (0..<200).flatMap { turn -> [String] in
      let start = 10_000 * turn
      return [
        "\(start),\(start + 1),a", "\(start + 100),\(start + 101),a",
        "\(start + 3000),\(start + 4000),a",
      ]
    }
    let once = ["0,1,b", "5000,6500,b", "2000000,2000001,b"]
    let silent = ["1996000,1996001,c", "1997000,,c"]
    let away = ["1997999,1998000,d", "1998001,,d"]
    let pairs = try unwrap(try found(often + once + silent + away))
    expect(pairs.counts.waiting == 1 && pairs.counts.pending == 1)
    expect(pairs.counts.overwritten == 0 && pairs.counts.lost == 0)
  }

  /// Receipts that come together when the app is opened, or from a service that keeps several.
  @Test func severalComeAtOnce() throws {
    var rows = online("a", from: 0)
    for turn in 1...12 {
      rows += (0..<3).map { "\(5071 * turn + 100 * $0),\(5071 * turn + 2000 + $0),a" }
    }
    let pairs = try unwrap(try found(rows))
    expect(pairs.flaw == .batches)
    expect(pairs.counts.shared == 12 && pairs.counts.several == 12)
    let single = try found(online("a", from: 0) + ["2000,,a", "2200,2700,a"])
    expect(try unwrap(single).flaw == nil)
  }

  /// Plain pushes without loss and with one latency: what was overwritten is known exactly, as long
  /// as the last receipt of each device is behind all messages.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func exactWithoutLoss(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var (rows, overwritten): ([String], Int) = ([], 0)
    for device in 0..<8 {
      let world = World(&random)
      for (sent, received) in world.pushes {
        rows.append("\(sent),\(received.map { "\($0)" } ?? ""),d\(device)")
      }
      overwritten += world.overwritten
    }
    let pairs = try unwrap(try found(rows))
    expect(pairs.counts.overwritten, equals: overwritten)
    expect(pairs.counts.lost == 0 && pairs.counts.pending == 0)
    // The absences that were found overwrite as many again.
    expect(PairFigures(pairs.pairs).overwritten, equals: overwritten)
  }

  /// A device that comes and goes, with a store for one message: in thousandths of a second.
  private struct World {
    var pushes: [(sent: Double, received: Double?)] = []
    var overwritten = 0

    init(_ random: inout SplitMix64) {
      let latency = 0.5
      var time = 0.0
      for _ in 0..<40 {
        // Online: messages come at once.
        for _ in 0..<random.below(4) + 1 {
          time += Double(random.below(600_000) + 20_000) / 1000
          pushes.append((time, time + latency))
        }
        // Away: the newest waits for the return.
        let back = time + 100 + Double(random.below(8_000_000)) / 1000
        var stored: Int?
        while true {
          time += Double(random.below(2_000_000) + 20_000) / 1000
          guard time < back else { break }
          if stored != nil { overwritten += 1 }
          pushes.append((time, nil))
          stored = pushes.count - 1
        }
        if let stored { pushes[stored].received = back + latency }
        time = back + 20
      }
      pushes.append((time + 1000, time + 1000 + latency))
    }
  }

  @Test("A receipt before its message is refused with its line")
  func receiptsBeforeTheirMessages() throws {
    do {
      _ = try found(online("a", from: 100) + ["5000,4990,a"])
      Issue.record("it was read")
    } catch let error as InputError {
      expect(error.exitCode, equals: 65)
      expect(error.description, contains: "log.csv:12")
      expect(error.description, contains: "found 10 s before sent")
    }
    // A second is within what clocks differ by.
    let close = try found(online("a", from: 100) + ["5000,4999.5,a"])
    expect(try unwrap(close).counts.received == 11)
  }
}
