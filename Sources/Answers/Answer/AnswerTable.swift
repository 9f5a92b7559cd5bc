package import Vocabulary

/// The estimates and differences of an answer, found by what they are of.
package struct AnswerTable: Sendable {
  fileprivate struct Key: Hashable {
    let point: Int
    let strategy: String
    let metric: String
  }

  private let estimates: [Key: Answer.Measured]
  private let differences: [Key: Answer.Gain]

  package init(_ answer: Answer) {
    estimates = Dictionary(answer.estimates.map { ($0.key, $0) }) { first, _ in first }
    differences = Dictionary(answer.differences.map { ($0.key, $0) }) { first, _ in first }
  }

  /// - Returns: Nil where there is none, as of a metric that the question does not speak of.
  package func estimate(
    _ metric: Metric, _ strategy: String, atPoint point: Int
  ) -> Answer.Measured? {
    estimates[Key(point: point, strategy: strategy, metric: metric.name)]
  }

  /// - Returns: The difference to the baseline; nil for the baseline itself as well.
  package func difference(
    _ metric: Metric, _ strategy: String, atPoint point: Int
  ) -> Answer.Gain? {
    differences[Key(point: point, strategy: strategy, metric: metric.name)]
  }
}

extension Answer.Measured {
  fileprivate var key: AnswerTable.Key {
    AnswerTable.Key(point: designPoint, strategy: strategy, metric: metric)
  }
}

extension Answer.Gain {
  fileprivate var key: AnswerTable.Key {
    AnswerTable.Key(point: designPoint, strategy: strategy, metric: metric)
  }
}
