/// The absences that one device's receipts tell of.
struct DeviceReceipts {
  /// The messages whose fate is known.
  private(set) var known: [ReceiptLog.Push]
  /// Behind the last receipt.
  private let rest: [ReceiptLog.Push]
  private(set) var absences: [Absence] = []
  private(set) var counts = ReceiptPairs.Counts()
  /// The delays of messages that met a device that was online **[s]**.
  private(set) var latencies: [Double] = []
  private let limits: DelayLimits
  /// Those with a receipt, in order of receipts.
  private let arrived: [ReceiptLog.Push]
  /// The last return that was looked for, for messages with and without a receipt.
  private var returns: (place: Int, missing: Return?, received: Return?) = (-1, nil, nil)

  /// An absence that is being put together **[s]**.
  private struct Open {
    /// The first and the last message that it holds.
    let first: Double
    var last: Double
    /// The receipt that ends it.
    let time: Double
    /// So many messages.
    var count: Int
  }

  /// The next receipts behind a sending.
  private struct Return {
    /// The first of them **[s]**.
    let time: Double
    /// The newest message that came with it, if a device that was away tells of it.
    let newest: Double?
    /// So many came with it.
    let count: Int
  }
}

extension DeviceReceipts {
  /// - Parameter pushes: In order of sending; one at least has a receipt.
  init(_ pushes: [ReceiptLog.Push], _ limits: DelayLimits) {
    self.limits = limits
    let arrived = pushes.filter(\.isReceived).sorted { $0.received < $1.received }
    self.arrived = arrived
    let last = arrived.last?.received ?? 0
    known = pushes.filter { $0.isReceived || $0.sent < last }
    rest = pushes.filter { !$0.isReceived && $0.sent >= last }
    counts.pending = rest.count
    var next = 0
    var open: Open?
    for push in known {
      while next < arrived.count, arrived[next].received <= push.sent { next += 1 }
      let back = nextReturn(from: next, isMissing: !push.isReceived)
      guard let back, isAway(push, until: back) else {
        if push.isReceived { note(push.delay) } else { counts.lost += 1 }
        counts.received += push.isReceived ? 1 : 0
        continue
      }
      counts.received += push.isReceived ? 1 : 0
      counts.overwritten += push.isReceived ? 0 : 1
      if open?.time != back.time {
        if let open { close(open) }
        open = Open(first: push.sent, last: push.sent, time: back.time, count: 0)
      }
      open?.last = push.sent
      open?.count += 1
      if open?.count == 2 {
        counts.shared += 1
        counts.several += back.count > 1 ? 1 : 0
      }
    }
    if let open { close(open) }
  }

  /// The end of the log cuts an absence off that is no longer than absences are: only the newest of
  /// its messages can still come. A device that is silent for longer may never come back.
  ///
  /// - Parameters:
  ///   - end: The end of the log **[s]**.
  ///   - last: The last sending of all devices **[s]**.
  ///   - longest: An absence rarely is longer **[s]**.
  mutating func cut(at end: Double, last: Double, longest: Double) {
    // Later, a receipt may still be on its way.
    guard let first = rest.first, last - first.sent > limits.away else { return }
    let start = ((arrived.last?.received ?? 0) + first.sent) / 2
    guard last - start <= longest else { return }
    absences.append(Absence(start: start, end: end))
    known += rest
    counts.overwritten += rest.count - 1
    (counts.waiting, counts.pending) = (1, 0)
  }

  /// A longer delay is none of a device that was online.
  private mutating func note(_ delay: Double) {
    if delay <= limits.away { latencies.append(delay) }
  }

  /// Messages between the same receipts have the same return.
  private mutating func nextReturn(from place: Int, isMissing: Bool) -> Return? {
    if returns.place != place { returns = (place, nil, nil) }
    if let known = isMissing ? returns.missing : returns.received { return known }
    let found = computedReturn(from: place, isMissing: isMissing)
    if isMissing { returns.missing = found } else { returns.received = found }
    return found
  }

  /// The messages that came with the first receipt from a place on.
  private func computedReturn(from place: Int, isMissing: Bool) -> Return? {
    guard place < arrived.count else { return nil }
    let time = arrived[place].received
    let batch = arrived[place...].prefix { $0.received <= time + limits.away }
    let limit = isMissing ? limits.suspicious : limits.away
    let late = batch.filter { $0.delay > limit && $0.sent < time }
    return Return(time: time, newest: late.map(\.sent).max(), count: late.count)
  }

  /// A message met a device that was away, and came with its return or had to make room.
  private func isAway(_ push: ReceiptLog.Push, until back: Return) -> Bool {
    guard push.isReceived else { return back.newest.map { $0 > push.sent } ?? false }
    return push.delay > limits.away && push.received <= back.time + limits.away
  }

  /// The device left between the last sign of it and the first message that it missed: in the
  /// middle, as nobody knows better. It was back one latency before the first receipt.
  private mutating func close(_ open: Open) {
    let before = lastPlace(upTo: open.first).map { arrived[$0].received } ?? 0
    let end = max((open.last + open.time) / 2, open.time - limits.latency)
    absences.append(Absence(start: (before + open.first) / 2, end: end))
  }

  /// The last receipt up to a moment; nil: there is none.
  private func lastPlace(upTo moment: Double) -> Int? {
    var (low, high) = (0, arrived.count)
    while low < high {
      let middle = (low + high) / 2
      if arrived[middle].received <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
