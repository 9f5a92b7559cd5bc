import Files

/// FCM's export of single messages to BigQuery as receipts: when each was accepted, and when it was
/// delivered to its device.
///
/// Source: Firebase Cloud Messaging, "Understanding message delivery", BigQuery data export
/// (docs/reference/sources.md, "FCM BigQuery export").
struct DeliveryEvents {
  let receipts: Receipts
  /// Events that the model has no counterpart of, and how many of each.
  let unused: [String]
  /// Notes say what was found out about the file.
  let notes: [String]

  /// Whether a file is such an export, with a column for each field.
  static func isOne(_ path: String) -> Bool {
    guard let head = try? LogHead(path: path, displayName: path) else { return false }
    return columns.allSatisfy(head.names.contains)
  }

  private static let time = "event_timestamp"
  private static let columns = ["event", "message_id", "instance_id"]

  /// Reads `event_timestamp,event,message_id,instance_id`.
  ///
  /// A message is accepted once; of repeated deliveries the first counts. Deliveries of messages
  /// that were accepted before the export begins are left out.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it.
  init(_ path: String, _ clock: ReceiptClock = ReceiptClock()) throws(InputError) {
    let head = try LogHead(path: path, displayName: path)
    let table = try LogReader.read(head, LogRequest(times: [Self.time], texts: Self.columns))
    var (accepted, delivered) = ([Message: Double](), [Message: (time: Double, row: Int)]())
    var (order, others) = ([Message](), [String: Int]())
    for row in 0..<table.rowCount {
      let message = Message(id: table.texts[1].ids[row], device: table.texts[2].ids[row])
      let time = table.times[0][row]
      switch table.texts[0].names[table.texts[0].ids[row]] {
      case "MESSAGE_ACCEPTED":
        if accepted[message] == nil { order.append(message) }
        accepted[message] = min(time, accepted[message] ?? time)
      case "MESSAGE_DELIVERED":
        if time < delivered[message]?.time ?? .infinity { delivered[message] = (time, row) }
      case let other: others[other, default: 0] += 1
      }
    }
    let found = try clock.delays(
      order.map { accepted[$0] ?? .nan }, order.map { delivered[$0]?.time ?? .nan },
      ReceiptClock.Names(sent: "MESSAGE_ACCEPTED", received: "MESSAGE_DELIVERED")
    ) { place in
      let row = delivered[order[place]]?.row ?? 0
      return SourceLocation(file: path, line: table.line(ofRow: row), column: 1)
    }
    var delays = [[Double]](repeating: [], count: table.texts[2].names.count)
    for (message, delay) in zip(order, found.values) { delays[message.device].append(delay) }
    receipts = try Receipts(delays: delays.filter { !$0.isEmpty }, path)
    unused = others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    notes = table.notes + found.notes
  }

  /// A topic's message has one identifier for all its devices.
  private struct Message: Hashable {
    let id: Int
    let device: Int
  }
}
