import DeliverySim

// `wns-toast`: Windows keeps no toast for a device that is away (model.md R3.10).

extension PushServiceRules {
  /// It keeps nothing.
  static let wnsToast = PushServiceRules(
    capacity: .nothing, expirationMax: .never, knowsPriorities: false,
    phones: .others, losesAllAtOnce: false,
    keys: [],
    keysBeside: [:], storing: .keepsNothing)
}
