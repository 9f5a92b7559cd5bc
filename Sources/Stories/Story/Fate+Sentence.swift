import DeliverySim
import Files
import Models

extension Fate {
  /// A sentence says how a message has ended.
  func sentence(_ explained: OutcomeExplanation) -> String {
    let outcome = explained.outcome
    let name = "Message \(explained.message)"
    let delay = outcome.delay.map { HumanText.span($0.seconds) } ?? ""
    return switch self {
    case .shown: "\(name) was shown \(delay) after it was created."
    case .summarised:
      "\(name) was not shown; \(delay) after it was created, \(explained.standIn) informed "
        + "the user about it."
    case .synced: "\(name) was fetched by the app \(delay) after it was created."
    case .escalated:
      "\(name) came by the second channel alone, \(delay) after it was created."
    case .pending: "\(name) was still under way when the run ended\(explained.place)."
    case .lost: "\(name) was lost\(explained.isCarried ? "" : explained.causeOfLoss)."
    }
  }

  /// The attempt to repair it is told: the message was missing for a time, or for ever.
  var wasMissing: Bool {
    switch self {
    case .shown, .pending: false
    case .summarised, .synced, .escalated, .lost: true
    }
  }
}

extension OutcomeExplanation {
  fileprivate var standIn: String {
    records.contains { $0.event == .run(.placeholder) } ? "a placeholder" : "a summary"
  }

  /// It was there when the run ended.
  fileprivate var place: String {
    let last = records.last { $0.message == message && $0.content == .message }
    return switch last?.event {
    case .stored: ", in the push service's store"
    case .intoHalfOpen: ", sent into a dead connection"
    case .accepted, .handedOver: ", between the push service and the device"
    case .arrived: ", on the device"
    case .destroyed(.pushService(.droppedAll)), .destroyed(.pushService(.inactive)):
      ", to be fetched when the device returns"
    default: ""
    }
  }
}
