import Files

/// Each device's pushes with their receipts, as a log tells of them.
package struct ReceiptLog: Sendable {
  /// One message.
  struct Push: Sendable {
    /// Since the window's start **[s]**.
    let sent: Double
    /// The same; NaN: there is no receipt.
    let received: Double

    var isReceived: Bool { !received.isNaN }
    /// From the sending to the receipt **[s]**; NaN without one.
    var delay: Double { received - sent }
  }

  /// In order of sending, one list for each stream of the arrivals.
  let devices: [[Push]]
  /// Receipts up to a second before their message was sent, which count as at once.
  package let earlyCount: Int
}

extension ReceiptLog {
  /// Clocks may differ by so much without a word **[s]**.
  private static let earlyMax = 1.0

  /// - Returns: nil where not all files of arrivals have a column of receipts' times.
  /// - Throws: `InputError` (65) for receipts that come before their message.
  init?(_ logs: [LogFile], _ arrivals: ArrivalLog) throws(InputError) {
    guard !logs.isEmpty, logs.allSatisfy({ $0.receivedTimes != nil }) else { return nil }
    var placeOfName: [String: Int] = [:]
    for (place, name) in arrivals.names.enumerated() { placeOfName[name] = place }
    var devices = [[Push]](repeating: [], count: arrivals.streams.count)
    var early = 0
    let repeated = RepeatedRows(logs, arrivals.window)
    for (file, log) in logs.enumerated() {
      guard let received = log.receivedTimes else { return nil }
      // Names are looked up once for each file, not once for each row.
      let places = log.table.texts.first?.names.map { placeOfName[$0] } ?? [0]
      for (row, sent) in log.moments[0].enumerated()
      where arrivals.window.contains(sent) && repeated?.has(file, row) != true {
        guard let place = places[log.table.texts.first?.ids[row] ?? 0] else { continue }
        if received[row] < sent {
          guard sent - received[row] <= Self.earlyMax else {
            throw log.early(row: row, by: sent - received[row])
          }
          early += 1
        }
        let start = arrivals.window.start
        let end = received[row] < sent ? sent : received[row]
        devices[place].append(Push(sent: sent - start, received: end - start))
      }
    }
    self.devices = devices.map { $0.sorted { ($0.sent, $0.rank) < ($1.sent, $1.rank) } }
    earlyCount = early
  }

  /// So many messages have a receipt.
  var receivedCount: Int { devices.reduce(0) { $0 + $1.count(where: \.isReceived) } }
}

extension ReceiptLog.Push {
  /// Messages of one moment have an order that does not depend on that of the rows.
  fileprivate var rank: Double { isReceived ? received : .infinity }
}

extension LogFile {
  fileprivate func early(row: Int, by seconds: Double) -> InputError {
    failure(
      row: row, receivedColumn ?? "",
      "found a receipt \(FitNumber.text(seconds, 3)) s before its message was sent",
      "receipts after their messages; do both clocks have the same zone?")
  }
}
