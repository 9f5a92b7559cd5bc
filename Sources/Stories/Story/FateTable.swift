import DeliverySim
import Files
import Models
import Vocabulary

/// The fates of a device's messages, a row for each.
struct FateTable {
  private let told: DeviceTrace

  init(_ told: DeviceTrace) { self.told = told }

  var lines: [String] {
    if told.story.outcomes.isEmpty { return ["no messages"] }
    let lines = table { HumanText.clock($0) }.fittingLines
    // Only words that are all as long as they can be need more room than there is.
    return lines.allSatisfy { $0.count <= TextWrap.width }
      ? lines : table { String(HumanText.clock($0).dropLast(3)) }.fittingLines
  }

  /// - Parameter clock: The function that says when a message was created.
  private func table(_ clock: (SimTime) -> String) -> TextTable {
    var table = TextTable(
      ["message", "created", "fate", "cause", "repair", "delay", "counts"],
      [.right, .left, .left, .left, .left, .right, .left])
    for message in told.messages {
      let outcome = told.story.outcomes[message]
      table.add(row(message, clock(outcome.created), outcome))
    }
    return table
  }

  private func row(
    _ message: Int, _ created: String, _ outcome: DeviceStory.Outcome
  ) -> [String] {
    return [
      String(message), created, outcome.fate.name,
      outcome.isExplained && outcome.cause == .none ? "-" : outcome.cause.shortName,
      outcome.isExplained ? outcome.repair.name : "",
      outcome.delay.map { HumanText.span($0.seconds) } ?? "",
      told.isCounted(outcome) ? "yes" : "no",
    ]
  }
}

extension Cause {
  /// The name, with the stage where two causes have the same.
  var shortName: String {
    guard let stage, Self.allCases.contains(where: { $0.name == name && $0 != self }) else {
      return name
    }
    return "\(stage.rawValue)/\(name)"
  }
}

extension DeviceStory.Outcome {
  /// From its creation; nil: the user never had anything of it.
  var delay: SimTime? { known.map { $0 - created } }
}
