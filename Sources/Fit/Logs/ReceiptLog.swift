import Files

/// Each device's pushes with their receipts, as a log tells of them.
package struct ReceiptLog: Sendable {
  /// One message.
  struct Push: Sendable {
    /// The time of sending since the window's start **[s]**.
    let sent: Double
    /// The same; NaN: there is no receipt.
    let received: Double

    var isReceived: Bool { !received.isNaN }
    /// The time from the sending to the receipt **[s]**; NaN without one.
    var delay: Double { received - sent }
  }

  /// The pushes in order of sending, one list for each stream of the arrivals.
  let devices: [[Push]]
  /// Sentences that tell of clocks that differ.
  package let notes: [String]
}

extension ReceiptLog {
  /// - Parameter clock: The clock of the receipts.
  /// - Returns: nil where not all files of arrivals have a column of receipts' times.
  /// - Throws: `InputError` (65) for receipts that come before their message.
  init?(
    _ logs: [LogFile], _ arrivals: ArrivalLog, _ clock: ReceiptClock
  ) throws(InputError) {
    guard logs.allSatisfy({ $0.receivedTimes != nil }) else { return nil }
    var placeOfName: [String: Int] = [:]
    for (place, name) in arrivals.names.enumerated() { placeOfName[name] = place }
    var (devices, notes) = ([[Push]](repeating: [], count: arrivals.streams.count), [String]())
    let repeated = RepeatedRows(logs, arrivals.window)
    for (file, log) in logs.enumerated() {
      guard let found = try log.delays(clock) else { return nil }
      notes += found.notes
      // Names are looked up once for each file, not once for each row.
      let places = log.table.texts.first?.names.map { placeOfName[$0] } ?? [0]
      for (row, sent) in log.moments[0].enumerated()
      where arrivals.window.contains(sent) && repeated?.has(file, row) != true {
        guard let place = places[log.table.texts.first?.ids[row] ?? 0] else { continue }
        let (start, delay) = (sent - arrivals.window.start, found.values[row])
        devices[place].append(
          Push(sent: start, received: delay.isFinite ? start + delay : .nan))
      }
    }
    self.devices = devices.map { $0.sorted { ($0.sent, $0.rank) < ($1.sent, $1.rank) } }
    self.notes = notes + Self.end(self.devices) + Self.late(self.devices)
  }

  /// Somebody's receipt comes soon, unless none is written down any more.
  private static func end(_ devices: [[Push]]) -> [String] {
    let last = devices.joined().filter(\.isReceived).map(\.received).max() ?? 0
    let count = devices.joined().count { $0.sent > last }
    guard count >= unansweredMin else { return [] }
    return [
      "the last \(count) messages have no receipt, nor has anybody: perhaps receipts end before "
        + "the log does (--length leaves messages out)"
    ]
  }

  private static let unansweredMin = 50

  /// A phone that is online gets a push within seconds.
  private static func late(_ devices: [[Push]]) -> [String] {
    let count = devices.count { pushes in
      let delays = pushes.filter(\.isReceived).map(\.delay)
      return delays.count >= lateMin && delays.allSatisfy { $0 > lateSeconds }
    }
    guard count > 0 else { return [] }
    return [
      "devices whose receipts all come a minute late, or later: \(count). Perhaps their clocks are "
        + "late, which looks like absences"
    ]
  }

  private static let (lateMin, lateSeconds) = (10, 60.0)
}

extension ReceiptLog.Push {
  /// Messages of one moment have an order that does not depend on that of the rows.
  fileprivate var rank: Double { isReceived ? received : .infinity }
}

extension LogFile {
  /// The delay of each message; nil: no column says when it was received.
  fileprivate func delays(_ clock: ReceiptClock) throws(InputError) -> ReceiptClock.Delays? {
    guard let received = receivedTimes, case .arrivals(let sent, _, let name?, _, _) = columns
    else { return nil }
    return try clock.delays(
      moments[0], received, ReceiptClock.Names(sent: sent, received: name)
    ) { SourceLocation(file: file, line: table.line(ofRow: $0), column: 1) }
  }
}
