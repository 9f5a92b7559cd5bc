import Files

/// FCM's export of single messages to BigQuery as receipts: when each was accepted, and when it was
/// delivered to its device.
///
/// Source: Firebase Cloud Messaging, "Understanding message delivery", BigQuery data export
/// (docs/sources.md, "FCM BigQuery export").
struct DeliveryEvents {
  let receipts: Receipts
  /// Events that the model has no counterpart of, and how many of each.
  let unused: [String]

  /// Whether a file is such an export, in CSV.
  static func isOne(_ path: String) -> Bool {
    guard let header = try? TableReader.header(path: path, displayName: path) else { return false }
    return columns.allSatisfy(header.contains)
  }

  private static let columns = ["event", "message_id", "instance_id"]

  /// Reads `event_timestamp,event,message_id,instance_id`.
  ///
  /// A message is accepted once; of repeated deliveries the first counts. Deliveries of messages
  /// that were accepted before the export begins are left out.
  ///
  /// - Throws: `InputError`: 66 for a file that cannot be read, 65 with line for what is wrong in
  ///   it.
  init(_ path: String) throws(InputError) {
    try CalibrationTarget.checkHas(
      ["event_timestamp"], TableReader.header(path: path, displayName: path), path)
    let table = try LogReader.read(
      LogHead(path: path, displayName: path),
      LogRequest(times: ["event_timestamp"], texts: Self.columns))
    var (accepted, delivered) = ([Message: Double](), [Message: Double]())
    var (order, others) = ([Message](), [String: Int]())
    for row in 0..<table.rowCount {
      let message = Message(id: table.texts[1].ids[row], device: table.texts[2].ids[row])
      let time = table.times[0][row]
      switch table.texts[0].names[table.texts[0].ids[row]] {
      case "MESSAGE_ACCEPTED":
        if accepted[message] == nil { order.append(message) }
        accepted[message] = min(time, accepted[message] ?? time)
      case "MESSAGE_DELIVERED": delivered[message] = min(time, delivered[message] ?? time)
      case let other: others[other, default: 0] += 1
      }
    }
    var delays = [[Double]](repeating: [], count: table.texts[2].names.count)
    for message in order {
      guard let sent = accepted[message] else { continue }
      // Two machines write the times.
      delays[message.device].append(delivered[message].map { max(0, $0 - sent) } ?? .infinity)
    }
    receipts = try Receipts(delays: delays.filter { !$0.isEmpty }, path)
    unused = others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  }

  /// A topic's message has one identifier for all its devices.
  private struct Message: Hashable {
    let id: Int
    let device: Int
  }
}
