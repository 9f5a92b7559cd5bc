import DeliverySim
import Files
import Models
import Scenarios
import Vocabulary

extension StoryLanes {
  /// The legend names lanes and kinds of spans for people, in documents with stories.
  static var legend: [(String, ConfigNode)] {
    [
      ("lanes", .list(StoryLane.allCases.map { entry($0.rawValue, $0.title) })),
      ("kinds", .list(TraceSlice.SliceKind.allCases.map { entry($0.rawValue, $0.title) })),
    ]
  }

  private static func entry(_ name: String, _ title: String) -> ConfigNode {
    .map([("name", .text(name)), ("title", .text(title))])
  }

  /// The story for programs that draw it; of a device, what belongs to a message is null.
  ///
  /// - Parameter command: The command that explains it; nil: it is not told.
  func node(_ told: DeviceTrace, command: String? = nil) -> ConfigNode {
    let place = told.explanation
    let ending = place.message.map { Ending(told.story.outcomes[$0]).names }
    return .map(
      [("strategy", .text(place.strategy))]
        + ["fate", "stage", "cause", "repair"].enumerated().map { number, key in
          (key, ending.map { .text($0[number]) } ?? .null)
        } + [
          ("replication", .integer(place.replication)), ("device", .integer(told.device)),
          ("message", place.message.map { .integer($0) } ?? .null),
          ("start_s", .number(start.seconds)), ("end_s", .number(end.seconds)),
          ("words", .text(words(told))),
        ] + (command.map { [("command", .text($0))] } ?? []) + [
          ("events", .list(events.map(\.node))), ("spans", .list(spans.map(\.node))),
        ])
  }

  /// The end of the message, in sentences; for all of a device, a table.
  private func words(_ told: DeviceTrace) -> String {
    guard let message = told.explanation.message else {
      return told.ending.joined(separator: "\n")
    }
    return OutcomeExplanation(told, message: message).text
  }
}

extension StoryLanes.Point {
  fileprivate var node: ConfigNode {
    .map([
      ("time_s", .number(time.seconds)), ("lane", .text(lane.rawValue)), ("kind", .text(kind)),
      ("role", .text(role?.rawValue ?? "")), ("own", .bool(isOwn)), ("text", .text(text)),
    ])
  }
}

extension StoryLanes.Span {
  fileprivate var node: ConfigNode {
    .map([
      ("start_s", .number(span.lowerBound.seconds)), ("end_s", .number(span.upperBound.seconds)),
      ("lane", .text(lane.rawValue)), ("kind", .text(kind)), ("own", .bool(isOwn)),
      ("text", .text(text)),
    ])
  }
}
