import Models
import Scenarios

extension PhoneCause: ToldCauses {
  func clause(_ words: CauseWords) -> String {
    switch self {
    case .disabled: "the user has refused notifications, and the device discarded it"
    case .alertsOff:
      "the user has switched alerts off\(words.reason(for: .reaction(.alertsOff))), "
        + "and nothing was drawn"
    case .ignoredPayload: words.ignored
    }
  }
}

extension CauseWords {
  /// A silent push that no method of the app hears of; an alert that asks for nothing to be drawn;
  /// or a message that another one's push carried along.
  fileprivate var ignored: String {
    let told = fate.told
    let stages = told.scenario.strategies[told.strategy].strategy.stages
    if !stages.contains(where: { $0.provider.pushType == .alert }) {
      return "no method of the app receives such a push"
    }
    return record.others.isEmpty
      ? "its payload asked for no alert, badge or sound"
      : "no extension unpacked the push that carried it"
  }
}
