import TestSupport
import Testing

/// What the other tests rely on: an equality that does not hold is an issue that shows both values.
@Suite struct ExpectTests {
  @Test func whatIsEqualIsNoIssue() {
    expect([1, 2], equals: [1, 2])
    expect(Int?.none, equals: nil)
  }

  @Test func whatIsNotIsOne() {
    withKnownIssue {
      expect(41, equals: 42, "the answer")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["the answer: found 41, expected 42"]
    }
  }
}
