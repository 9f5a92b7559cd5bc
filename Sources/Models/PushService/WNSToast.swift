import DeliverySim

/// `wns-toast`: Windows keeps no toast for a device that is away (model.md R3.10).
enum WNSToast {
  /// It keeps nothing.
  static let rules = PushServiceRules(
    capacity: .nothing, expirationMax: .never,
    inactivity: nil, knowsPriorities: false,
    phones: .others, hasConsole: false, losesAllAtOnce: false,
    keys: [],
    keysBeside: [:], storing: .keepsNothing)
}
