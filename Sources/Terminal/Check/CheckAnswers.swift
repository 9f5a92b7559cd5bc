import Answers
import Results

/// The paragraphs tell what to do by the two runs that a check compares: once, where both say the
/// same.
struct CheckAnswers {
  /// They are empty where there are no words.
  let paragraphs: [String]

  private static let sentencesMax = 2

  init(_ check: RegressionCheck) {
    let (now, before) = (check.answers.now.sentences, check.answers.before.sentences)
    let named =
      now == before ? [("answer", now)] : [("answer now", now), ("answer before", before)]
    paragraphs = named.filter { !$0.1.isEmpty }.map { "\($0.0): \(Self.first($0.1))" }
  }

  /// The first sentences say what to choose.
  private static func first(_ sentences: [String]) -> String {
    let rest = sentences.count - sentencesMax
    let more = rest > 0 ? [rest == 1 ? "(1 more sentence)" : "(\(rest) more sentences)"] : []
    return (sentences.prefix(sentencesMax) + more).joined(separator: " ")
  }
}
