import DeliverySim

/// `keep-all`: the ideal bound (model.md R3.10).
enum KeepAll {
  /// It keeps everything for ever.
  static let rules = PushServiceRules(
    capacity: .everything, expirationMax: nil,
    inactivity: nil, knowsPriorities: false,
    phones: .others, hasConsole: false, losesAllAtOnce: false,
    keys: [],
    keysBeside: [:], storing: .keepsEverything)
}
