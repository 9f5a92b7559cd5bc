import DeliverySim
import Files
import Models
package import Scenarios
import Vocabulary

/// The same device under two strategies, in the same world, line by line.
package struct StrategyComparison {
  private let one: DeviceTrace
  private let other: DeviceTrace
  private let lines: [Line]

  /// An event of one of the two, or of both.
  private struct Line {
    let sign: Sign
    let record: StoryRecord
    let words: [String]
  }

  private enum Sign: String {
    case both = " "
    case one = "-"
    case other = "+"
  }

  /// Simulates the device under both.
  ///
  /// - Throws: As ``Explanation/lines(_:)``; 64 as well when the other strategy is the same one,
  ///   or there is no other.
  package init(_ explanation: Explanation, with other: String, _ experiment: Experiment) throws {
    let traces = try explanation.traces(with: other, experiment)
    self.init(traces[0], traces[1])
  }

  init(_ one: DeviceTrace, _ other: DeviceTrace) {
    (self.one, self.other) = (one, other)
    lines = Self.merged(one, other)
  }
}

extension Explanation {
  /// The device's story, and that under the other strategy, if there is one.
  ///
  /// - Throws: The errors of ``StrategyComparison``.
  func traces(with other: String?, _ experiment: Experiment) throws -> [DeviceTrace] {
    guard let other else { return [try told(experiment)] }
    let names = try place(in: experiment).scenario.strategies.map(\.name)
    let others = names.filter { $0 != strategy }
    guard !others.isEmpty else {
      throw InputError(
        ExitCode.usage,
        "--compare: the scenario has only one strategy, so there is nothing to compare it with")
    }
    guard other != strategy else {
      let allowed = others.joined(separator: ", ")
      throw InputError(
        ExitCode.usage, "--compare: found \(other), the strategy itself; allowed: \(allowed)")
    }
    guard names.contains(other) else {
      throw InputError.unknownName("--compare", other, among: others)
    }
    return [try told(experiment), try under(other).told(experiment)]
  }
}

extension StrategyComparison {
  // MARK: Side by side

  /// The lines in order of time; within a moment, the lines that both have stay in order.
  private static func merged(_ one: DeviceTrace, _ other: DeviceTrace) -> [Line] {
    var left = selected(one, with: other)[...]
    var right = selected(other, with: one)[...]
    var lines: [Line] = []
    while let time = [left.first?.time, right.first?.time].compactMap({ $0 }).min() {
      let (old, new) = (left.prefix { $0.time == time }, right.prefix { $0.time == time })
      (left, right) = (left.dropFirst(old.count), right.dropFirst(new.count))
      lines += merged(old.map { ($0, one.text) }, new.map { ($0, other.text) })
    }
    return lines
  }

  /// The events that are told of one strategy, and those that happened just as under the other one.
  private static func selected(_ one: DeviceTrace, with other: DeviceTrace) -> [StoryRecord] {
    guard one.explanation.message != nil else { return one.records }
    let told = Set((one.records + other.records).map(\.line))
    return one.story.records.filter { told.contains($0.line) }
  }

  /// The events of one moment.
  private static func merged(
    _ old: [(StoryRecord, StoryText)], _ new: [(StoryRecord, StoryText)]
  ) -> [Line] {
    let change = new.map { Self.said(of: $0.0) }.difference(from: old.map { Self.said(of: $0.0) })
    let removed = Set(change.removals.map(\.place))
    let added = Set(change.insertions.map(\.place))
    var lines: [Line] = []
    var place = 0
    for (index, event) in old.enumerated() {
      if removed.contains(index) {
        lines.append(line(event, .one))
        continue
      }
      while place < new.count, added.contains(place) {
        lines.append(line(new[place], .other))
        place += 1
      }
      // Said with the words of both: one may know more of it, such as a position.
      lines.append(line(place < new.count ? longer(event, new[place]) : event, .both))
      place += 1
    }
    return lines + new[min(place, new.count)...].map { line($0, .other) }
  }

  /// The text that makes two events the same: it contains the messages that a push carries.
  private static func said(of record: StoryRecord) -> String {
    "\(record.line) \(record.others)"
  }

  private static func longer(
    _ one: (StoryRecord, StoryText), _ other: (StoryRecord, StoryText)
  ) -> (StoryRecord, StoryText) {
    one.1.line(one.0).count >= other.1.line(other.0).count ? one : other
  }

  private static func line(_ event: (StoryRecord, StoryText), _ sign: Sign) -> Line {
    Line(
      sign: sign, record: event.0, words: event.1.lines(event.0, sign: "\(sign.rawValue) "))
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension StrategyComparison {
  // MARK: Words

  /// The comparison as text of 80 columns.
  package var text: [String] {
    let first = lines.firstIndex { $0.sign != .both }
    guard let first else {
      return heading + ["", "no difference: the \(lines.count) events are the same", ""] + endings
    }
    let before = lines[..<first]
    let after = lines[(first + 1)...]
    return heading + [""] + shortened(before, keepsStart: false) + [Self.mark]
      + lines[first].words + TextWrap.lines("  " + sentence(lines[first]), indent: 2) + [
        Self.endMark
      ]
      + shortened(after, keepsStart: true) + [""] + endings
  }

  /// The first difference of the second strategy from the first one, in a sentence; nil: there is
  /// none.
  var difference: (time: SimTime, words: String)? {
    lines.first { $0.sign != .both }.map { ($0.record.time, sentence($0)) }
  }

  private static let mark = "=== the first difference " + String(repeating: "=", count: 55)
  private static let endMark = String(repeating: "=", count: 80)

  private var heading: [String] {
    one.heading(of: "two strategies") + [
      "- \(one.explanation.strategy)", "+ \(other.explanation.strategy)",
      "  both, in the same world",
    ]
  }

  private func sentence(_ line: Line) -> String {
    let (has, lacks) = line.sign == .one ? (one, other) : (other, one)
    let instead = lines.first { $0.sign != .both && $0.sign != line.sign }
    let words = { (told: DeviceTrace, line: Line) in
      "\(told.explanation.strategy) has \"\(told.text.subject(line.record)): "
        + "\(told.text.words(line.record))\""
    }
    let start = "Until here both are the same. Now \(words(has, line))"
    guard let instead, instead.record.time == line.record.time else {
      return "\(start); \(lacks.explanation.strategy) has no such event at that time."
    }
    return "\(start); instead, \(words(lacks, instead))."
  }

  /// Long stretches in which both are the same are left out.
  private func shortened(_ lines: ArraySlice<Line>, keepsStart: Bool) -> [String] {
    var text: [String] = []
    var rest = lines
    while !rest.isEmpty {
      let same = rest.prefix { $0.sign == .both }
      rest = rest.dropFirst(same.count)
      let isStart = same.startIndex == lines.startIndex && !keepsStart
      text += shortened(
        same, head: isStart ? 0 : Self.context,
        tail: rest.isEmpty && keepsStart
          ? 0 : Self.context)
      let others = rest.prefix { $0.sign != .both }
      rest = rest.dropFirst(others.count)
      text += others.flatMap(\.words)
    }
    return text
  }

  private func shortened(_ same: ArraySlice<Line>, head: Int, tail: Int) -> [String] {
    let left = same.count - head - tail
    guard left > 1, one.explanation.message == nil else { return same.flatMap(\.words) }
    return same.prefix(head).flatMap(\.words) + ["  ... \(left) events are the same"]
      + same.suffix(tail).flatMap(\.words)
  }

  /// The number of common events that are told before and after a difference.
  private static let context = 3

  // MARK: The ends

  private var endings: [String] {
    guard let message = one.explanation.message else { return fates }
    return [one, other].flatMap { told in
      TextWrap.lines(
        "\(told.explanation.strategy): \(OutcomeExplanation(told, message: message).text)",
        indent: 2)
    }
  }

  /// The messages whose fates are others.
  private var fates: [String] {
    let pairs = zip(one.story.outcomes, other.story.outcomes)
    var table = TextTable(
      ["message", "created", one.explanation.strategy, other.explanation.strategy],
      [.right, .left, .left, .left])
    var count = 0
    for (message, pair) in pairs.enumerated() where Self.words(pair.0) != Self.words(pair.1) {
      table.add([
        String(message), HumanText.clock(pair.0.created), Self.words(pair.0), Self.words(pair.1),
      ])
      count += 1
    }
    let all = one.story.outcomes.count
    return count == 0
      ? ["all \(all) messages end the same way"]
      : ["\(count) of \(all) messages end differently:"] + table.fittingLines
  }

  private static func words(_ outcome: DeviceStory.Outcome) -> String {
    let delay = outcome.delay.map { " after \(HumanText.span($0.seconds))" } ?? ""
    let cause =
      outcome.fate == .lost && outcome.cause != .none ? " (\(outcome.cause.shortName))" : ""
    return outcome.fate.name + delay + cause
  }
}
