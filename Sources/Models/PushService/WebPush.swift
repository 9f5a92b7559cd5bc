import DeliverySim

/// `web-push` (RFC 8030): everything is kept until it expires; a push of the same topic replaces
/// the stored one (model.md R3.10).
enum WebPush {
  /// Everything is kept until it expires.
  static let rules = PushServiceRules(
    capacity: .everything, expirationMax: .never,
    inactivity: nil, knowsPriorities: true,
    phones: .others, hasConsole: false, losesAllAtOnce: false,
    keys: [.expiration, .optIn],
    keysBeside: [:], storing: .keepsNewestOfTopic)
}

extension PushStore {
  // MARK: Topics

  /// Copies of a message share a topic where the strategy collapses them.
  mutating func putByTopic(_ push: Push, _ turn: inout Turn) {
    guard plan.collapsesTopics, push.carriesMessage else {
      add(push, &turn)
      return
    }
    if let place = topics[push.message] {
      replace(place, by: push, &turn)
    } else {
      topics[push.message] = add(push, &turn)
    }
  }
}

/// Where the stored push of a message is, by message number: found at once, however many there are.
struct TopicIndex: Sendable {
  /// 1 + the place; 0: none.
  private var places: [Int32] = []

  subscript(message: UInt32) -> Int? {
    get {
      let message = Int(message)
      guard message < places.count, places[message] > 0 else { return nil }
      return Int(places[message]) - 1
    }
    set {
      let message = Int(message)
      if message >= places.count {
        places.append(contentsOf: repeatElement(0, count: message + 1 - places.count))
      }
      places[message] = newValue.map { Int32($0) + 1 } ?? 0
    }
  }

  /// A push is no longer stored.
  mutating func forget(_ push: Push, at place: Int) {
    guard push.carriesMessage, push.message < places.count else { return }
    if self[push.message] == place { self[push.message] = nil }
  }
}
