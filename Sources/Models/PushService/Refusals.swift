import DeliverySim

extension Device {
  // MARK: R2.7: what the push service does not take

  /// 429, too many pushes for this token. Nobody tries again for that; a strategy that waits for an
  /// acknowledgement goes on waiting.
  mutating func rejectTooMany(_ push: Push, _ bus: inout Bus) -> Bool {
    guard let limit = setup.pointee.service.perToken,
      !limit.passes(at: bus.now, &service.tokenBucketFull)
    else { return false }
    end(push, .throttled, &bus)
    return true
  }

  /// 413, too large. The provider does not try again. No
  /// more earlier messages are packed into a push than it would take.
  mutating func rejectTooLarge(_ push: Push, _ bus: inout Bus) -> Bool {
    guard let limit = setup.pointee.service.payloadLimit, push.items == 0,
      payloadBytes(push.message, bus) > Double(limit)
    else { return false }
    end(push, .rejectedTooLarge, &bus)
    return true
  }
}
