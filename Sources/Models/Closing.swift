import DeliverySim
import Histogram

extension Device {
  // MARK: The end of the run

  /// Closes the ledger: every owed notification gets its fate, and the books must balance.
  mutating func close(
    _ context: inout CellContext<some TraceHook>
  ) throws(BooksError) {
    context.now = context.world.horizon
    dropExpired(&context)
    try checkBooks()
    keepAskedPending()
    var lost = 0
    for message in ledger.indices where context.world.isCounted(ledger[message].created) {
      let fate = settle(message, &context)
      lost += fate == .lost ? 1 : 0
    }
    context.tally.created += UInt64(ledger.count)
    context.tally.addDevice(lost: lost)
    context.tally.fingerprint &+= fingerprint.value
  }

  /// What was sent has ended or is still there; what the ledger says is out is what is there
  /// (R0.3).
  private func checkBooks() throws(BooksError) {
    let out = ledger.reduce(0) { $0 + Int($1.copiesOut) }
    if out != pushes.count {
      throw BooksError(
        device: number, what: "\(out) copies are out, but \(pushes.count) pushes are stored")
    }
    let sent = ledger.reduce(0) { $0 + Int($1.sends) }
    if sent != sentPushes || sent != endedPushes + pushes.count {
      let sums = "\(sent) in the ledger, \(sentPushes) sent, \(endedPushes) ended"
      throw BooksError(device: number, what: "pushes: \(sums), \(pushes.count) under way")
    }
  }

  /// What a re-request without an answer has asked for is a fetch in flight (R0.3).
  private mutating func keepAskedPending() {
    for run in client.openRequests {
      for message in client.runs[run].missed { ledger[Int(message)].copiesOut += 1 }
    }
  }

  private func settle(_ message: Int, _ context: inout CellContext<some TraceHook>) -> Fate {
    let entry = ledger[message]
    let fate = entry.fate
    context.tally.add(entry, fate)
    if let payload = setup.pointee.workload.payload {
      var draws = draws(.payload, UInt32(message), 0, context)
      let bytes = payload.sample(&draws).rounded()
      guard bytes <= Workload.payloadMax else {
        context.stop(.init(limit: .payloadBytes, device: number, time: entry.created))
        return fate
      }
      context.tally.payloadBytes += UInt128(bytes) * UInt128(entry.sends)
    }
    if let usefulFor = setup.pointee.workload.usefulFor {
      let limit = entry.created.advanced(bySpan: usefulFor)
      context.tally.shownInTime += entry.shown <= limit ? 1 : 0
      context.tally.awareInTime += min(entry.shown, entry.summarised) <= limit ? 1 : 0
    }
    return fate
  }
}

extension Tally {
  // MARK: Adding a closed account

  mutating func addDevice(lost: Int) {
    if devicesByLost.count <= lost {
      devicesByLost.append(contentsOf: repeatElement(0, count: lost + 1 - devicesByLost.count))
    }
    devicesByLost[lost] += 1
  }

  mutating func add(_ entry: LedgerEntry, _ fate: Fate) {
    let bucket = bucket(of: entry.created)
    owed += 1
    pushesSent += UInt64(entry.sends)
    pushesResent += UInt64(entry.sends - min(1, entry.sends))
    timelineOwed[bucket] += 1
    switch fate {
    case .shown:
      fates[Self.fateIndex(fate, .none, .none)] += 1
      timelineShown[bucket] += 1
      addLatency(entry.shown - entry.created)
    case .pending:
      fates[Self.fateIndex(fate, .none, .none)] += 1
    case .summarised, .synced, .lost:
      fates[Self.fateIndex(fate, entry.cause, entry.repair)] += 1
    }
  }

  private mutating func addLatency(_ delay: SimTime) {
    latencyBins[LatencyBins.bin(of: delay)] += 1
    latencies.record(UInt64(delay.microseconds))
    latencySum += UInt128(delay.microseconds)
  }
}
