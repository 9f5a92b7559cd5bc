import DeliverySim

// `web-push` (RFC 8030): everything is kept until it expires; a push of the same topic replaces the
// stored one (model.md R3.10).

extension Device {
  // MARK: Topics

  /// Copies of a message share a topic where the strategy collapses them.
  mutating func storeByTopic(_ push: Push, _ bus: inout Bus) {
    guard laws.pointee.collapses, push.carriesMessage else {
      shelve(push, &bus)
      return
    }
    if let place = service.topics[push.message] {
      replace(place, by: push, &bus)
    } else {
      service.topics[push.message] = shelve(push, &bus)
    }
  }

  /// The one accepted later stays, like in the slot (R3.1).
  mutating func replace(_ place: Int, by push: Push, _ bus: inout Bus) {
    let other = pushes[place]
    let expiry = expiry(of: other)
    if expiry > bus.now, other.acceptance > push.acceptance {
      return end(push, .overwritten, by: other, &bus)
    }
    pushes[place] = push
    note(.stored, push, &bus)
    if expiry <= bus.now {
      end(other, .expired, at: expiry, &bus)
    } else {
      end(other, .overwritten, by: push, &bus)
    }
  }
}

/// Where the stored push of a message is, by message number: found at once, however many there are.
struct TopicIndex: Sendable {
  /// 1 + the place; 0: none.
  private var places: [Int32] = []

  mutating func removeAll() { places.removeAll(keepingCapacity: true) }

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
  @inline(__always)
  mutating func forget(_ push: Push, at place: Int) {
    guard push.carriesMessage, push.message < places.count else { return }
    if self[push.message] == place { self[push.message] = nil }
  }
}
