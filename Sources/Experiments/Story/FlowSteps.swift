import Models

/// Which events of a story are steps of a message's way, from its creation to its end: first, next,
/// last.
struct FlowSteps {
  enum Step: String {
    case start = "s"
    case step = "t"
    case finish = "f"
  }

  private var steps: [Int: Step] = [:]

  /// - Parameter message: The only message whose way is shown; nil: all.
  init(_ records: [StoryRecord], of message: Int?) {
    var last: [UInt32: Int] = [:]
    var isLong: Set<UInt32> = []
    for (place, record) in records.enumerated() where record.content == .message {
      guard let number = record.message, message.map({ UInt32($0) == number }) ?? true else {
        continue
      }
      if last[number] != nil { isLong.insert(number) }
      steps[place] = last[number] == nil ? .start : .step
      last[number] = place
    }
    // What has one event goes nowhere.
    for (number, place) in last { steps[place] = isLong.contains(number) ? .finish : nil }
  }

  /// Nil: the event is no step.
  subscript(place: Int) -> Step? { steps[place] }
}
