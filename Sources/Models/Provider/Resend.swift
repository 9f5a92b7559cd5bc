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
  mutating func answerTime(_ index: Int, _ bus: inout Bus) -> SimTime {
    let carrier = client.runs[index].carrier
    var end = bus.now
    if let capacity = setup.pointee.provider.resend.capacity {
      let service = bus.draw(capacity.service, .resendService, forRunOf: carrier)
      (end, client.runs[index].timesOut) = bus.queueUp(service: service)
    }
    let law = setup.pointee.provider.resend.latency
    return end + bus.draw(law, .resendLatency, forRunOf: carrier)
  }

  @inline(__always)
  func providerAnswer(to run: ExtensionRun, _ bus: borrowing Bus) -> ResendAnswer {
    if run.timesOut { return .timedOut }
    let carrier = run.carrier
    var chance = bus.draws(
      .resendFailure, carrier.message, carrier.copy, attempt: carrier.attemptOfRun)
    if chance.happens(setup.pointee.provider.resend.failure) { return .failed }
    let now = bus.now
    let isHeld = run.asked.contains { holds(message(at: $0), at: now, bus) }
    return isHeld ? .success : .refused
  }

  /// Sends everything that is still held, in ascending position, all at once.
  mutating func resend(_ positions: MissingPositions, _ bus: inout Bus) {
    for position in positions { resend(position: position, &bus) }
  }

  private mutating func resend(position: UInt32, _ bus: inout Bus) {
    let message = message(at: position)
    guard holds(message, at: bus.now, bus) else {
      bus.ledger[Int(message)].repair = .refused
      return
    }
    var push = send(message, &bus)
    depart(&push, &bus)
  }

  /// The answer says what is not held any more: a client that hears it need not ask for that again.
  mutating func forgetRefused(
    _ positions: MissingPositions, at time: SimTime, _ bus: borrowing Bus
  ) {
    for position in positions where !holds(message(at: position), at: time, bus) {
      client.holes.fill(position)
    }
  }

  /// A message's payload is still kept.
  func holds(_ message: UInt32, at time: SimTime, _ bus: borrowing Bus) -> Bool {
    time < bus.ledger[Int(message)].created.advanced(bySpan: setup.pointee.provider.retention)
  }
}
