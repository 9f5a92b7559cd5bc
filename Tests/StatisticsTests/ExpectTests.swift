import TestSupport
import Testing

/// The other tests rely on this: an equality that does not hold is an issue that shows both values.
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

  @Test func whatDoesNotHoldIsShown() {
    withKnownIssue {
      expect(
        [1, 2].isEmpty, "the list")
    } matching: { issue in
      let words = "the list: does not hold: expect( [1, 2].isEmpty, \"the list\")"
      return issue.comments.map(\.rawValue) == [words]
    }
  }

  @Test func whatIsNotInATextIsShown() {
    withKnownIssue {
      expect("abc", contains: "x")
      expect("abc", hasPrefix: "b")
      expect("abc", hasSuffix: "b")
    } matching: { issue in
      ["in it: x", "first: b", "last: b"].map { "found abc, expected \($0)" }
        .contains(issue.comments.first?.rawValue)
    }
  }

  @Test func whatIsThereIsUnwrapped() throws {
    try expect(unwrap(Int?(3)), equals: 3)
    try withKnownIssue {
      _ = try unwrap(Int?.none, "a number")
    } matching: { issue in
      issue.error != nil || issue.comments.map(\.rawValue) == ["a number: found nil"]
    }
  }
}
