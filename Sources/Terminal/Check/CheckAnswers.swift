import Answers
import Results

/// What to do by the two runs that a check compares: one answer where they say the same.
struct CheckAnswers {
  /// A paragraph for each answer; empty where there are no words.
  let paragraphs: [String]

  /// They say what to choose; the rest is in the results.
  private static let sentencesMax = 2

  init(_ check: RegressionCheck) {
    let words = [check.answers.now, check.answers.before].map { answer in
      (answer?.sentences ?? []).prefix(Self.sentencesMax).joined(separator: " ")
    }
    let named =
      words[0] == words[1]
      ? [("answer", words[0])] : [("answer now", words[0]), ("answer before", words[1])]
    paragraphs = named.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
  }
}
