import DeliverySim

// `mqtt`: a queue that is full at some length (model.md R3.10).

extension PushServiceRules {
  /// A queue keeps up to ``PushService/capacity`` pushes; then new ones are dropped.
  static let mqtt = PushServiceRules(
    capacity: .some(standard: 1000, max: .max), expirationMax: .never, knowsPriorities: false,
    phones: .others, losesAllAtOnce: false,
    keys: [.expiration, .capacity],
    keysBeside: [:], storing: .dropsNewWhenFull)
}

extension PushStore {
  mutating func putIfThereIsRoom(_ push: Push, _ turn: inout Turn) {
    if hasRoom(&turn) { addCounted(push, &turn) } else { turn.end(push, .pushService(.queueFull)) }
  }
}
