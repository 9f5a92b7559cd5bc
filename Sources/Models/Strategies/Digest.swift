import DeliverySim

/// Each push carries its own message and the ones before it: whoever gets the newest push gets what
/// was overwritten.
public struct Digest: Sendable, Equatable {
  /// How many earlier messages a push carries at most.
  public var items: Int
  /// As many as fit: its own message always does [byte]. Without `workload.payload` all fit.
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

extension Strategy {
  /// This strategy, with pushes that carry earlier messages too.
  public func with(_ digest: Digest) -> Strategy {
    var strategy = self
    strategy.provider.digest = digest
    return strategy
  }
}

extension Device {
  // MARK: Digests

  /// Packs earlier messages into a push, as many as fit.
  mutating func pack(_ push: inout Push, _ bus: inout Bus) {
    guard let digest = setup.pointee.strategy.provider.digest else { return }
    push.items = UInt16(packing(of: push.message, digest, bus).items)
    for place in 0..<Int(push.items) {
      bus.ledger[Int(messageCarried(by: push, place + 1, bus))].copiesOut += 1
    }
    itemsOut += Int(push.items)
  }

  /// How many messages before its own a message's push has room for, and how large it is then
  /// [byte].
  private mutating func packing(
    of message: UInt32, _ digest: Digest, _ bus: borrowing Bus
  ) -> (items: Int, bytes: Double) {
    let position = position(of: message, bus)
    let count = min(digest.items, Int(position) - 1)
    guard laws.pointee.payload != nil else { return (count, 0) }
    let limit = Double(min(digest.payloadLimit, setup.pointee.service.payloadLimit ?? .max))
    var bytes = payloadBytes(message, bus)
    for item in 0..<count {
      let earlier = self.message(at: position - UInt32(item) - 1)
      let larger = bytes + payloadBytes(earlier, bus)
      guard larger <= limit else { return (item, bytes) }
      bytes = larger
    }
    return (count, bytes)
  }

  /// The size of a message's push, with the earlier messages that it carries [byte].
  mutating func pushBytes(_ message: UInt32, _ bus: borrowing Bus) -> Double {
    let setup = strategy(at: bus.ledger[Int(message)].created)
    guard let digest = setup.pointee.strategy.provider.digest else {
      return payloadBytes(message, bus)
    }
    return packing(of: message, digest, bus).bytes
  }

  /// Shows the earlier messages that the user has not seen, the oldest first.
  ///
  /// - Precondition: There are some.
  mutating func unpack(_ push: inout Push, _ bus: inout Bus) {
    for item in 0..<Int(push.items) {
      let message = messageCarried(by: push, Int(push.items) - item, bus)
      if bus.ledger[Int(message)].shown == .never { show(message, copy: 0, &bus) }
    }
    empty(push, &bus)
    push.items = 0
  }

  /// The push is shown as it came: nobody looks for the earlier messages in it. Those that the user
  /// has seen miss nothing.
  ///
  /// - Precondition: There are some.
  mutating func discardItems(_ push: inout Push, _ cause: Cause, _ bus: inout Bus) {
    for item in 0..<Int(push.items) {
      let message = messageCarried(by: push, Int(push.items) - item, bus)
      guard bus.ledger[Int(message)].shown == .never else { continue }
      bus.ledger[Int(message)].noteDestroyed(cause, at: bus.now)
      bus.note(
        .destroyed(by: cause), message: message, copy: push.copy,
        others: bus.isRecorded ? [push.message] : [])
    }
    empty(push, &bus)
    push.items = 0
  }

  /// The earlier messages in a push have served their purpose, or were destroyed.
  ///
  /// - Precondition: There are some.
  @inline(never)
  mutating func empty(_ push: Push, _ bus: inout Bus) {
    for place in 1...Int(push.items) {
      bus.ledger[Int(messageCarried(by: push, place, bus))].copiesOut -= 1
    }
    itemsOut -= Int(push.items)
  }

  /// A new message's push has nothing to tell but its own message. Where hop 1 is ideal.
  @inline(__always)
  func isDigestKnown(before message: UInt32, _ bus: borrowing Bus) -> Bool {
    guard laws.pointee.digestItems > 0 else { return true }
    for earlier in max(0, Int(message) - laws.pointee.digestItems)..<Int(message)
    where bus.ledger[earlier].shown == .never {
      return false
    }
    return true
  }
}
