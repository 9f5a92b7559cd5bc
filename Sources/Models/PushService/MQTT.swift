import DeliverySim

/// `mqtt`: a queue that is full at some length (model.md R3.10).
enum MQTT {
  /// A queue keeps up to ``PushService/capacity`` pushes; then new ones are dropped.
  static let rules = PushServiceRules(
    capacity: .some(standard: 1000, max: .max), expirationMax: .never,
    inactivity: nil, knowsPriorities: false,
    phones: .others, hasConsole: false, losesAllAtOnce: false,
    keys: [.expiration, .capacity],
    keysBeside: [:], storing: .dropsNewWhenFull)
}
