public import DeliverySim

// Collapsible pushes: of those with one key the newest is kept. `fcm` does so for a few keys at a
// time, and limits their rate (model.md R3.10); `apns` does where it looks at ids (R3.11).

extension PushService {
  /// Messages that are collapsible: a newer one with the same key makes the older one obsolete, as
  /// with "there is something new" or the latest score.
  ///
  /// Source: Firebase, "Non-collapsible and collapsible messages": at most four keys at a time.
  public struct CollapseKeys: Sendable {
    /// The share of the messages that are collapsible; all others are kept one by one.
    public var share: Probability
    /// The number of keys that the app uses, each as often as the others.
    public var count: Int

    /// - Precondition: `count` is positive.
    public init(share: Probability, count: Int) {
      precondition(count > 0, "at least one key is needed")
      self.share = share
      self.count = count
    }
  }

  /// The number of keys of which FCM keeps a push for one device at a time [vendor].
  static var keysKept: Int { 4 }
}

/// Collapse keys, compiled once.
struct CollapsePlan {
  /// The share of messages that are collapsible; 0 where the service knows no keys.
  let share: Probability
  let keyCount: Int
  /// The throttle of collapsible pushes for one device; only `fcm` has a limit.
  let throttle: Throttle

  init(_ service: PushService) {
    let keys = service.looksAtCollapseKeys ? service.collapseKeys : nil
    share = keys?.share ?? .zero
    keyCount = keys?.count ?? 1
    throttle = service.reads(.throttle) ? service.throttle : Throttle(burst: 1, refill: .zero)
  }

  /// Some messages are collapsible.
  var isOn: Bool { share.value > 0 }
}

extension CollapsePlan {
  /// Whether a message is collapsible: the same for each of its copies.
  func isCollapsible(_ message: UInt32, _ turn: borrowing Turn) -> Bool {
    guard isOn else { return false }
    var chance = turn.draws(PushServiceStream.collapsible, message, 0)
    return chance.happens(share)
  }

  /// The key of a push; nil: it is not collapsible. Pushes without a message never are.
  func key(of push: Push, _ turn: borrowing Turn) -> Int? {
    guard push.carriesMessage, isCollapsible(push.message, turn) else { return nil }
    var choice = turn.draws(PushServiceStream.collapseKey, push.message, 0)
    return min(keyCount - 1, Int(choice.uniform() * Double(keyCount)))
  }
}

extension PushStore {
  // MARK: The throttle

  /// A collapsible push takes one out of the bucket.
  ///
  /// - Returns: Whether there was none left.
  mutating func throttles(_ push: Push, _ turn: inout Turn) -> Bool {
    push.carriesMessage && plan.collapse.isCollapsible(push.message, turn)
      && !plan.collapse.throttle.passes(at: turn.now, &bucketFull)
  }

  // MARK: The store

  /// A collapsible push is kept beside the others and not counted among them; one stored with its
  /// key gives way. Where the service has as many keys as it keeps, the oldest stored push does.
  ///
  /// - Returns: False when the push has no key.
  mutating func putByKey(_ push: Push, _ turn: inout Turn) -> Bool {
    guard let key = plan.collapse.key(of: push, turn) else { return false }
    dropExpired(&turn)
    var (oldest, acceptance) = (Int?.none, UInt32.max)
    for place in shelf {
      let stored = turn.pushes[place]
      if plan.collapse.key(of: stored, turn) == key {
        replace(place, by: push, &turn)
        return true
      }
      if stored.acceptance < acceptance { (oldest, acceptance) = (place, stored.acceptance) }
    }
    if let oldest, shelf.count >= PushService.keysKept {
      replace(oldest, by: push, &turn)
    } else {
      add(push, &turn)
    }
    return true
  }
}

extension Throttle {
  /// Collapsible pushes of `fcm`: 20, and one more every 3 minutes.
  ///
  /// Source: Firebase, "Collapsible message throttling".
  public static let collapsible = Throttle(burst: 20, refill: SimTime(seconds: 180))
}
