import DeliverySim

/// Each push carries its own message and the ones before it: whoever gets the newest push gets what
/// was overwritten.
public struct Digest: Sendable {
  /// How many earlier messages a push carries at most.
  public var items: Int
  /// As many as fit: its own message always does [byte]. Without `workload.payload` all fit.
  public var payloadLimit: Int

  /// The number of earlier messages that a push can carry.
  public static let itemsMax = 1000

  public init(items: Int, payloadLimit: Int = 4096) {
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

extension Push {
  /// The first of the messages that it carries.
  var firstMessage: UInt32 { message - UInt32(items) }

  /// The messages that it carries besides its own.
  var earlierMessages: Range<UInt32> { firstMessage..<message }
}

extension Device {
  // MARK: Digests

  /// Packs earlier messages into a push, as many as fit.
  mutating func pack(_ push: inout Push, _ context: borrowing CellContext<some TraceHook>) {
    guard let digest = setup.pointee.strategy.provider.digest else { return }
    push.items = UInt16(itemsThatFit(push.message, digest, context))
    for message in push.earlierMessages { ledger[Int(message)].copiesOut += 1 }
    itemsOut += Int(push.items)
  }

  /// How many messages before `message` its push carries.
  func itemsThatFit(
    _ message: UInt32, _ digest: Digest, _ context: borrowing CellContext<some TraceHook>
  ) -> Int {
    let count = min(digest.items, Int(message))
    guard setup.pointee.workload.payload != nil else { return count }
    var rest = Double(digest.payloadLimit) - payloadBytes(message, context)
    for item in 0..<count {
      rest -= payloadBytes(message - UInt32(item) - 1, context)
      if rest < 0 { return item }
    }
    return count
  }

  /// Shows the earlier messages that the user has not seen, the oldest first.
  ///
  /// - Returns: The push without them.
  mutating func unpacked(_ push: Push, _ context: inout CellContext<some TraceHook>) -> Push {
    guard push.items > 0 else { return push }
    for message in push.earlierMessages where ledger[Int(message)].shown == .never {
      show(message, copy: 0, &context)
    }
    return emptied(push)
  }

  /// The earlier messages in a push have served their purpose, or were destroyed.
  mutating func emptied(_ push: Push) -> Push {
    for message in push.earlierMessages { ledger[Int(message)].copiesOut -= 1 }
    itemsOut -= Int(push.items)
    var push = push
    push.items = 0
    return push
  }

  /// A new message's push has nothing to tell but its own message.
  func isDigestKnown(before message: UInt32) -> Bool {
    guard laws.pointee.digestItems > 0 else { return true }
    for earlier in max(0, Int(message) - laws.pointee.digestItems)..<Int(message)
    where ledger[earlier].shown == .never {
      return false
    }
    return true
  }
}
