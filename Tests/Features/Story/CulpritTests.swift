import DeliverySim
import Models
import TestSupport
import Testing

/// Who destroyed a push, as a story's line tells it.
@Suite struct CulpritTests {
  @Test("A story's line that names nobody names nobody")
  func culprits() {
    func culprit(_ value: Int64) -> UInt32? {
      StoryRecord(
        time: .zero, event: .destroyed(by: .pushService(.overwritten)), message: 5, value: value
      )
      .culprit?.number
    }
    expect(culprit(0) == nil)
    expect(culprit(8), equals: 7)
    expect(culprit(1 << 40 | 8), equals: 7)
    // The number is beyond every number, and every content: a damaged file.
    expect(culprit(1 << 39) == nil)
    expect(culprit(-1) == nil)
  }
}
