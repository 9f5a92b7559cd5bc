import DeliverySim
import Files
import Models
import Scenarios

/// A device's story with all that is needed to tell it, in whatever form; those who tell share it.
final class DeviceTrace {
  let explanation: Explanation
  let device: Int
  let scenario: Scenario
  /// The strategy's place in the scenario.
  let strategy: Int
  let story: DeviceStory
  let text: StoryText
  let index: StoryIndex

  init(
    explanation: Explanation, device: Int, scenario: Scenario, strategy: Int, story: DeviceStory
  ) {
    self.explanation = explanation
    self.device = device
    self.scenario = scenario
    self.strategy = strategy
    self.story = story
    text = StoryText(story, scenario, strategy: strategy)
    index = StoryIndex(story)
  }
}

extension DeviceTrace {
  // MARK: Told records

  /// Those of the message that is asked for, or all.
  var records: [StoryRecord] {
    explanation.message.map { MessageRecords(story, $0).selected } ?? story.records
  }

  /// The numbers of the messages whose ends are told.
  var messages: Range<Int> {
    explanation.message.map { $0..<$0 + 1 } ?? story.outcomes.indices
  }

  /// Nil where the scenario has no groups.
  var group: String? {
    let names = scenario.frame.groupNames
    return names.isEmpty ? nil : names[story.group]
  }

  func isCounted(_ outcome: DeviceStory.Outcome) -> Bool {
    outcome.isOwed && scenario.frame.isCounted(outcome.created)
  }

  // MARK: As text

  /// - Parameter strategies: Who is told of; nil: the strategy.
  func heading(of strategies: String? = nil) -> [String] {
    let parts = [
      explanation.heading(scenario, strategies), group.map { "group \($0)" },
      explanation.message.map { "message \($0)" },
    ]
    return TextWrap.lines(parts.compactMap { $0 }.joined(separator: ", "), indent: 2)
  }

  var lines: [String] {
    heading() + [""] + records.flatMap { text.lines($0) } + [""] + ending
  }

  /// The fate of the message in sentences, or those of all messages as a table.
  var ending: [String] {
    if let message = explanation.message {
      return TextWrap.lines(OutcomeExplanation(self, message: message).text)
    }
    return FateTable(self).lines
  }
}

extension DeviceTrace {
  // MARK: The state at a moment

  /// The strategy that the device follows at a moment.
  func strategyInForce(at time: SimTime) -> Strategy {
    let stages = scenario.strategies[strategy].strategy.stages
    guard case .stage(let stage) = index.adoptions.last(where: { $0.time <= time })?.payload else {
      return stages[0]
    }
    return stages[stage]
  }

  var setup: DeviceSetup { scenario.frame.setups[story.group] }
}
