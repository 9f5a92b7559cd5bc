public import DeliverySim

// Collapsible pushes of `fcm`: of those with one key the newest is kept, for a few keys at a time,
// and there is a throttle on them (model.md R3.10).

extension PushService {
  /// Messages that are collapsible: a newer one with the same key makes the older one obsolete, as
  /// with "there is something new" or the latest score.
  ///
  /// Source: Firebase, "Non-collapsible and collapsible messages": at most four keys at a time.
  public struct CollapseKeys: Sendable {
    /// Which messages are collapsible; all others are kept one by one.
    public var share: Probability
    /// How many keys the app uses, each as often as the others.
    public var count: Int

    /// - Precondition: `count` is positive.
    public init(share: Probability, count: Int) {
      precondition(count > 0, "at least one key is needed")
      self.share = share
      self.count = count
    }
  }

  /// How many collapsible pushes the service takes for one device: a bucket that holds `burst` of
  /// them, full at the start, and gets one more every `refill` until it is full again.
  ///
  /// Source: Firebase, "Collapsible message throttling": 20, and one more every 3 minutes.
  public struct Throttle: Sendable {
    /// What the bucket holds, from 1 to 1000.
    public var burst: Int
    /// Zero: no throttle.
    public var refill: SimTime

    /// The largest `refill` that is accepted.
    public static var refillMax: SimTime {
      SimTime(microseconds: 30 * SimTime.day.microseconds)
    }

    /// - Precondition: `burst` from 1 to 1000, `refill` from 0 to ``refillMax``.
    public init(burst: Int = 20, refill: SimTime = SimTime(seconds: 180)) {
      precondition((1...1000).contains(burst), "a bucket holds 1 to 1000")
      precondition((.zero...Self.refillMax).contains(refill), "a refill takes 0 to 30 days")
      self.burst = burst
      self.refill = refill
    }
  }

  /// Of how many keys FCM keeps a push for one device at a time [vendor].
  static var keysKept: Int { 4 }
}

/// What a device asks about collapse keys, as plain numbers.
struct CollapseLaws {
  /// The share of messages that are collapsible; 0 where the service knows no keys.
  let share: Probability
  let keyCount: Int
  /// From one push more in the bucket to the next one; zero: no throttle.
  let refill: SimTime
  /// From an empty bucket to a full one.
  let refillOfAll: SimTime

  init(_ service: PushService) {
    let keys = service.kind == .fcm ? service.collapseKeys : nil
    share = keys?.share ?? .zero
    keyCount = keys?.count ?? 1
    refill = service.throttle.refill
    refillOfAll = SimTime(
      microseconds: Int64(service.throttle.burst) * service.throttle.refill.microseconds)
  }

  /// Some messages are collapsible.
  var isOn: Bool { share.value > 0 }
}

extension Device {
  // MARK: Keys

  /// Whether a message is collapsible: the same for each of its copies.
  @inline(__always)
  func isCollapsible(
    _ message: UInt32, _ context: borrowing CellContext<some TraceHook>
  ) -> Bool {
    guard laws.pointee.collapse.isOn else { return false }
    var chance = draws(.collapsible, message, 0, context)
    return chance.happens(laws.pointee.collapse.share)
  }

  /// The key of a push; nil: it is not collapsible. Pushes without a message never are.
  @inline(__always)
  private func collapseKey(
    _ push: Push, _ context: borrowing CellContext<some TraceHook>
  ) -> Int? {
    guard push.carriesMessage, isCollapsible(push.message, context) else { return nil }
    var choice = draws(.collapseKey, push.message, 0, context)
    let count = laws.pointee.collapse.keyCount
    return min(count - 1, Int(choice.uniform() * Double(count)))
  }

  // MARK: The throttle

  /// A collapsible push takes one out of the bucket; where there is none left, it ends here.
  ///
  /// - Returns: True when it has ended.
  mutating func throttle(_ push: Push, _ context: inout CellContext<some TraceHook>) -> Bool {
    let law = laws.pointee.collapse
    guard law.refill > .zero, push.carriesMessage, isCollapsible(push.message, context) else {
      return false
    }
    // The bucket is full again when each that was taken has been refilled, one after the other.
    let full = max(service.bucketFull, context.now) + law.refill
    guard full - context.now <= law.refillOfAll else {
      end(push, .throttled, &context)
      return true
    }
    service.bucketFull = full
    return false
  }

  // MARK: The store

  /// A collapsible push is kept beside the others and not counted among them; one stored with its
  /// key gives way. Where the service has as many keys as it keeps, the oldest stored push does.
  ///
  /// - Returns: False when the push has no key.
  mutating func storeByKey(
    _ push: Push, _ context: inout CellContext<some TraceHook>
  ) -> Bool {
    guard let key = collapseKey(push, context) else { return false }
    dropExpired(&context)
    var (oldest, acceptance) = (Int?.none, UInt32.max)
    for place in service.stored {
      if collapseKey(pushes[place], context) == key {
        replace(place, by: push, &context)
        return true
      }
      if pushes[place].acceptance < acceptance {
        (oldest, acceptance) = (place, pushes[place].acceptance)
      }
    }
    if let oldest, service.stored.count >= PushService.keysKept {
      replace(oldest, by: push, &context)
    } else {
      shelve(push, &context)
    }
    return true
  }
}
