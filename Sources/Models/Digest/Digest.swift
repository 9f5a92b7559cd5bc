import DeliverySim

/// Each push carries its own message and the ones before it: whoever gets the newest push gets what
/// was overwritten.
public struct Digest: Sendable, Equatable {
  /// The number of earlier messages that a push carries at most.
  public var items: Int
  /// The size up to which messages are added: its own message always fits [byte]. All fit without
  /// `workload.payload`.
  public var payloadLimit: Int

  /// The number of earlier messages that a push can carry.
  public static let itemsMax = 1000

  /// - Precondition: 1 to ``itemsMax`` items, a limit above 0.
  public init(items: Int, payloadLimit: Int = 4096) {
    precondition((1...Self.itemsMax).contains(items), "a digest has 1 to \(Self.itemsMax) items")
    precondition(payloadLimit > 0, "the payload limit is above 0")
    self.items = items
    self.payloadLimit = payloadLimit
  }
}

extension Digest {
  // MARK: Packing

  /// Packs earlier messages into a message's push, as many as fit.
  ///
  /// - Returns: The number of messages that fit.
  func pack(
    before message: UInt32, _ provider: borrowing ProviderStation, _ turn: inout Turn
  ) -> UInt16 {
    let count = packing(of: message, provider, &turn).items
    for distance in 1..<count + 1 {
      turn.ledger[Int(turn.message(distance, before: message))].copiesOut += 1
    }
    turn.books.counts.itemsOut += count
    return UInt16(count)
  }

  /// The number of messages before its own that a message's push has room for, and its size with
  /// them [byte].
  private func packing(
    of message: UInt32, _ provider: borrowing ProviderStation, _ turn: inout Turn
  ) -> (items: Int, bytes: Double) {
    let position = turn.position(of: message)
    let count = min(items, Int(position) - 1)
    guard provider.plan.payload != nil else { return (count, 0) }
    let limit = Double(min(payloadLimit, provider.plan.payloadLimit ?? .max))
    var bytes = provider.payloadBytes(message, &turn)
    for item in 0..<count {
      let earlier = turn.message(at: position - UInt32(item) - 1)
      let larger = bytes + provider.payloadBytes(earlier, &turn)
      guard larger <= limit else { return (item, bytes) }
      bytes = larger
    }
    return (count, bytes)
  }

  /// The size of a message's push, with the earlier messages that it carries [byte].
  func pushBytes(
    _ message: UInt32, _ provider: borrowing ProviderStation, _ turn: inout Turn
  ) -> Double {
    packing(of: message, provider, &turn).bytes
  }

  /// A new message's push has nothing to tell but its own message. This holds where hop 1 is ideal.
  func isKnown(before message: UInt32, _ turn: borrowing Turn) -> Bool {
    for earlier in max(0, Int(message) - items)..<Int(message)
    where turn.ledger[earlier].shown == .never {
      return false
    }
    return true
  }
}
