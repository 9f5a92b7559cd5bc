import Vocabulary

/// Sentences and tables speak so of the metric that leads, which is a share of what is owed.
struct LeadingWords {
  private let metric: Metric

  init(_ metric: Metric) { self.metric = metric }

  /// Other metrics have no verb of their own.
  var hasVerb: Bool { isInTime || metric.name == "deliverability" }

  private var isInTime: Bool { metric.name == "awareness_in_time" }

  /// The name over a column.
  var name: String { metric.words }

  var missing: String { "not \(name)" }

  func alone(_ strategy: String, _ percent: String) -> String {
    isInTime
      ? "With \(strategy) users know \(percent) of what is owed in time"
      : "\(strategy) shows \(percent) of what is owed"
  }

  func compared(_ strategy: String, _ amount: String, _ baseline: String) -> String {
    isInTime
      ? "With \(strategy) users know \(amount) in time than with \(baseline)"
      : "\(strategy) shows \(amount) than \(baseline)"
  }

  func balance(
    _ strategy: String, _ baseline: String, _ more: Int, _ less: Int, of count: Int
  ) -> String {
    let what = isInTime ? "lets users know of more in time" : "shows more"
    return "\(strategy) \(what) than \(baseline) at \(more) of \(count) design points "
      + "and less at \(less)"
  }
}
