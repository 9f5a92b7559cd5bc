package import Answers

/// The words for people that an answer has. Whoever writes results brings them: what computes has
/// none.
package struct AnswerWords: Sendable {
  /// The answer in sentences.
  package let sentences: [String]
  /// Devices meet this on average.
  package let world: [Answer.World]

  /// - Parameters: The same as the properties.
  package init(sentences: [String], world: [Answer.World]) {
    (self.sentences, self.world) = (sentences, world)
  }
}

extension Answer {
  func told(in words: AnswerWords) -> Answer {
    var answer = self
    (answer.sentences, answer.world) = (words.sentences, words.world)
    return answer
  }
}
