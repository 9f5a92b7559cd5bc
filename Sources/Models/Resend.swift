import DeliverySim

/// How a re-request ends.
public enum ResendAnswer: UInt8, Sendable, CaseIterable {
  case success
  case failed
  /// Nothing of it is held any more.
  case refused
  /// No server was free in time.
  case timedOut
}

extension Device {
  // MARK: The provider's side of a re-request (model.md R2.2, R2.4)

  /// When the answer to a request that is made now will come: after its time in the endpoint of
  /// its shard, where that has a capacity (R2.5), and the latency.
  mutating func answerTime(_ index: Int, _ context: inout CellContext) -> SimTime {
    let carrier = client.runs[index].carrier
    var end = context.now
    if let capacity = setup.pointee.provider.resend.capacity {
      let service = draw(capacity.service, .resendService, forRunOf: carrier, context)
      (end, client.runs[index].timesOut) = context.queueUp(service: service)
    }
    let law = setup.pointee.provider.resend.latency
    return end + draw(law, .resendLatency, forRunOf: carrier, context)
  }

  @inline(__always)
  func providerAnswer(to run: ExtensionRun, _ context: borrowing CellContext) -> ResendAnswer {
    if run.timesOut { return .timedOut }
    let carrier = run.carrier
    var chance = draws(
      .resendFailure, carrier.message, carrier.copy, attempt: carrier.attemptOfRun, context)
    if chance.happens(setup.pointee.provider.resend.failure) { return .failed }
    let now = context.now
    let isHeld = run.asked.contains { holds(message(at: $0), at: now) }
    return isHeld ? .success : .refused
  }

  /// Sends everything that is still held, in ascending position, all at once.
  mutating func resend(_ positions: MissingPositions, _ context: inout CellContext) {
    for position in positions { resend(position: position, &context) }
  }

  private mutating func resend(position: UInt32, _ context: inout CellContext) {
    let message = message(at: position)
    guard holds(message, at: context.now) else {
      ledger[Int(message)].repair = .refused
      return
    }
    var push = send(message, &context)
    depart(&push, &context)
  }

  /// The answer says what is not held any more: a client that hears it need not ask for that again.
  mutating func forgetRefused(_ positions: MissingPositions, at time: SimTime) {
    for position in positions where !holds(message(at: position), at: time) {
      client.holes.fill(position)
    }
  }

  /// A message's payload is still kept.
  func holds(_ message: UInt32, at time: SimTime) -> Bool {
    time < ledger[Int(message)].created.advanced(bySpan: setup.pointee.provider.retention)
  }
}
