package import Answers
import Files
import Statistics
import Vocabulary

/// A line on a run that is under way: who leads, and how far the others are behind.
package struct LookText {
  private let look: Look

  package init(_ look: Look) { self.look = look }

  /// Such as `gap-recovery leads: 80.8 % known in time; fire-and-forget -3.2 pp (-3.6 to -2.8)`.
  package var line: String {
    let value = MetricText(look.metric).value(look.value)
    let rivals = look.rivals.prefix(Self.rivalsMax).map(text)
    let rest = look.rivals.count - rivals.count
    let head = "\(look.leader) leads: \(value) \(look.metric.words)"
    return ([head] + rivals + (rest > 0 ? ["\(rest) more further behind"] : []))
      .joined(separator: "; ")
  }

  private static let rivalsMax = 2

  private func text(_ rival: Look.Rival) -> String {
    let (difference, metric) = (rival.difference, look.metric)
    guard !difference.isTie else { return "\(rival.name) the same so far" }
    let ends = (low: difference.low, high: difference.high)
    let value = MetricText(metric, of: .difference).value(difference.difference, ends)
    let interval = MetricText(metric, of: .difference).interval(ends.low, ends.high)
    return "\(rival.name) \(value) (\(interval))"
  }
}
